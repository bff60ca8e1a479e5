import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes a folder of the store, also a read-only one. Links are removed, not followed. */
export async function removeFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory()) await makeWritable(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Only folders: to remove a file, its folder must be writable. On Windows the file must be too. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, item.name);
    if (item.isDirectory()) await makeWritable(inside);
    else if (process.platform === 'win32' && item.isFile()) await chmod(inside, 0o600);
  }
}
