import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { reasonOf } from './read-file.ts';

/** Mode and owner of a file; the default owner is the current user. */
export interface Access {
  readonly mode: number;
  readonly owner?: Owner;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A file that must not exist yet, complete or not there at all. */
export function writeNewFile(file: string, content: string | Uint8Array, mode = 0o644, owner?: Owner): void {
  attempt(file, () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(file, content, { mode, ...(owner && { owner }) });
  });
}

/** Asked before anything else is done that could not be taken back. */
export function refuseExisting(files: readonly string[], { cwd }: { readonly cwd: string }): void {
  const existing = files.find(file => existsSync(path.resolve(cwd, file)));
  if (existing === undefined) return;
  throw new ToolmarkError('output.exists', `${quoteInert(existing)} already exists and is never overwritten.`);
}

/** A new file or a new content for one of ours. What a link leads to is not ours: a checkout may bring the link along. */
export function writeReport(file: string, content: string): void {
  attempt(file, () => {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error('it is a link');
  });
  replaceFile(file, content);
}

export interface ReplaceOptions {
  /** Of a file that was not there; one that was keeps its own. */
  readonly newMode?: number;
  /** Called before the file is replaced; if it throws, the file stays as it is. */
  readonly lastLook?: () => void;
}

/** Replaces a file atomically: readers see the old or the new content, even after a crash. */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  { newMode = 0o644, lastLook }: ReplaceOptions = {},
): void {
  attempt(file, () => {
    const target = existsSync(file) ? realpathSync(file) : file;
    const before = statSync(target, { throwIfNoEntry: false });
    // Renaming over a device or a pipe would put a file in its place.
    if (before !== undefined && !before.isFile()) throw new Error('it is not a file');
    const access = before === undefined ? { mode: newMode } : { mode: before.mode & 0o777, owner: before };
    swapIn(target, content, access, lastLook);
  });
}

/** Writes a file with the given access, replacing an existing file or link without following it. */
export function putFile(file: string, content: string | Uint8Array, access: Access): void {
  attempt(file, () => swapIn(file, content, access));
}

/** Writes to a temporary file with a random name, then renames it. */
function swapIn(target: string, content: string | Uint8Array, access: Access, lastLook?: () => void): void {
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeWhole(draft, content, access);
    lastLook?.();
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeWhole(file: string, content: string | Uint8Array, { mode, owner }: Access): void {
  // Private until the owner is set.
  const descriptor = openSync(file, 'wx', owner === undefined ? mode : mode & 0o700);
  try {
    if (owner !== undefined) handOver(descriptor, mode, owner);
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Modes are set, because a umask takes from what is asked for when a file is opened. */
function handOver(descriptor: number, mode: number, owner: Owner): void {
  const rights = canOwn(descriptor, owner) ? mode : mode & 0o707;
  if ((rights & 0o077) !== 0) fchmodSync(descriptor, rights);
}

/** Only root gives files away. Where the group cannot be kept, another group must not get its rights. */
function canOwn(descriptor: number, { uid, gid }: Owner): boolean {
  const now = fstatSync(descriptor);
  if (now.uid === uid && now.gid === gid) return true;
  try {
    fchownSync(descriptor, uid, gid);
    return true;
  } catch {
    return now.gid === gid;
  }
}

function attempt(file: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    if (cause instanceof ToolmarkError) throw cause;
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const code = exists ? 'output.exists' : 'output.unwritable';
    const reason = exists ? 'it already exists and is never overwritten' : reasonOf(cause);
    throw new ToolmarkError(code, `${quoteInert(file)} cannot be written: ${reason}.`, { cause });
  }
}
