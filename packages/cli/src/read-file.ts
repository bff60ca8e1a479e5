import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_MAX_BYTES, quoteInert, ToolmarkError } from '@toolmark/core';

const STDIN = 0;
const CHUNK = 64 * 1024;

/** A file, or standard input for `-`. It stops one byte past the limit, so that no file can fill the memory. */
export function readFile(file: string, cwd: string, maxBytes = DEFAULT_MAX_BYTES): Uint8Array {
  try {
    if (file === '-') return readUpTo(STDIN, maxBytes + 1);
    const resolved = path.resolve(cwd, file);
    if (statSync(resolved).isDirectory()) throw new Error('it is a folder');
    const descriptor = openSync(resolved, 'r');
    try {
      return readUpTo(descriptor, maxBytes + 1);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw new ToolmarkError('input.unreadable', `${quoteInert(file)} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

function readUpTo(descriptor: number, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total < limit) {
    const chunk = new Uint8Array(Math.min(CHUNK, limit - total));
    const count = readSync(descriptor, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission is denied',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EAGAIN: 'nothing is on standard input',
};

export function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  return (code === undefined ? undefined : REASONS[code]) ?? code ?? (cause as Error).message;
}
