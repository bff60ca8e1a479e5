import { existsSync } from 'node:fs';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
import type { Io } from './io.ts';
import { LOCK_FILE } from './lock-file.ts';

export interface LockChoice {
  /** The file that was named. */
  readonly lockfile?: string;
  /** The lock of the user was asked for. */
  readonly user?: boolean;
  readonly discover?: boolean;
}

/** The lock that was named; else with `--user`, and with `--discover` if there is one, that of the user; else that of this folder. */
export function chooseLock({ lockfile, user = false, discover = false }: LockChoice, io: Io): string {
  if (lockfile !== undefined && user)
    throw new ToolmarkError('usage.two-locks', 'Name one lock: --lockfile or --user.');
  if (lockfile !== undefined) return lockfile;
  return user || (discover && hasUserLock(io)) ? userLock(io) : LOCK_FILE;
}

/** Beside the other files of the user, where it does not depend on a folder. */
export function userLock({ env, home }: Pick<Io, 'env' | 'home'>): string {
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || path.join(home, '.config');
  return path.join(folder, 'toolmark', LOCK_FILE);
}

export function hasUserLock(io: Pick<Io, 'env' | 'home'>): boolean {
  return existsSync(userLock(io));
}
