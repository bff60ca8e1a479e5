import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Digest, type Lock, type LockedPackage, quoteInert, ToolmarkError } from '@toolmark/core';
import { formatPackages, type PackageTree, parsePackages } from '@toolmark/core/package';
import { replaceFile } from '../files/write-file.ts';
import type { Io } from '../io.ts';
import { findLockBytes } from './lock-file.ts';

/** The dependency trees that a lock refers to, by digest. */
export type Trees = ReadonlyMap<Digest, PackageTree>;

const NO_TREES: Trees = new Map();

/** `toolmark.packages.json` beside `toolmark.lock.json`: each lock has its own. */
export function packagesFileOf(lockfile: string): string {
  const name = path.basename(lockfile).replace(/(?:\.lock)?(?:\.json)?$/, '');
  return path.join(path.dirname(lockfile), `${name}.packages.json`);
}

/** The trees beside a lock; none if there is no such file, or if the lock is standard input. */
export function readTrees(lockfile: string, io: Pick<Io, 'cwd' | 'stdin'>): Trees {
  if (lockfile === '-') return NO_TREES;
  const file = packagesFileOf(lockfile);
  const bytes = findLockBytes(file, io);
  if (bytes === undefined) return NO_TREES;
  try {
    return parsePackages(bytes).trees;
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, findings } = error;
    throw new ToolmarkError(code, `${quoteInert(file)}: ${error.message}`, { cause: error, findings });
  }
}

/** The digest of the tree that a locked package has, if its type has one. */
export function treeDigestOf(locked: LockedPackage | undefined): Digest | undefined {
  return locked?.type === 'npm' || locked?.type === 'pypi' ? locked.tree : undefined;
}

/** The tree of a locked package; undefined for a type without one. Throws `packages.missing`. */
export function treeOf(locked: LockedPackage, trees: Trees, lockfile: string): PackageTree | undefined {
  const digest = treeDigestOf(locked);
  if (digest === undefined) return undefined;
  const tree = trees.get(digest);
  if (tree !== undefined) return tree;
  const file = quoteInert(packagesFileOf(lockfile));
  const next = 'Restore the file from version control, or run "toolmark lock --update".';
  throw new ToolmarkError('packages.missing', `${file} does not have the dependencies that the lock names. ${next}`);
}

/** Those of the trees that the lock refers to. */
export function referredTrees(lock: Lock, trees: Trees): Trees {
  const wanted = new Set([...lock.servers.values()].map(server => treeDigestOf(server.package)));
  return new Map([...trees].filter(([digest]) => wanted.has(digest)));
}

/** The content of the file; none without trees, because then there is no file. */
export function treeBytes(trees: Trees): Uint8Array | undefined {
  return trees.size === 0 ? undefined : Buffer.from(formatPackages({ packagesVersion: 1, trees }));
}

/** Replaces the file of trees beside a lock, or removes it. */
export function writeTrees(lockfile: string, trees: Trees, io: Pick<Io, 'cwd'>, lastLook: () => void): void {
  const file = path.resolve(io.cwd, packagesFileOf(lockfile));
  const bytes = treeBytes(trees);
  if (bytes === undefined) {
    lastLook();
    rmSync(file, { force: true });
  } else replaceFile(file, bytes, { lastLook });
}
