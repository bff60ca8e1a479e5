import { DER_TAG, type DerElement, readChildren, readElement, readInteger, writeElement, writeInteger } from './der.ts';

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
