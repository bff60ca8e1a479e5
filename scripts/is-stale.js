import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const PACKAGES = path.resolve(import.meta.dirname, '../packages');

/** Whether a built file is missing, or older than any source that it may have been made from. */
export function isStale(builtFile) {
  const built = statSync(builtFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = readdirSync(PACKAGES).map(name => path.join(PACKAGES, name, 'src'));
  return folders.some(folder => newestIn(folder) > built);
}

/** Generated validators are made by the build itself. */
function newestIn(folder) {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && !entry.name.includes('.gen.') && !entry.name.endsWith('.test.ts'),
  );
  return files.reduce((newest, file) => Math.max(newest, statSync(path.join(file.parentPath, file.name)).mtimeMs), 0);
}
