import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';

/** Up to `maxBytes` of a file and its stats; undefined if there is no such file. */
export function readPrivateFile(file: string, maxBytes: number): { bytes: Uint8Array; stats: Stats } | undefined {
  const descriptor = openExisting(file);
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(stats.size, maxBytes));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, length);
    }
    return { bytes: bytes.subarray(0, length), stats };
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file atomically, with mode 0600, after a last check. */
export function replacePrivateFile(file: string, bytes: Uint8Array, lastCheck: () => void): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeWhole(draft, bytes);
    lastCheck();
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function openExisting(file: string): number | undefined {
  try {
    // Links are not followed, and opening a pipe must not block.
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
