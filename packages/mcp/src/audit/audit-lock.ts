import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { quoteInert } from '@toolmark/core';
import { reasonOf, refuseAudit } from './refuse-audit.ts';

/**
 * Makes this process the one writer of a log until the returned function is called. The lock of a process that is gone
 * is taken over. Two that take it over in the same instant are told apart by the size of the log, at their next record.
 */
export function takeAuditLock(file: string): () => void {
  const lock = `${file}.lock`;
  const self = describeSelf();
  if (!create(file, lock, self)) {
    const holder = contentOf(lock);
    if (isAlive(holder, self)) throw inUse(file, lock, holder);
    rmSync(lock, { force: true });
    if (!create(file, lock, self)) throw inUse(file, lock, contentOf(lock));
  }
  return () => {
    if (contentOf(lock) === self) rmSync(lock, { force: true });
  };
}

/**
 * Numbers of processes are used again. The start tells this process from an earlier one of its number, and the machine's start
 * tells all before it. A stranger that has got the number of a dead writer keeps its lock: then a person removes it.
 */
function describeSelf(): string {
  return `${process.pid} ${Math.round(performance.timeOrigin)} ${bootId()}\n`;
}

function bootId(): string {
  return contentOf('/proc/sys/kernel/random/boot_id').trim();
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

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A lock without a process in it was left by a power cut. */
function isAlive(holder: string, self: string): boolean {
  if (holder === self) return true;
  const [pid, , boot = ''] = holder.trim().split(' ');
  const isOfThisBoot = boot === '' || bootId() === '' || boot === bootId();
  if (!/^[1-9]\d{0,9}$/.test(pid ?? '') || Number(pid) === process.pid || !isOfThisBoot) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(file: string, lock: string, holder: string): Error {
  const pid = Number.parseInt(holder, 10);
  const who = Number.isNaN(pid) ? 'another process' : `the process ${pid}`;
  const next = `Give each guard a file of its own, or remove ${quoteInert(lock)} if nothing writes there.`;
  return refuseAudit('in-use', file, `is written by ${who}. ${next}`);
}
