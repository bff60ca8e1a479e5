/** What stands for a full stop of Chinese and Japanese, for quotation marks, for dashes, and for any other character beyond ASCII. */
export const FULL_STOP = 0xb7;
const OPENING = 0xab;
const CLOSING = 0xbb;
const DASH = 0xad;
const BEYOND = 0xa4;
const SPACE = 0x20;

/** So much room is kept from one text to the next; a longer text gets its own. */
const KEPT = 1 << 16;

/**
 * Makes folded texts ones of one byte a character, each character in its place. Patterns ask for nothing beyond ASCII but
 * what is told apart here. For strings of two bytes an engine makes every pattern a second time; and once patterns and
 * programs together fill 16 MiB, V8 makes the rest of them in a form that is several times as slow.
 */
export class Narrow {
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder('latin1');
  readonly #kept = new Uint8Array(KEPT);

  of(text: string): string {
    return this.#decoder.decode(this.bytesOf(text).subarray(0, text.length));
  }

  /** The same as bytes, which hold until the next text is made narrow. What stands behind the text means nothing. */
  bytesOf(text: string): Uint8Array {
    const { length } = text;
    const bytes = length <= KEPT ? this.#kept : new Uint8Array(length);
    const { read, written } = this.#encoder.encodeInto(text, bytes);
    // More bytes than characters: there is more than ASCII in it.
    if (read !== length || written !== length) writeUnits(text, length, bytes);
    return bytes;
  }
}

function writeUnits(text: string, length: number, bytes: Uint8Array): void {
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    bytes[i] = code < 128 ? code : narrowed(code);
  }
}

function narrowed(code: number): number {
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return FULL_STOP;
  if (code === 0x2013 || code === 0x2014) return DASH;
  if (code === 0x201c) return OPENING;
  if (code === 0x201d) return CLOSING;
  return isSpace(code) ? SPACE : BEYOND;
}

/** What `\s` matches beyond ASCII. To ask a pattern would cost more than all the rest. */
function isSpace(code: number): boolean {
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0xa0 ||
    code === 0x3000 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x1680 ||
    code === 0xfeff
  );
}
