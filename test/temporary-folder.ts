import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates an empty folder. `test/global-setup.ts` removes all of them after the run. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(realpathSync(process.env.TOOLMARK_TEST_FOLDER ?? tmpdir()), 'test-'));
}
