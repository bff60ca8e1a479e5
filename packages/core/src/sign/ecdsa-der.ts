/**
 * Whether bytes are one ECDSA signature in DER: SEQUENCE { INTEGER r, INTEGER s }, shortest lengths, positive shortest
 * integers, nothing after. Other encodings of the same numbers would make the text of a signature malleable.
 */
export function isEcdsaDer(bytes: Uint8Array): boolean {
  const sequence = readElement(bytes, 0, SEQUENCE);
  if (sequence === undefined || sequence.end !== bytes.length) return false;
  const r = readElement(bytes, sequence.start, INTEGER);
  if (r === undefined || !isShortPositive(bytes, r)) return false;
  const s = readElement(bytes, r.end, INTEGER);
  return s !== undefined && isShortPositive(bytes, s) && s.end === bytes.length;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

interface Element {
  readonly start: number;
  readonly end: number;
}

/** No signature here reaches 256 bytes of content, so one length byte after 0x81 is the longest form there is. */
function readElement(bytes: Uint8Array, at: number, tag: number): Element | undefined {
  const first = bytes[at + 1];
  if (bytes[at] !== tag || first === undefined) return undefined;
  if (first < 0x80) return within(bytes, at + 2, first);
  const length = bytes[at + 2] ?? 0;
  return first === 0x81 && length >= 0x80 ? within(bytes, at + 3, length) : undefined;
}

function within(bytes: Uint8Array, start: number, length: number): Element | undefined {
  return start + length <= bytes.length ? { start, end: start + length } : undefined;
}

function isShortPositive(bytes: Uint8Array, { start, end }: Element): boolean {
  const first = bytes[start];
  if (first === undefined || start === end || first >= 0x80) return false;
  return first !== 0 || (end - start > 1 && (bytes[start + 1] ?? 0) >= 0x80);
}
