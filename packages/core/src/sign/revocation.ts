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

/** One certificate, or every certificate of one key, that is trusted no more. */
export interface Revocation {
  /** SHA-256 of the certificate's DER. */
  readonly certificate?: Digest;
  /** SHA-256 of the SubjectPublicKeyInfo. */
  readonly publicKey?: Digest;
  readonly reason: RevocationReason;
  /** For the reader alone: without trusted time, a revoked signer voids all its signatures. */
  readonly time: string;
}

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
  const lines = revocations.map(({ certificate, publicKey, reason, time }) =>
    jcs({
      ...(certificate === undefined ? {} : { certificate }),
      ...(publicKey === undefined ? {} : { publicKey }),
      reason,
      time,
    }),
  );
  const body = lines.length === 0 ? '' : `\n    ${lines.join(',\n    ')}\n  `;
  return `{\n  "version": 1,\n  "revoked": [${body}]\n}\n`;
}

/** Whether a certificate is on the list, by either of its digests. */
export function checkRevocations(certificate: Certificate, revocations: readonly Revocation[]): Finding[] {
  const entry = revocations.find(
    listed => listed.certificate === certificate.fingerprint || listed.publicKey === certificate.publicKeyDigest,
  );
  if (entry === undefined) return [];
  return [
    fault(
      'revocation.revoked',
      `${nameOf(certificate)} was revoked on ${entry.time} (${entry.reason}). Trust nothing it signed.`,
    ),
  ];
}

function parseEntry(entry: Json): Revocation {
  if (!isJsonObject(entry)) throw malformed('an entry is not an object');
  refuseUnknown(entry, ['certificate', 'publicKey', 'reason', 'time']);
  const certificate = parseDigest(entry, 'certificate');
  const publicKey = parseDigest(entry, 'publicKey');
  if (certificate === undefined && publicKey === undefined) throw malformed('an entry names nothing');
  const [reason, time] = [member(entry, 'reason'), member(entry, 'time')];
  const known = REVOCATION_REASONS.find(word => word === reason);
  if (known === undefined) throw malformed(`a reason is not one of ${REVOCATION_REASONS.join(', ')}`);
  if (typeof time !== 'string' || !isTime(time)) throw malformed('a time is not of the form 2026-01-31T12:00:00Z');
  return {
    ...(certificate === undefined ? {} : { certificate }),
    ...(publicKey === undefined ? {} : { publicKey }),
    reason: known,
    time,
  };
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

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** An unknown member may be a restriction we do not know; it is refused (D7). */
function refuseUnknown(object: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(object).find(key => !known.includes(key));
  if (unknown !== undefined) throw malformed(`the member ${quoteInert(unknown)} is not known`);
}

function malformed(reason: string): ToolmarkError {
  return new ToolmarkError('revocation.list-malformed', `This is not a revocation list: ${reason}.`);
}
