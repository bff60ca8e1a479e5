import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bundle } from './open-bundle.ts';
import type { ZipEntry } from './zip-entries.ts';

const EXECUTABLE = 0o111;

/** Writes the files of a checked bundle into an empty folder. */
export async function unpack({ entries, read, manifest }: Bundle, folder: string): Promise<void> {
  for (const entry of entries) {
    const place = path.join(folder, ...entry.name.split('/'));
    await mkdir(entry.name.endsWith('/') ? place : path.dirname(place), { recursive: true });
    // `wx` never follows or replaces what is there.
    if (!entry.name.endsWith('/'))
      await writeFile(place, read(entry), { flag: 'wx', mode: modeOf(entry, manifest.type) });
  }
}

/** Archives from Windows state no permissions: any file of a bundle of type `binary` may then be the program. */
function modeOf({ mode }: ZipEntry, type: string): number {
  const isProgram = mode === 0 ? type === 'binary' : (mode & EXECUTABLE) !== 0;
  return isProgram ? 0o700 : 0o600;
}
