import { ToolmarkError } from '@toolmark/core';

/** Reads an answer up to a limit and no further. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const reader = response.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new ToolmarkError('registry.bad-answer', `The registry sent more than ${maxBytes} bytes.`);
    }
    parts.push(value);
  }
  return join(parts, size);
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
