import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { codeOf } from '../content/store-error.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** The bytes of an `.mcpb` file. Throws `mcpb.too-large`, `package.not-found` or `package.unreadable`. */
export async function readBundleFile(file: string): Promise<Uint8Array> {
  const name = quoteInert(path.basename(file));
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return await readWhole(handle, name);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof ToolmarkError) throw cause;
    if (codeOf(cause) === 'ENOENT')
      throw new ToolmarkError('package.not-found', `There is no bundle ${name}. Check the command of the server.`, {
        cause,
      });
    throw unreadable(name, codeOf(cause) ?? 'unknown error', cause);
  }
}

/** Reads as many bytes as the file had when it was opened; one that grows meanwhile is refused later, by its end. */
async function readWhole(handle: FileHandle, name: string): Promise<Uint8Array> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw unreadable(name, 'it is not a file');
  if (stats.size > MAX_BYTES)
    throw new ToolmarkError('mcpb.too-large', `The bundle ${name} exceeds 256 MiB. It is not read.`);
  const bytes = new Uint8Array(stats.size);
  for (let length = 0; length < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) throw unreadable(name, 'it became shorter');
    length += bytesRead;
  }
  return bytes;
}

function unreadable(name: string, reason: string, cause?: unknown): ToolmarkError {
  const message = `Cannot read the bundle ${name} (${reason}). Check its permissions and the command of the server.`;
  return new ToolmarkError('package.unreadable', message, { cause });
}
