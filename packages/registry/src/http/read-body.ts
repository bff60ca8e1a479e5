import { ToolmarkError } from '@toolmark/core';

/** Reads a body up to a limit and no further, whatever its header says about its length. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  // What unpacks to a thousand times its size is not unpacked at all.
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity') throw encoded();
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read().catch(incomplete);
    if (done) return chunks.length === 1 ? (chunks[0] ?? new Uint8Array()) : new Uint8Array(Buffer.concat(chunks));
    size += value.length;
    // Left unread, not cancelled: cut off now, the client would never see the answer. The server hangs up soon after it.
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(value);
  }
}

function encoded(): ToolmarkError {
  return new ToolmarkError('request.unsupported-type', 'Send the body as it is, without Content-Encoding.');
}

function tooLarge(maxBytes: number): ToolmarkError {
  return new ToolmarkError('request.too-large', `A body has at most ${maxBytes} bytes here.`);
}

function incomplete(cause: unknown): never {
  throw new ToolmarkError('request.incomplete', 'The body ended before it was complete. Send it again.', { cause });
}
