import { fstatSync, readSync } from 'node:fs';

const CHUNK = 64 * 1024;

/** Bytes from an open file or pipe until its end or the limit, whichever comes first. */
export function readUpTo(descriptor: number, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  let size = expectedSize(descriptor);
  while (total < limit) {
    const chunk = new Uint8Array(Math.min(size, limit - total));
    const count = readPatiently(descriptor, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
    size = CHUNK;
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** A file is read in one piece, so that a large one is not held twice; one byte more shows whether it has grown. */
function expectedSize(descriptor: number): number {
  const status = fstatSync(descriptor);
  return status.isFile() ? status.size + 1 : CHUNK;
}

/** A pipe that its writer has set to non-blocking answers "try again" until there is something to read. */
function readPatiently(descriptor: number, chunk: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
