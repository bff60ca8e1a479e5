import { DER_TAG, type DerElement } from './der.ts';
import { areEqual, bytesOf, readSignedStructure, type SignedStructure } from './signed-structure.ts';

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
