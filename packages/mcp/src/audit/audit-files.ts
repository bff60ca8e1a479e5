import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { type AuditHead, parseAuditHead } from '@toolmark/core/guard';
import { describeHolder, holderIn, isHolderAlive } from '../connect/lock-holder.ts';

/** Opens a regular file of mode 0600; refuses links, devices, pipes and folders. */
export function openAuditFile(file: string, flags: number): number {
  let descriptor: number | undefined;
  try {
    // For systems without O_NOFOLLOW.
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error('it is a link');
    // Without O_NONBLOCK, opening a pipe could block.
    const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(file, flags | constants.O_RDWR | constants.O_CREAT | careful, 0o600);
    if (!fstatSync(descriptor).isFile()) throw new Error('it is not a regular file');
    return descriptor;
  } catch (cause) {
    if (descriptor !== undefined) closeSync(descriptor);
    throw refuseAudit('unwritable', file, `could not be opened: ${reasonOf(cause)}.`, cause);
  }
}

/** The head file beside a log. */
export interface FoundHead {
  readonly state: 'ok' | 'missing' | 'unreadable';
  readonly head?: AuditHead;
}

export function readAuditHead(descriptor: number): FoundHead {
  const bytes = Buffer.alloc(128);
  const text = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
  try {
    return { state: 'ok', head: parseAuditHead(text) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return { state: 'unreadable' };
  }
}

/**
 * Makes this process the only writer of a log until the returned function is called. Takes over the lock of a dead process. If
 * two processes do so at the same moment, the size of the log reveals it at the next record.
 */
export function takeAuditLock(file: string): () => void {
  const lock = `${file}.lock`;
  const self = `${describeHolder()}\n`;
  if (!create(file, lock, self)) {
    const holder = holderIn(lock);
    // A lock without a process was left by a power failure.
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
    throw refuseAudit('unwritable', file, `could not be locked: ${reasonOf(cause)}.`, cause);
  }
}

function inUse(file: string, lock: string, holder: string): Error {
  const pid = Number.parseInt(holder, 10);
  const who = Number.isNaN(pid) ? 'another process' : `process ${pid}`;
  const next = `Use a separate file for each guard, or remove ${quoteInert(lock)} if no process writes the log.`;
  return refuseAudit('in-use', file, `is in use by ${who}. ${next}`);
}

/** An error of the audit log; the caller must deny the call. */
export function refuseAudit(code: string, file: string, why: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError(`audit.${code}`, `The audit log ${quoteInert(file)} ${why}`, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is exceeded',
  EFBIG: 'the file would be too large',
  ELOOP: 'it is a link',
  ENXIO: 'it is a pipe or a device',
  EISDIR: 'it is a folder',
};

export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return (code === undefined ? undefined : REASONS[code]) ?? code ?? message;
}
