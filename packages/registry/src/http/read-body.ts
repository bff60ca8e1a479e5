import type { IncomingMessage } from 'node:http';
import { ToolmarkError } from '@toolmark/core';

/** Reads a body up to a limit, whatever its declared length. `drainBody` reads the rest after the answer. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = 0 } = incoming.headers;
  // A compressed body could expand to a thousand times its size.
  if (encoding !== 'identity') throw encoded();
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (): void => {
      incoming.off('data', take).off('end', finish).off('error', fail).off('close', fail);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      stop();
      incoming.pause();
      reject(tooLarge(maxBytes));
    };
    const finish = (): void => {
      stop();
      resolve(new Uint8Array(Buffer.concat(chunks, size)));
    };
    const fail = (cause?: unknown): void => {
      stop();
      reject(incomplete(cause));
    };
    incoming.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
}

function encoded(): ToolmarkError {
  return new ToolmarkError('request.unsupported-type', 'Send the body without Content-Encoding.');
}

function tooLarge(maxBytes: number): ToolmarkError {
  return new ToolmarkError('request.too-large', `A body has at most ${maxBytes} bytes.`);
}

function incomplete(cause: unknown): ToolmarkError {
  return new ToolmarkError('request.incomplete', 'The body ended before it was complete. Send it again.', { cause });
}
