import path from 'node:path';
import { formatLock, type Lock, quoteInert, ToolmarkError } from '@toolmark/core';
import { withFileLock } from '@toolmark/mcp';
import { replaceFile } from '../files/write-file.ts';
import type { Io } from '../io.ts';
import { findLockBytes, parseLockBytes } from '../sources/lock-file.ts';
import {
  packagesFileOf,
  readTrees,
  type Trees,
  treeBytes,
  treeDigestOf,
  writeTrees,
} from '../sources/packages-file.ts';
import { applyPlan, type PlannedServer } from './lock-plan.ts';
import { type LockWrite, lockWrites } from './lock-writes.ts';

/** What is locked already, and the bytes it was read from. */
export interface OldLock {
  readonly lock: Lock;
  readonly bytes: Uint8Array | undefined;
  /** Why what is there cannot be kept as it is. */
  readonly flaw?: string;
  /** Servers whose entries contradict themselves: good to compare with, but not approved as they are. */
  readonly doubtful: readonly string[];
  readonly trees: Trees;
}

export const EMPTY_LOCK: Lock = { lockfileVersion: 1, servers: new Map() };

/** Whether the file had to be written, and what it holds now. */
export interface WrittenLock {
  readonly isChanged: boolean;
  readonly lock: Lock;
}

/**
 * Writes what was planned. Another run may have locked other servers meanwhile: its entries stay. The file is locked only
 * now, because servers and people may take minutes to answer.
 */
export async function writeLock(
  file: string,
  old: OldLock,
  plan: readonly PlannedServer[],
  lost: readonly string[],
  io: Io,
): Promise<WrittenLock> {
  const planned = applyPlan(old.lock, plan, lost);
  const known = new Map([...old.trees, ...plannedTrees(plan)]);
  const isSameLock = isSame(findLockBytes(file, io), bytesOf(planned));
  if (isSameLock && lockWrites(planned, planned, known).every(write => isWritten(write, file, io))) {
    return { isChanged: false, lock: planned };
  }
  return withFileLock(path.resolve(io.cwd, file), stillHeld => {
    const now = findLockBytes(file, io);
    const before = isSame(now, old.bytes) ? old.lock : readChanged(file, now, old, plan, lost);
    const lock = applyPlan(before, plan, lost);
    const trees = new Map([...readTrees(file, io), ...plannedTrees(plan)]);
    let isChanged = false;
    for (const write of lockWrites(before, lock, trees)) {
      if (isWritten(write, file, io)) continue;
      isChanged = true;
      put(write, file, io, stillHeld);
    }
    return { isChanged, lock };
  });
}

function isWritten(write: LockWrite, file: string, io: Io): boolean {
  if ('lock' in write) return isSame(findLockBytes(file, io), bytesOf(write.lock));
  return isSame(findLockBytes(packagesFileOf(file), io), treeBytes(write.trees));
}

function put(write: LockWrite, file: string, io: Io, lastLook: () => void): void {
  if ('lock' in write) replaceFile(path.resolve(io.cwd, file), bytesOf(write.lock), { lastLook });
  else writeTrees(file, write.trees, io, lastLook);
}

function plannedTrees(plan: readonly PlannedServer[]): Trees {
  return new Map(
    plan.flatMap(({ step, locked, found }) => {
      const digest = treeDigestOf(locked?.package);
      return step === 'failed' || digest === undefined || found?.tree === undefined
        ? []
        : [[digest, found.tree] as const];
    }),
  );
}

function bytesOf(lock: Lock): Uint8Array {
  return Buffer.from(formatLock(lock));
}

/** The lock as another run has left it, if that run did not change the entries that this one has shown. */
function readChanged(
  file: string,
  bytes: Uint8Array | undefined,
  old: OldLock,
  plan: readonly PlannedServer[],
  lost: readonly string[],
): Lock {
  const now = bytes === undefined ? EMPTY_LOCK : parseLockBytes(bytes, file);
  const wanted = applyPlan(now, plan, lost);
  const touched = [...plan.filter(({ step }) => step !== 'failed').map(({ server }) => server), ...lost];
  const isAsExpected = (key: string): boolean =>
    [old.lock, wanted].some(lock => entryText(lock, key) === entryText(now, key));
  if (old.flaw === undefined && touched.every(isAsExpected)) return now;
  throw new ToolmarkError('lock.changed-meanwhile', `${quoteInert(file)} was changed by another run. Run it again.`);
}

function entryText({ servers }: Lock, key: string): string | undefined {
  const entry = servers.get(key);
  return entry && formatLock({ ...EMPTY_LOCK, servers: new Map([[key, entry]]) });
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}
