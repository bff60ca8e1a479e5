import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Certificate,
  inert,
  parseCertificates,
  parseRevocations,
  quoteInert,
  REVOCATION_REASONS,
  type Revocation,
  type RevocationReason,
  ToolmarkError,
  writeRevocations,
} from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { issueCrl } from '../issue-certificate.ts';
import { readPem, toPem } from '../pem.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { replaceFile } from '../write-file.ts';
import { readIssuer } from './keygen.ts';

export interface RevokeArguments {
  readonly certificates: readonly string[];
  readonly list: string;
  readonly reason: RevocationReason;
  /** Revoke the key, and so every certificate it ever gets, instead of this certificate alone. */
  readonly wholeKey: boolean;
  readonly crl?: string;
  readonly issuer?: string;
  readonly issuerKey?: string;
  readonly issuerPassphraseFile?: string;
  readonly days: number;
  readonly format: 'text' | 'json';
}

/** Adds certificates to a revocation list, and writes a CRL when the authority's key is given. */
export async function runRevoke(given: RevokeArguments, io: Io): Promise<number> {
  const revoked = given.certificates.flatMap(file => parseCertificates(readFile(file, io, 1024 * 1024)));
  const crl = given.crl === undefined ? undefined : await makeCrl(given, given.crl, revoked, io);
  const target = path.resolve(io.cwd, given.list);
  const known = existsSync(target) ? parseRevocations(readFile(given.list, io)) : [];
  const added = revoked.map(certificate => entryOf(certificate, given, io)).filter(entry => !known.some(sameAs(entry)));
  replaceFile(target, writeRevocations([...known, ...added]));
  if (crl !== undefined) replaceFile(path.resolve(io.cwd, crl.file), crl.pem);
  const result = { list: given.list, entries: known.length + added.length, added: added.length, crl: crl?.file };
  if (given.format === 'json') io.out(formatJson(result));
  else {
    io.out(`${inert(given.list)}: ${added.length} added, ${result.entries} in all\n`);
    if (crl !== undefined) io.out(`${inert(crl.file)}: written, valid for ${given.days} days\n`);
  }
  return EXIT.yes;
}

export function parseReason(text: string): RevocationReason {
  const reason = REVOCATION_REASONS.find(known => known === text);
  if (reason !== undefined) return reason;
  throw new ToolmarkError('usage.reason', `A reason is one of ${REVOCATION_REASONS.join(', ')}.`);
}

function entryOf(
  { fingerprint, publicKeyDigest }: Certificate,
  { reason, wholeKey }: RevokeArguments,
  io: Io,
): Revocation {
  const time = `${io.now.toISOString().slice(0, 19)}Z`;
  return wholeKey ? { publicKey: publicKeyDigest, reason, time } : { certificate: fingerprint, reason, time };
}

function sameAs(entry: Revocation): (known: Revocation) => boolean {
  return known => known.certificate === entry.certificate && known.publicKey === entry.publicKey;
}

/** A CRL names serial numbers of one issuer, so all certificates must be its own. */
async function makeCrl(
  given: RevokeArguments,
  file: string,
  revoked: readonly Certificate[],
  io: Io,
): Promise<{ file: string; pem: string }> {
  const issuer = await readIssuer(given.issuer, given.issuerKey, given.issuerPassphraseFile, io);
  if (issuer === undefined) throw new ToolmarkError('usage.issuer', 'A CRL needs --issuer and --issuer-key.');
  const [authority] = parseCertificates(issuer.certificate);
  const stranger = revoked.find(certificate => certificate.issuer !== authority?.subject);
  if (stranger !== undefined) {
    throw new ToolmarkError(
      'usage.issuer',
      `${quoteInert(stranger.subject)} was not issued by ${quoteInert(authority?.subject ?? '')}.`,
    );
  }
  const entries = revoked.map(({ serialNumber }) => ({ serialNumber, reason: given.reason, time: io.now }));
  const previous = existsSync(path.resolve(io.cwd, file)) ? readPem(readFile(file, io)) : undefined;
  const crl = await issueCrl(issuer, entries, { now: io.now, days: given.days }, previous);
  return { file, pem: toPem(crl, 'X509 CRL') };
}
