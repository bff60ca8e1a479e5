import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Lock, parseLock, quoteInert, ToolmarkError } from '@toolmark/core';
import { LOCK_LIMITS } from '@toolmark/core/lock';
import { readFile } from '../files/read-file.ts';
import { configFolder } from '../files/user-folders.ts';
import type { Io } from '../io.ts';

export const LOCK_FILE = 'toolmark.lock.json';

export interface LockChoice {
  readonly lockfile?: string;
  /** Use the lock of the user, which applies to every folder. */
  readonly user?: boolean;
  readonly discover?: boolean;
}

/** The named lock, or the user's (with `--user`, or with `--discover` if it exists), or the one of this folder. */
export function chooseLock({ lockfile, user = false, discover = false }: LockChoice, io: Io): string {
  if (lockfile !== undefined && user) {
    throw new ToolmarkError('usage.two-locks', 'Use either --lockfile or --user, not both.');
  }
  if (lockfile !== undefined) return lockfile;
  return user || (discover && hasUserLock(io)) ? userLock(io) : LOCK_FILE;
}

function userLock(io: Pick<Io, 'env' | 'home'>): string {
  return path.join(configFolder(io), LOCK_FILE);
}

export function hasUserLock(io: Pick<Io, 'env' | 'home'>): boolean {
  return existsSync(userLock(io));
}

/** Reads and parses a lock that must exist. */
export function readLock(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Lock {
  return parseLockBytes(readLockBytes(file, io), file);
}

export function readLockBytes(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Uint8Array {
  const bytes = findLockBytes(file, io);
  if (bytes !== undefined) return bytes;
  throw new ToolmarkError('lock.missing', `${quoteInert(file)} does not exist. Run "toolmark lock" first.`);
}

/** Undefined if the file does not exist. */
export function findLockBytes(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Uint8Array | undefined {
  try {
    return readFile(file, io, LOCK_LIMITS.maxBytes);
  } catch (error) {
    const reason = error instanceof ToolmarkError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (reason?.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Errors name the file. */
export function parseLockBytes(bytes: Uint8Array, file: string): Lock {
  try {
    return parseLock(bytes);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, findings } = error;
    throw new ToolmarkError(code, `${quoteInert(file)}: ${error.message}`, { cause: error, findings });
  }
}
