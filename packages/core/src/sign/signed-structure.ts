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

/** The bytes of a certificate that revocation depends on. */
export interface CertificateParts extends Pick<SignedStructure, 'tbs' | 'algorithm' | 'signature'> {
  /** The content of the INTEGER. */
  readonly serialNumber: Uint8Array;
  /** Names in DER. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
}

/**
 * The parts, or undefined where the outside is not as RFC 5280, section 4.1, says. Each freedom there would give one
 * certificate several digests, so the algorithm must be the one inside, byte for byte.
 */
export function readCertificateParts(der: Uint8Array): CertificateParts | undefined {
  const structure = readSignedStructure(der);
  if (structure === undefined) return undefined;
  const [serial, inner, issuer, , subject] = withoutVersion(structure.members);
  if (serial?.tag !== DER_TAG.integer || inner === undefined || issuer === undefined || subject === undefined) {
    return undefined;
  }
  if (!areEqual(structure.algorithm, bytesOf(der, inner))) return undefined;
  const { tbs, algorithm, signature } = structure;
  const serialNumber = der.subarray(serial.start, serial.end);
  return { tbs, algorithm, signature, serialNumber, issuer: bytesOf(der, issuer), subject: bytesOf(der, subject) };
}

const VERSION = 0xa0;

function withoutVersion(members: readonly DerElement[]): readonly DerElement[] {
  return members[0]?.tag === VERSION ? members.slice(1) : members;
}
