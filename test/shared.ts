import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'vitest';

/** Third-party suites and corpora live outside the project; tests read them from here and never copy them. */
export const SHARED = path.resolve(import.meta.dirname, '..', process.env.TOOLMARK_SHARED ?? '../shared');

/**
 * A suite that needs a folder of the shared data. Where it is absent one skipped test replaces the suite and
 * names the missing folder; `.ci/run` fails when it finds such a test.
 */
export function describeShared(title: string, folder: string, suite: (root: string) => void): void {
  const root = path.join(SHARED, folder);
  if (existsSync(root)) describe(title, () => suite(root));
  else describe(title, () => test.skip(`needs shared data: ${root} is missing`, () => {}));
}
