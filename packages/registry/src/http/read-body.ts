import { ToolmarkError } from '@toolmark/core';

/** Reads a body up to a limit and no further, whatever its header says about its length. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] ?? new Uint8Array()) : new Uint8Array(Buffer.concat(chunks));
}

function tooLarge(maxBytes: number): ToolmarkError {
  return new ToolmarkError('request.too-large', `A body has at most ${maxBytes} bytes here.`);
}
