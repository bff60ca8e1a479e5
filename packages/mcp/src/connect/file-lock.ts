import { randomBytes } from 'node:crypto';
import { readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { describeHolder, holderIn, isHolderAlive, isOfThisBoot } from './lock-holder.ts';

export interface FileLockOptions {
  /** How long a lock may stay unchanged before its holder counts as gone; 10 s. Nothing here holds one for that long. */
  readonly staleMs?: number;
  /** After this it is refused; 60 s. */
  readonly giveUpMs?: number;
}

/** Throws where the lock was lost, as by a process that was stopped for longer than a lock counts. */
export type StillHeld = () => void;

const POLL_MS = 20;
const STALE_MS = 10_000;
const GIVE_UP_MS = 60_000;
/** Where the system does not name the container of a process. */
const UNKNOWN = '-';

/**
 * Reads, changes and writes a file while no other Toolmark process does: `FILE.lock` exists meanwhile. The work is short
 * and asks nobody. The lock of a killed process is taken over, immediately where the process is known to be gone.
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

/** How long a text has been seen without a change, by our own clock: file systems may have another one. */
class Watched {
  private text: string | undefined;
  private since = 0;

  ageOf(text: string): number {
    if (text !== this.text) [this.text, this.since] = [text, performance.now()];
    return performance.now() - this.since;
  }
}

/**
 * Only processes of the same boot and the same container can be seen from here. Several machines may share the folder, and
 * an empty lock is being written just now: the holder of any other lock may still be at work.
 */
function isGone(holder: string): boolean {
  const [, , boot = '', space = ''] = holder.split(' ');
  return isOfThisBoot(boot) && space !== UNKNOWN && space === processSpace() && !isHolderAlive(holder);
}

/**
 * Of several processes that find a stale lock only one may remove it, after another look: else the second would remove the
 * new lock of the first. A takeover lasts no longer than these lines; one that stays was left by a killed process.
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
    throw new ToolmarkError('output.unwritable', `${quoteInert(lock)} cannot be written: ${reason}.`, { cause });
  }
}

/** A file and a link to it have one lock. */
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

/** Processes of another container have other numbers. */
function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return UNKNOWN;
  }
}

function inUse(file: string, lock: string): ToolmarkError {
  const message = `${quoteInert(file)} is being written by another process. Try again, or remove ${quoteInert(lock)} if nothing writes there.`;
  return new ToolmarkError('output.in-use', message);
}
