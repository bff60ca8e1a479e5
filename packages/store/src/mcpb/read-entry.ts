import { crc32 } from 'node:zlib';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { Inflate } from 'fflate';
import { malformed } from './bundle-error.ts';
import type { ZipEntry } from './zip-entries.ts';

/** So much is inflated before the length is looked at again: at most a thousand times as many bytes. */
const STEP_BYTES = 64 * 1024;

/** The bytes of an entry. Ends as soon as they are more than stated, which is how a bomb begins. Throws `mcpb.*`. */
export function readEntry(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  const packed = archive.subarray(entry.start, entry.start + entry.packedBytes);
  const bytes = entry.isDeflated ? inflate(packed, entry) : packed;
  if (bytes.length !== entry.bytes || crc32(bytes) !== entry.crc)
    throw malformed(`${quoteInert(entry.name)} in it is damaged`);
  return bytes;
}

function inflate(packed: Uint8Array, entry: ZipEntry): Uint8Array {
  const bytes = new Uint8Array(entry.bytes);
  let length = 0;
  const stream = new Inflate(chunk => {
    if (length + chunk.length > entry.bytes) throw tooLong(entry);
    bytes.set(chunk, length);
    length += chunk.length;
  });
  try {
    for (let at = 0; at < packed.length; at += STEP_BYTES)
      stream.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length);
  } catch (cause) {
    throw cause instanceof ToolmarkError ? cause : malformed(`${quoteInert(entry.name)} in it is damaged`);
  }
  return bytes.subarray(0, length);
}

function tooLong({ name }: ZipEntry): ToolmarkError {
  return malformed(`${quoteInert(name)} in it is longer than stated`, 'mcpb.too-large');
}
