import {
  closeSync,
  existsSync,
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

/** A file that must not exist yet, complete or not there at all. */
export function writeNewFile(file: string, content: string | Uint8Array, mode = 0o644): void {
  attempt(file, () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeWhole(file, content, mode);
  });
}

/** Asked before anything else is done that could not be taken back. */
export function refuseExisting(files: readonly string[], { cwd }: { readonly cwd: string }): void {
  const existing = files.find(file => existsSync(path.resolve(cwd, file)));
  if (existing === undefined) return;
  throw new ToolmarkError('output.exists', `${quoteInert(existing)} exists already, and is never overwritten.`);
}

/** A new file or a new content for one of ours. What a link leads to is not ours: a checkout may bring the link along. */
export function writeReport(file: string, content: string): void {
  attempt(file, () => {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error('it is a link');
  });
  replaceFile(file, content);
}

/** Replaces a file in one step: whoever reads it sees the old content or the new one, also after a crash. */
export function replaceFile(file: string, content: string | Uint8Array, newMode = 0o644): void {
  attempt(file, () => {
    const target = existsSync(file) ? realpathSync(file) : file;
    // Renaming over a device or a pipe would put a file in its place.
    if (existsSync(target) && !statSync(target).isFile()) throw new Error('it is not a file');
    const mode = existsSync(file) ? statSync(target).mode & 0o777 : newMode;
    const draft = `${target}.${process.pid}.tmp`;
    try {
      writeWhole(draft, content, mode);
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

function writeWhole(file: string, content: string | Uint8Array, mode: number): void {
  const descriptor = openSync(file, 'wx', mode);
  try {
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

function attempt(file: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const code = exists ? 'output.exists' : 'output.unwritable';
    const reason = exists ? 'it exists already, and is never overwritten' : reasonOf(cause);
    throw new ToolmarkError(code, `${quoteInert(file)} cannot be written: ${reason}.`, { cause });
  }
}
