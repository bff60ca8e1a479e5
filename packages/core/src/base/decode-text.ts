import { ToolmarkError } from './error.ts';
import { findUtf8Fault } from './text-position.ts';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8 and nothing else: no byte order mark, no broken or encoded half characters, no more than the limit. */
export function decodeText(bytes: Uint8Array, maxBytes: number): string {
  if (bytes.length > maxBytes) {
    throw new ToolmarkError('json.too-large', `The text has ${bytes.length} bytes; the limit is ${maxBytes}.`);
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new ToolmarkError('json.byte-order-mark', 'The text starts with a byte order mark. Save it as plain UTF-8.', {
      position: { offset: 0, line: 1, column: 1 },
    });
  }
  try {
    return DECODER.decode(bytes);
  } catch (cause) {
    const position = findUtf8Fault(bytes);
    throw new ToolmarkError('json.encoding', `Byte ${position.offset} is not valid UTF-8.`, { cause, position });
  }
}
