import { rmSync, writeFileSync } from 'node:fs';
import { quoteInert } from '@toolmark/core';
import { describeHolder, holderIn, isHolderAlive } from '../connect/lock-holder.ts';
import { reasonOf, refuseAudit } from './refuse-audit.ts';

/**
 * Makes this process the one writer of a log until the returned function is called. The lock of a process that is gone
 * is taken over. Two that take it over in the same instant are told apart by the size of the log, at their next record.
 */
export function takeAuditLock(file: string): () => void {
  const lock = `${file}.lock`;
  const self = `${describeHolder()}\n`;
  if (!create(file, lock, self)) {
    const holder = holderIn(lock);
    // A lock without a process in it was left by a power cut.
    if (isHolderAlive(holder)) throw inUse(file, lock, holder);
    rmSync(lock, { force: true });
    if (!create(file, lock, self)) throw inUse(file, lock, holderIn(lock));
  }
  return () => {
    if (holderIn(lock) === self) rmSync(lock, { force: true });
  };
}

function create(file: string, lock: string, self: string): boolean {
  try {
    writeFileSync(lock, self, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw refuseAudit('unwritable', file, `cannot be locked: ${reasonOf(cause)}.`, cause);
  }
}

function inUse(file: string, lock: string, holder: string): Error {
  const pid = Number.parseInt(holder, 10);
  const who = Number.isNaN(pid) ? 'another process' : `the process ${pid}`;
  const next = `Give each guard a file of its own, or remove ${quoteInert(lock)} if nothing writes there.`;
  return refuseAudit('in-use', file, `is written by ${who}. ${next}`);
}
