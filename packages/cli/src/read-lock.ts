import { type Lock, parseLock, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

export const LOCK_FILE = 'toolmark.lock.json';

/** What parseLock takes. */
export const LOCK_LIMITS = { maxBytes: 64 * 1024 * 1024, maxDepth: 160, maxValues: 4_000_000 };

type Reading = Pick<Io, 'cwd' | 'stdin'>;

/** The lock in a file, or nothing if there is no such file; one that contradicts itself is refused. */
export function findLock(file: string, io: Reading): Lock | undefined {
  const bytes = findLockBytes(file, io);
  return bytes === undefined ? undefined : parseLockBytes(bytes, file);
}

export function parseLockBytes(bytes: Uint8Array, file: string): Lock {
  try {
    return parseLock(bytes);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, findings } = error;
    throw new ToolmarkError(code, `${quoteInert(file)}: ${error.message}`, { cause: error, findings });
  }
}

/** The bytes of a lock that must be there. */
export function readLockBytes(file: string, io: Reading): Uint8Array {
  const bytes = findLockBytes(file, io);
  if (bytes !== undefined) return bytes;
  throw new ToolmarkError('lock.missing', `There is no ${quoteInert(file)} here. Run "toolmark lock" first.`);
}

export function findLockBytes(file: string, io: Reading): Uint8Array | undefined {
  try {
    return readFile(file, io, LOCK_LIMITS.maxBytes);
  } catch (error) {
    const reason = error instanceof ToolmarkError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (reason?.code === 'ENOENT') return undefined;
    throw error;
  }
}
