import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { codeOf } from '../content/store-error.ts';

export interface HashedFile {
  readonly hex: string;
  readonly bytes: number;
}

/** SHA-256 of a file, or undefined if it has more bytes than allowed, also if it grows while it is read. */
export function hashFile(file: string, maxBytes: number): Promise<HashedFile | undefined> {
  return reading(file, async () => {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await handle.stat()).isFile()) throw unreadable(file, 'it is not a file');
      return await hashOpen(handle, maxBytes);
    } finally {
      await handle.close();
    }
  });
}

const CHUNK_BYTES = 256 * 1024;

async function hashOpen(handle: FileHandle, maxBytes: number): Promise<HashedFile | undefined> {
  const hash = createHash('sha256');
  const chunk = new Uint8Array(CHUNK_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length);
    if (bytesRead === 0) return { hex: hash.digest('hex'), bytes };
    bytes += bytesRead;
    if (bytes > maxBytes) return undefined;
    hash.update(chunk.subarray(0, bytesRead));
  }
}

/** Turns failures to read into refusals that name the file without its folder. */
export async function reading<Result>(file: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    const code = codeOf(cause);
    if (cause instanceof ToolmarkError || code === undefined) throw cause;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw notFound(file, cause);
    throw unreadable(file, code, cause);
  }
}

function notFound(file: string, cause: unknown): ToolmarkError {
  const message = `There is no file ${quoteInert(path.basename(file))}. Check the command of the server.`;
  return new ToolmarkError('package.not-found', message, { cause });
}

function unreadable(file: string, reason: string, cause?: unknown): ToolmarkError {
  const message = `Cannot read ${quoteInert(path.basename(file))} (${reason}), which belongs to the server. Make it readable, or use --no-package.`;
  return new ToolmarkError('package.unreadable', message, { cause });
}
