import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateValidators } from '../scripts/generate-validators.ts';

/** Compiles the validators from the current schemas, and creates the parent of all temporary folders. */
export async function setup(): Promise<() => void> {
  await generateValidators();
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-tests-'));
  process.env.TOOLMARK_TEST_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
