import { type KeyObject, sign } from 'node:crypto';
import { ToolmarkError } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { DER_TAG, writeElement, writeInteger } from './der.ts';
import type { RevocationReason } from './revocation.ts';

/** One certificate of the authority that it revokes. */
export interface CrlEntry {
  readonly serialNumber: bigint;
  readonly time: Date;
  /** The number of RFC 5280, section 5.3.1. */
  readonly reasonCode: number;
}

const OID = 0x06;

export const CRL_REASON_CODES: Readonly<Record<RevocationReason, number>> = {
  unspecified: 0,
  'key-compromise': 1,
  'ca-compromise': 2,
  'affiliation-changed': 3,
  superseded: 4,
  'cessation-of-operation': 5,
  'privilege-withdrawn': 9,
};

/** A certificate revocation list of version 2 in DER (RFC 5280, section 5), signed by the authority. */
export function writeCrl(
  authority: Certificate,
  key: KeyObject,
  entries: readonly CrlEntry[],
  { thisUpdate, nextUpdate }: { readonly thisUpdate: Date; readonly nextUpdate: Date },
): Uint8Array {
  const { hash, identifier } = algorithmFor(key);
  const tbs = writeElement(
    DER_TAG.sequence,
    writeElement(DER_TAG.integer, Uint8Array.of(1)),
    identifier,
    authority.subjectDer,
    writeTime(thisUpdate),
    writeTime(nextUpdate),
    // An empty list must be absent.
    ...(entries.length === 0 ? [] : [writeElement(DER_TAG.sequence, ...entries.map(writeEntry))]),
  );
  const signature = writeElement(DER_TAG.bitString, Uint8Array.of(0), sign(hash, tbs, key));
  return writeElement(DER_TAG.sequence, tbs, identifier, signature);
}

/** RFC 5280 wants no reason instead of "unspecified", and no list of extensions instead of an empty one. */
function writeEntry({ serialNumber, time, reasonCode }: CrlEntry): Uint8Array {
  const parts = [writeInteger(serialNumber), writeTime(time)];
  return writeElement(DER_TAG.sequence, ...parts, ...(reasonCode === 0 ? [] : [writeReason(reasonCode)]));
}

const REASON_CODE = Uint8Array.of(0x06, 0x03, 0x55, 0x1d, 0x15);
const ENUMERATED = 0x0a;
const OCTET_STRING = 0x04;

function writeReason(code: number): Uint8Array {
  const value = writeElement(OCTET_STRING, writeElement(ENUMERATED, Uint8Array.of(code)));
  return writeElement(DER_TAG.sequence, writeElement(DER_TAG.sequence, REASON_CODE, value));
}

const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

/** Two digits of the year up to 2049, four from then on (RFC 5280, section 5.1.2.4). */
function writeTime(time: Date): Uint8Array {
  const digits = time.toISOString().slice(0, 19).replace(/[-T:]/g, '');
  const isShort = time.getUTCFullYear() < 2050;
  const text = new TextEncoder().encode(`${isShort ? digits.slice(2) : digits}Z`);
  return writeElement(isShort ? UTC_TIME : GENERALIZED_TIME, text);
}

interface SigningAlgorithm {
  readonly hash: string | null;
  /** An AlgorithmIdentifier in DER. */
  readonly identifier: Uint8Array;
}

const ED25519: SigningAlgorithm = { hash: null, identifier: identifier(0x2b, 0x65, 0x70) };
const RSA: SigningAlgorithm = { hash: 'sha256', identifier: rsaIdentifier() };
const ECDSA: Readonly<Record<string, SigningAlgorithm>> = {
  prime256v1: { hash: 'sha256', identifier: identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2) },
  secp384r1: { hash: 'sha384', identifier: identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 3) },
  secp521r1: { hash: 'sha512', identifier: identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 4) },
};

function algorithmFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SigningAlgorithm {
  if (asymmetricKeyType === 'ed25519') return ED25519;
  if (asymmetricKeyType === 'rsa') return RSA;
  const curve = asymmetricKeyType === 'ec' ? (asymmetricKeyDetails?.namedCurve ?? '') : '';
  const algorithm = Object.hasOwn(ECDSA, curve) ? ECDSA[curve] : undefined;
  if (algorithm !== undefined) return algorithm;
  throw new ToolmarkError('certificate.key-unsupported', 'The authority has an unsupported kind of key.');
}

function identifier(...oid: readonly number[]): Uint8Array {
  return writeElement(DER_TAG.sequence, writeElement(OID, Uint8Array.from(oid)));
}

/** RFC 4055 wants NULL as parameters. */
function rsaIdentifier(): Uint8Array {
  const oid = writeElement(OID, Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 0x0b));
  return writeElement(DER_TAG.sequence, oid, Uint8Array.of(0x05, 0x00));
}
