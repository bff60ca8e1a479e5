import { DER_TAG, type DerElement, readChildren, readElement } from './der.ts';

/** What certificates and CRLs have in common: SEQUENCE { signed bytes, algorithm, signature }. */
export interface SignedStructure {
  /** What was signed, with its header. Only the issuer can change a byte of it. */
  readonly tbs: Uint8Array;
  /** The elements of what was signed. */
  readonly members: readonly DerElement[];
  readonly algorithm: Uint8Array;
  /** The content of the BIT STRING after its first byte. */
  readonly signature: Uint8Array;
}

/** Reads the outside strictly, because the signature does not cover it; undefined where it is not DER of this shape. */
export function readSignedStructure(der: Uint8Array): SignedStructure | undefined {
  const outside = readElement(der, 0);
  if (outside?.tag !== DER_TAG.sequence || outside.end !== der.length) return undefined;
  const [tbs, algorithm, signature, ...others] = readChildren(der, outside) ?? [];
  if (tbs?.tag !== DER_TAG.sequence || algorithm?.tag !== DER_TAG.sequence || others.length > 0) return undefined;
  // The first byte counts unused bits. A signature has none.
  if (signature?.tag !== DER_TAG.bitString || der[signature.start] !== 0) return undefined;
  const members = readChildren(der, tbs);
  if (members === undefined) return undefined;
  return {
    tbs: bytesOf(der, tbs),
    members,
    algorithm: bytesOf(der, algorithm),
    signature: der.subarray(signature.start + 1, signature.end),
  };
}

/** The bytes of an element, with its header. */
export function bytesOf(der: Uint8Array, { at, end }: DerElement): Uint8Array {
  return der.subarray(at, end);
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
