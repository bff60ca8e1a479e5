import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

export const LOCK_FILE = 'toolmark.lock.json';

/** What parseLock takes at most. Its own constant would load all that judges locks before the first server starts. */
const MAX_LOCK_BYTES = 64 * 1024 * 1024;

/** The bytes of a lock that must be there. */
export function readLockBytes(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Uint8Array {
  const bytes = findLockBytes(file, io);
  if (bytes !== undefined) return bytes;
  throw new ToolmarkError('lock.missing', `There is no ${quoteInert(file)} here. Run "toolmark lock" first.`);
}

/** The bytes of a lock, or nothing if there is no such file. */
export function findLockBytes(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Uint8Array | undefined {
  try {
    return readFile(file, io, MAX_LOCK_BYTES);
  } catch (error) {
    const reason = error instanceof ToolmarkError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (reason?.code === 'ENOENT') return undefined;
    throw error;
  }
}
