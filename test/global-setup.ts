import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../packages/store/src/content/remove-folder.ts';
import { generateValidators } from '../scripts/generate-validators.ts';

/** Compiles the validators from the current schemas, and creates the parent of all temporary folders and a store for packages. */
export async function setup(): Promise<() => Promise<void>> {
  await generateValidators();
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-tests-'));
  process.env.TOOLMARK_TEST_FOLDER = folder;
  process.env.TOOLMARK_STORE = path.join(folder, 'store');
  // What is in a store is read-only.
  return () => removeFolder(folder);
}
