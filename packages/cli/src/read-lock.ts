import { type Lock, parseLock, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

export const LOCK_FILE = 'toolmark.lock.json';

/** What parseLock takes. */
export const LOCK_LIMITS = { maxBytes: 64 * 1024 * 1024, maxDepth: 160, maxValues: 4_000_000 };

/** A lock and the bytes it was read from. */
export interface LockText {
  readonly lock: Lock;
  readonly bytes: Uint8Array;
}

/** The lock in a file. One that cannot be read or contradicts itself is refused: there is nothing to check against. */
export function readLock(file: string, io: Pick<Io, 'cwd' | 'stdin'>): LockText {
  const found = findLock(file, io);
  if (found !== undefined) return found;
  throw new ToolmarkError('lock.missing', `There is no ${quoteInert(file)} here. Run "toolmark lock" first.`);
}

/** The same, but a file that is not there is no error. */
export function findLock(file: string, io: Pick<Io, 'cwd' | 'stdin'>): LockText | undefined {
  const bytes = findLockBytes(file, io);
  if (bytes === undefined) return undefined;
  try {
    return { lock: parseLock(bytes), bytes };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, findings } = error;
    throw new ToolmarkError(code, `${quoteInert(file)}: ${error.message}`, { cause: error, findings });
  }
}

export function findLockBytes(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Uint8Array | undefined {
  try {
    return readFile(file, io, LOCK_LIMITS.maxBytes);
  } catch (error) {
    const reason = error instanceof ToolmarkError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (reason?.code === 'ENOENT') return undefined;
    throw error;
  }
}
