import { randomBytes } from 'node:crypto';
import { readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { describeHolder, holderIn, isHolderAlive, isOfThisBoot } from './lock-holder.ts';

export interface FileLockOptions {
  /** A lock unchanged for this long is stale. Default: 10 s. */
  readonly staleMs?: number;
  /** How long to wait for the lock. Default: 60 s. */
  readonly giveUpMs?: number;
}

/** Throws if the lock was lost, for example because this process was suspended until the lock went stale. */
export type StillHeld = () => void;

const POLL_MS = 20;
const STALE_MS = 10_000;
const GIVE_UP_MS = 60_000;
/** The PID namespace is not available. */
const UNKNOWN = '-';

/**
 * Runs work while holding `FILE.lock`, so that no other Toolmark process changes the file. The lock of a dead process is
 * taken over, immediately if the process is known to be dead.
 */
export async function withFileLock<Result>(
  file: string,
  work: (stillHeld: StillHeld) => Result | Promise<Result>,
  options: FileLockOptions = {},
): Promise<Result> {
  const lock = `${realPath(file)}.lock`;
  const self = `${describeHolder()} ${processSpace()} ${randomBytes(8).toString('hex')}\n`;
  await take(file, lock, self, options);
  try {
    return await work(() => {
      if (holderIn(lock) !== self) throw inUse(file, lock);
    });
  } finally {
    if (holderIn(lock) === self) rmSync(lock, { force: true });
  }
}

async function take(file: string, lock: string, self: string, options: FileLockOptions): Promise<void> {
  const { staleMs = STALE_MS, giveUpMs = GIVE_UP_MS } = options;
  const begin = performance.now();
  const [holders, takeovers] = [new Watched(), new Watched()];
  while (!create(lock, self)) {
    const holder = holderIn(lock);
    if (isGone(holder) || holders.ageOf(holder) > staleMs) removeStale(lock, holder, self, takeovers, staleMs);
    if (performance.now() - begin > giveUpMs) throw inUse(file, lock);
    await sleep(POLL_MS);
  }
}

/** How long a text has been unchanged, by our own clock: the clock of the file system may differ. */
class Watched {
  private text: string | undefined;
  private since = 0;

  ageOf(text: string): number {
    if (text !== this.text) [this.text, this.since] = [text, performance.now()];
    return performance.now() - this.since;
  }
}

/** Only processes of the same boot and PID namespace are visible; any other holder, or an empty lock, may be alive. */
function isGone(holder: string): boolean {
  const [, , boot = '', space = ''] = holder.split(' ');
  return isOfThisBoot(boot) && space !== UNKNOWN && space === processSpace() && !isHolderAlive(holder);
}

/**
 * Only one process may remove a stale lock, after checking it again: otherwise a second one could remove the new lock of the
 * first. A takeover file that stays was left by a killed process.
 */
function removeStale(lock: string, holder: string, self: string, takeovers: Watched, staleMs: number): void {
  const takeover = `${lock}.takeover`;
  if (!create(takeover, self)) {
    if (takeovers.ageOf(holderIn(takeover)) > staleMs) rmSync(takeover, { force: true });
    return;
  }
  try {
    if (holderIn(lock) === holder) rmSync(lock, { force: true });
  } finally {
    rmSync(takeover, { force: true });
  }
}

function create(lock: string, self: string): boolean {
  try {
    writeFileSync(lock, self, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new ToolmarkError('output.unwritable', `Cannot write ${quoteInert(lock)}: ${reason}.`, { cause });
  }
}

/** A file and links to it share one lock. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.join(realFolder(path.dirname(file)), path.basename(file));
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** PIDs are only comparable within one PID namespace. */
function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return UNKNOWN;
  }
}

function inUse(file: string, lock: string): ToolmarkError {
  const message = `Another process is writing ${quoteInert(file)}. Try again, or remove ${quoteInert(lock)} if no process is.`;
  return new ToolmarkError('output.in-use', message);
}
