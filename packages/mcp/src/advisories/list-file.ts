import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { MAX_ADVISORIES_BYTES } from '@toolmark/core';

/** What was remembered, or undefined where nothing was. What it says is for the reader to verify. */
export function readListFile(file: string): Uint8Array | undefined {
  const descriptor = openExisting(file);
  if (descriptor === undefined) return undefined;
  try {
    const { size } = fstatSync(descriptor);
    // One byte too many is enough for the reader to refuse it.
    const bytes = Buffer.alloc(Math.min(size, MAX_ADVISORIES_BYTES + 1));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, length);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

export function makeListFolder(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
}

/** Replaces the file in one step, after a last look; nobody else may read what a user is warned of. */
export function writeListFile(file: string, bytes: Uint8Array, lastLook: () => void): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeWhole(draft, bytes);
    lastLook();
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function openExisting(file: string): number | undefined {
  try {
    // A link may lead anywhere, and a pipe that nobody writes to would be waited for.
    return openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeWhole(file: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
