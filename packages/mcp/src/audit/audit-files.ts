import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { type AuditHead, parseAuditHead, ToolmarkError } from '@toolmark/core';
import { reasonOf, refuseAudit } from './refuse-audit.ts';

/** A file that only its owner may read, neither behind a link nor a device, pipe or folder. */
export function openAuditFile(file: string, flags: number): number {
  let descriptor: number | undefined;
  try {
    // Where the system cannot refuse links while it opens, they are looked for before.
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error('it is a link');
    // Without O_NONBLOCK a pipe that nobody reads would be waited for.
    const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(file, flags | constants.O_RDWR | constants.O_CREAT | careful, 0o600);
    if (!fstatSync(descriptor).isFile()) throw new Error('it is no ordinary file');
    return descriptor;
  } catch (cause) {
    if (descriptor !== undefined) closeSync(descriptor);
    throw refuseAudit('unwritable', file, `cannot be opened: ${reasonOf(cause)}.`, cause);
  }
}

/** What the head beside a log says, and whether it says anything. */
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
