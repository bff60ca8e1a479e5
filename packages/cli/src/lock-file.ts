import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

export const LOCK_FILE = 'toolmark.lock.json';

/** What parseLock takes. */
export const LOCK_LIMITS = { maxBytes: 64 * 1024 * 1024, maxDepth: 160, maxValues: 4_000_000 };

/** The bytes of a lock that must be there. */
export function readLockBytes(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Uint8Array {
  const bytes = findLockBytes(file, io);
  if (bytes !== undefined) return bytes;
  throw new ToolmarkError('lock.missing', `There is no ${quoteInert(file)} here. Run "toolmark lock" first.`);
}

/** The bytes of a lock, or nothing if there is no such file. */
export function findLockBytes(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Uint8Array | undefined {
  try {
    return readFile(file, io, LOCK_LIMITS.maxBytes);
  } catch (error) {
    const reason = error instanceof ToolmarkError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (reason?.code === 'ENOENT') return undefined;
    throw error;
  }
}
