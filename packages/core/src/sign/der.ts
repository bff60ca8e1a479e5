/** One element of DER with a tag of a single byte: where it begins, and where its content begins and ends. */
export interface DerElement {
  readonly tag: number;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

export const DER_TAG = { integer: 0x02, bitString: 0x03, sequence: 0x30 } as const;

/** The element at an offset, or undefined where there is none with a shortest, definite length. */
export function readElement(bytes: Uint8Array, at: number, limit = bytes.length): DerElement | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : readLength(bytes.subarray(at + 2, start));
  // 0x80 is the indefinite length of BER.
  if (first === 0x80 || length === undefined || start + length > limit) return undefined;
  return { tag, at, start, end: start + length };
}

/** The elements inside an element, or undefined unless they fill it exactly. */
export function readChildren(bytes: Uint8Array, parent: DerElement): DerElement[] | undefined {
  const children: DerElement[] = [];
  let at = parent.start;
  while (at < parent.end) {
    const child = readElement(bytes, at, parent.end);
    if (child === undefined) return undefined;
    children.push(child);
    at = child.end;
  }
  return children;
}

export function writeElement(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const digits = length.toString(16);
  const lengthBytes = hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
  const header = length < 0x80 ? [tag, length] : [tag, 0x80 | lengthBytes.length, ...lengthBytes];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  let at = header.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The content of a DER INTEGER as a number: two's complement, so that padding does not make another number. */
export function readInteger(content: Uint8Array): bigint {
  return content.length === 0 ? 0n : BigInt.asIntN(content.length * 8, BigInt(`0x${bytesToHex(content)}`));
}

/** An integer as an element, in as few bytes as it takes. */
export function writeInteger(value: bigint): Uint8Array {
  let length = 1;
  while (BigInt.asIntN(length * 8, value) !== value) length++;
  const digits = BigInt.asUintN(length * 8, value).toString(16);
  return writeElement(DER_TAG.integer, hexToBytes(digits.padStart(length * 2, '0')));
}

export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

function hexToBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

/** Four bytes of length are more than any file that is read here; a leading zero or a length below 128 is not shortest. */
function readLength(bytes: Uint8Array): number | undefined {
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return bytes.length <= 4 && bytes[0] !== 0 && value >= 0x80 ? value : undefined;
}

/** The numbers of an ECDSA signature. */
export interface EcdsaNumbers {
  readonly r: bigint;
  readonly s: bigint;
}

/**
 * Whether bytes are one ECDSA signature in DER: SEQUENCE { INTEGER r, INTEGER s }, shortest lengths, positive shortest
 * integers, nothing after. Other encodings of the same numbers would make the text of a signature malleable.
 */
export function isEcdsaDer(bytes: Uint8Array): boolean {
  return readEcdsaDer(bytes) !== undefined;
}

export function readEcdsaDer(bytes: Uint8Array): EcdsaNumbers | undefined {
  const sequence = readElement(bytes, 0);
  if (sequence?.tag !== DER_TAG.sequence || sequence.end !== bytes.length) return undefined;
  const [r, s, ...others] = readChildren(bytes, sequence) ?? [];
  if (r === undefined || s === undefined || others.length > 0) return undefined;
  if (!isShortPositive(bytes, r) || !isShortPositive(bytes, s)) return undefined;
  return { r: readInteger(bytes.subarray(r.start, r.end)), s: readInteger(bytes.subarray(s.start, s.end)) };
}

export function writeEcdsaDer({ r, s }: EcdsaNumbers): Uint8Array {
  return writeElement(DER_TAG.sequence, writeInteger(r), writeInteger(s));
}

function isShortPositive(bytes: Uint8Array, { tag, start, end }: DerElement): boolean {
  const first = bytes[start];
  if (tag !== DER_TAG.integer || first === undefined || start === end || first >= 0x80) return false;
  return first !== 0 || (end - start > 1 && (bytes[start + 1] ?? 0) >= 0x80);
}
