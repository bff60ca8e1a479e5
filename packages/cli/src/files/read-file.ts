import { closeSync, constants, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { DEFAULT_MAX_BYTES } from '@toolmark/core/json';
import type { Io } from '../io.ts';
import { readUpTo } from './read-up-to.ts';

/** A file, or standard input for `-`. It stops one byte past the limit, so that no file can fill the memory. */
export function readFile(file: string, io: Pick<Io, 'cwd' | 'stdin'>, maxBytes = DEFAULT_MAX_BYTES): Uint8Array {
  try {
    if (file === '-') return io.stdin(maxBytes + 1);
    const resolved = path.resolve(io.cwd, file);
    if (statSync(resolved).isDirectory()) throw new Error('is a directory');
    // A blocking open of a pipe without a writer never returns.
    const descriptor = openSync(resolved, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return readUpTo(descriptor, maxBytes + 1);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw new ToolmarkError('input.unreadable', `${quoteInert(file)} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ELOOP: 'too many symbolic links',
  EAGAIN: 'standard input is empty',
};

export function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  return (code === undefined ? undefined : REASONS[code]) ?? code ?? (cause as Error).message;
}
