import path from 'node:path';
import { formatLock, type Lock, quoteInert, ToolmarkError } from '@toolmark/core';
import { formatPackages } from '@toolmark/core/package';
import { withFileLock } from '@toolmark/mcp';
import { replaceFile } from '../files/write-file.ts';
import type { Io } from '../io.ts';
import { findLockBytes, parseLockBytes } from '../sources/lock-file.ts';
import {
  packagesFileOf,
  readTrees,
  referredTrees,
  type Trees,
  treeDigestOf,
  writeTrees,
} from '../sources/packages-file.ts';
import { applyPlan, type PlannedServer } from './lock-plan.ts';

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
  const target = path.resolve(io.cwd, file);
  const planned = applyPlan(old.lock, plan, lost);
  const known = new Map([...old.trees, ...plannedTrees(plan)]);
  if (isSame(findLockBytes(file, io), bytesOf(planned)) && areTreesSame(planned, known, file, io)) {
    return { isChanged: false, lock: planned };
  }
  return withFileLock(target, stillHeld => {
    const now = findLockBytes(file, io);
    const before = isSame(now, old.bytes) ? old.lock : readChanged(file, now, old, plan, lost);
    const lock = applyPlan(before, plan, lost);
    const trees = new Map([...readTrees(file, io), ...plannedTrees(plan)]);
    const areTreesChanged = !areTreesSame(lock, trees, file, io);
    // Trees of the lock that is still there stay until the new one is: between the writes, either lock can be read.
    if (areTreesChanged)
      writeTrees(file, new Map([...referredTrees(before, trees), ...referredTrees(lock, trees)]), io, stillHeld);
    const isChanged = !isSame(now, bytesOf(lock));
    if (isChanged) replaceFile(target, bytesOf(lock), { lastLook: stillHeld });
    if (!areTreesSame(lock, trees, file, io)) writeTrees(file, referredTrees(lock, trees), io, stillHeld);
    return { isChanged: isChanged || areTreesChanged, lock };
  });
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

/** Whether the file beside the lock holds exactly the trees that the lock refers to. */
function areTreesSame(lock: Lock, trees: Trees, file: string, io: Io): boolean {
  const wanted = referredTrees(lock, trees);
  const bytes = findLockBytes(packagesFileOf(file), io);
  if (wanted.size === 0) return bytes === undefined;
  return isSame(bytes, Buffer.from(formatPackages({ packagesVersion: 1, trees: wanted })));
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
