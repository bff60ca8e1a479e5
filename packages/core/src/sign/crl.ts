import { verify } from 'node:crypto';
import {
  CertificateRevocationList,
  type Extension,
  type GeneralName,
  GeneralNames,
  RelativeDistinguishedNames,
  type RevokedCertificate,
} from 'pkijs';
import { ToolmarkError } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { bytesToHex, DER_TAG, readElement, readInteger } from './der.ts';
import { areEqual, bytesOf, readSignedStructure, type SignedStructure } from './signed-structure.ts';

/** A certificate revocation list, parsed once; its signature is checked when its issuer is known. */
export interface Crl {
  /** @internal Its issuer, and the issuers that entries of an indirect list name. */
  readonly names: readonly RelativeDistinguishedNames[];
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** When each serial number was revoked. */
  readonly revoked: ReadonlyMap<string, Date>;
  readonly isSupported: boolean;
  readonly signed: SignedStructure;
}

/** From DER; throws `revocation.crl-malformed`. */
export function parseCrl(der: Uint8Array): Crl {
  const signed = readStructure(der);
  const pki = readList(der);
  const entries = pki.revokedCertificates ?? [];
  const extensions = [...(pki.crlExtensions?.extensions ?? []), ...entries.flatMap(extensionsOf)];
  return {
    names: [pki.issuer, ...entries.flatMap(extensionsOf).flatMap(issuersIn)],
    thisUpdate: pki.thisUpdate.value,
    nextUpdate: pki.nextUpdate?.value,
    revoked: new Map(entries.map(entry => [serialOf(entry), entry.revocationDate.value])),
    // Critical extensions make a list partial, indirect or a delta: it then does not say who is *not* revoked.
    isSupported: !extensions.some(({ critical }) => critical),
    signed,
  };
}

/** The hash of each algorithm, by its object identifier. */
const HASHES: Readonly<Record<string, string | null>> = {
  '2a864886f70d01010b': 'sha256', // RSA
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a8648ce3d040302': 'sha256', // ECDSA
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2b6570': null, // Ed25519
};

/** Whether the key of a certificate signed the list. Key identifiers are hints that anyone may write; keys decide. */
export function isSignedBy({ signed }: Pick<Crl, 'signed'>, { publicKey }: Pick<Certificate, 'publicKey'>): boolean {
  const hash = hashOf(signed);
  if (hash === undefined) return false;
  try {
    return verify(hash, signed.tbs, publicKey, signed.signature);
  } catch {
    // OpenSSL throws when key and algorithm do not belong together: then this key did not sign it.
    return false;
  }
}

/** Whether the signature can be checked at all. SHA-1 and RSA-PSS cannot: such a list may be genuine. */
export function hasKnownAlgorithm({ signed }: Pick<Crl, 'signed'>): boolean {
  return hashOf(signed) !== undefined;
}

/**
 * `isSignedBy` for a list in DER whose content is not read. Throws `revocation.crl-malformed`, and
 * `revocation.crl-unsupported` where the signature cannot be checked.
 */
export function isCrlSignedBy(der: Uint8Array, authority: Certificate): boolean {
  const crl = { signed: readStructure(der) };
  if (hasKnownAlgorithm(crl)) return isSignedBy(crl, authority);
  throw new ToolmarkError('revocation.crl-unsupported', 'The CRL is signed with an algorithm that is not supported.');
}

function hashOf({ algorithm }: SignedStructure): string | null | undefined {
  const oid = oidOf(algorithm);
  return Object.hasOwn(HASHES, oid) ? HASHES[oid] : undefined;
}

function oidOf(algorithm: Uint8Array): string {
  const sequence = readElement(algorithm, 0);
  const oid = sequence === undefined ? undefined : readElement(algorithm, sequence.start);
  return oid === undefined ? '' : bytesToHex(algorithm.subarray(oid.start, oid.end));
}

/** @internal Whether a list names the subject of a certificate as an issuer. */
export function namesIssuer({ names }: Crl, name: RelativeDistinguishedNames): boolean {
  return names.some(named => named.isEqual(name));
}

function readStructure(der: Uint8Array): SignedStructure {
  const structure = readSignedStructure(der);
  if (structure === undefined) throw malformed('Bytes follow the CRL, or it is not DER.');
  const [first, second] = structure.members;
  const inner = first?.tag === DER_TAG.integer ? second : first;
  if (inner !== undefined && areEqual(structure.algorithm, bytesOf(der, inner))) return structure;
  throw malformed('The CRL names two signature algorithms.');
}

function readList(der: Uint8Array): CertificateRevocationList {
  try {
    return CertificateRevocationList.fromBER(new Uint8Array(der));
  } catch (cause) {
    throw malformed('This is not a CRL in DER.', cause);
  }
}

function extensionsOf({ crlEntryExtensions }: RevokedCertificate): readonly Extension[] {
  return crlEntryExtensions?.extensions ?? [];
}

const CERTIFICATE_ISSUER = '2.5.29.29';
const DIRECTORY_NAME = 4;

function issuersIn({ extnID, parsedValue }: Extension): RelativeDistinguishedNames[] {
  if (extnID !== CERTIFICATE_ISSUER) return [];
  if (!(parsedValue instanceof GeneralNames))
    throw malformed('An entry of the CRL names its issuer in an unknown way.');
  return parsedValue.names.flatMap(({ type, value }: GeneralName) =>
    type === DIRECTORY_NAME && value instanceof RelativeDistinguishedNames ? [value] : [],
  );
}

/** As a number, so that two encodings of it are one. */
function serialOf({ userCertificate }: RevokedCertificate): string {
  return readInteger(userCertificate.valueBlock.valueHexView).toString(16);
}

function malformed(message: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError('revocation.crl-malformed', message, { cause });
}
