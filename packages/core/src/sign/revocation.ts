import {
  type Digest,
  type Finding,
  findNonJson,
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  member,
  quoteInert,
  readJson,
  ToolmarkError,
} from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { fault, nameOf } from './fault.ts';

export const REVOCATION_REASONS = [
  'unspecified',
  'key-compromise',
  'ca-compromise',
  'affiliation-changed',
  'superseded',
  'cessation-of-operation',
  'privilege-withdrawn',
] as const;

export type RevocationReason = (typeof REVOCATION_REASONS)[number];

/** What a list can name of a certificate. Any one that fits is enough. */
export interface RevokedNames {
  /** SHA-256 of the certificate's DER. */
  readonly certificate?: Digest;
  /** SHA-256 of the TBSCertificate, which the issuer signed. */
  readonly tbsCertificate?: Digest;
  /** SHA-256 of the issuer's name in DER; together with the serial number. */
  readonly issuer?: Digest;
  /** In lower-case hexadecimal digits. */
  readonly serialNumber?: string;
  /** SHA-256 of the SubjectPublicKeyInfo: every certificate of the key. */
  readonly publicKey?: Digest;
}

/** One certificate, or every certificate of one key, that is no longer trusted. */
export interface Revocation extends RevokedNames {
  readonly reason: RevocationReason;
  /** For people only: without trusted time, a revoked signer voids all its signatures. */
  readonly time: string;
}

/** Everything that names a certificate in a list. Without the key, other certificates of the key stay valid. */
export function namesForRevocation(certificate: Certificate, { keepKey = false } = {}): RevokedNames {
  const { fingerprint, tbsDigest, issuerDigest, serialNumber, publicKeyDigest } = certificate;
  return {
    certificate: fingerprint,
    tbsCertificate: tbsDigest,
    issuer: issuerDigest,
    serialNumber,
    ...(keepKey ? {} : { publicKey: publicKeyDigest }),
  };
}

const MEMBERS = ['certificate', 'tbsCertificate', 'issuer', 'serialNumber', 'publicKey', 'reason', 'time'];

/** A revocation list from bytes (docs/spec/signature.md, section 7); throws `revocation.list-malformed`. */
export function parseRevocations(input: Uint8Array | Json): readonly Revocation[] {
  const list = input instanceof Uint8Array ? readJson(input) : input;
  if (findNonJson(list, 'json.not-json').length > 0 || !isJsonObject(list)) throw malformed('it is not an object');
  refuseUnknown(list, ['version', 'revoked']);
  if (member(list, 'version') !== 1) throw malformed('its version is not 1');
  const entries = member(list, 'revoked');
  if (!Array.isArray(entries)) throw malformed('"revoked" is not a list');
  return entries.map(parseEntry);
}

/** The text of a revocation list, one entry a line. */
export function writeRevocations(revocations: readonly Revocation[]): string {
  const lines = revocations.map(({ reason, time, ...names }) => jcs({ ...presentNames(names), reason, time }));
  const body = lines.length === 0 ? '' : `\n    ${lines.join(',\n    ')}\n  `;
  return `{\n  "version": 1,\n  "revoked": [${body}]\n}\n`;
}

/** Whether a certificate is on the list, by anything that an entry names. */
export function checkRevocations(certificate: Certificate, revocations: readonly Revocation[]): Finding[] {
  const entry = revocations.find(listed => isNamedBy(certificate, listed));
  if (entry === undefined) return [];
  return [
    fault(
      'revocation.revoked',
      `${nameOf(certificate)} was revoked on ${entry.time} (${entry.reason}). Do not trust what it signed.`,
    ),
  ];
}

// A digest of the DER alone names an encoding: (r, n − s) in the issuer's signature gives another. So twins count too.
function isNamedBy(certificate: Certificate, entry: RevokedNames): boolean {
  if (entry.publicKey === certificate.publicKeyDigest || entry.tbsCertificate === certificate.tbsDigest) return true;
  if (entry.issuer === certificate.issuerDigest && entry.serialNumber === certificate.serialNumber) return true;
  return entry.certificate !== undefined && certificate.fingerprints.includes(entry.certificate);
}

function parseEntry(entry: Json): Revocation {
  if (!isJsonObject(entry)) throw malformed('an entry is not an object');
  refuseUnknown(entry, MEMBERS);
  const names = parseNames(entry);
  if (Object.keys(names).length === 0) throw malformed('an entry names nothing');
  const [reason, time] = [member(entry, 'reason'), member(entry, 'time')];
  const known = REVOCATION_REASONS.find(word => word === reason);
  if (known === undefined) throw malformed(`a reason is not one of ${REVOCATION_REASONS.join(', ')}`);
  if (typeof time !== 'string' || !isTime(time)) throw malformed('a time is not of the form 2026-01-31T12:00:00Z');
  return { ...names, reason: known, time };
}

function parseNames(entry: JsonObject): RevokedNames {
  const serialNumber = parseSerialNumber(entry);
  const issuer = parseDigest(entry, 'issuer');
  if ((serialNumber === undefined) !== (issuer === undefined)) {
    throw malformed('an entry has "issuer" without "serialNumber", or the other way round');
  }
  return presentNames({
    certificate: parseDigest(entry, 'certificate'),
    tbsCertificate: parseDigest(entry, 'tbsCertificate'),
    issuer,
    serialNumber,
    publicKey: parseDigest(entry, 'publicKey'),
  });
}

function parseDigest(entry: JsonObject, name: string): Digest | undefined {
  const value = member(entry, name);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && isDigest(value)) return value;
  throw malformed(`"${name}" is not "sha256:" and 64 lower-case hexadecimal digits`);
}

export function isDigest(text: string): text is Digest {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}

/** One spelling only: `01` beside `1` would be a second name for the same certificate. */
function parseSerialNumber(entry: JsonObject): string | undefined {
  const value = member(entry, 'serialNumber');
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^(0|-?[1-9a-f][0-9a-f]{0,127})$/.test(value)) return value;
  throw malformed('"serialNumber" is not in lower-case hexadecimal digits without leading zeros');
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

type MaybeNames = { readonly [Name in keyof RevokedNames]: RevokedNames[Name] | undefined };

/** Absent members are absent, not undefined. */
function presentNames({ certificate, tbsCertificate, issuer, serialNumber, publicKey }: MaybeNames): RevokedNames {
  return {
    ...(certificate === undefined ? {} : { certificate }),
    ...(tbsCertificate === undefined ? {} : { tbsCertificate }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(serialNumber === undefined ? {} : { serialNumber }),
    ...(publicKey === undefined ? {} : { publicKey }),
  };
}

/** An unknown member may be a restriction we do not know; it is refused (D7). */
function refuseUnknown(object: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(object).find(key => !known.includes(key));
  if (unknown !== undefined) throw malformed(`the member ${quoteInert(unknown)} is not known`);
}

function malformed(reason: string): ToolmarkError {
  return new ToolmarkError('revocation.list-malformed', `This is not a revocation list: ${reason}.`);
}
