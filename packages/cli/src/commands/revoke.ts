import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Certificate,
  inert,
  parseCertificates,
  parseRevocations,
  quoteInert,
  type Revocation,
  ToolmarkError,
} from '@toolmark/core';
import {
  CRL_REASON_CODES,
  namesForRevocation,
  parseCertificate,
  REVOCATION_REASONS,
  type RevocationReason,
  writeRevocations,
} from '@toolmark/core/sign';
import { withFileLock } from '@toolmark/mcp';
import { readPem, toPem } from '../files/pem.ts';
import { readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { extendCrl } from './extend-crl.ts';
import { readIssuer } from './keygen.ts';

export interface RevokeArguments {
  readonly certificates: readonly string[];
  readonly list: string;
  readonly reason: string;
  /** Name the key alone, and so every certificate of it. */
  readonly wholeKey: boolean;
  /** Name the certificate alone, so that others of the same key stay valid. */
  readonly keepKey: boolean;
  readonly crl?: string;
  readonly issuer?: string;
  readonly issuerKey?: string;
  readonly issuerPassphraseFile?: string;
  readonly days: number;
  readonly format: 'text' | 'json';
}

type Revoking = RevokeArguments & { readonly reason: RevocationReason };

/** Adds certificates to a revocation list, and writes a CRL when the authority's key is given. */
export async function runRevoke(given: RevokeArguments, io: Io): Promise<number> {
  if (given.wholeKey && given.keepKey) {
    throw new ToolmarkError('usage.key', 'Give --whole-key or --keep-key, not both.');
  }
  const reason = parseReason(given.reason);
  const revoked = given.certificates.flatMap(file => parseCertificates(readFile(file, io, 1024 * 1024)));
  const crl = given.crl === undefined ? undefined : await prepareCrl({ ...given, reason }, given.crl, revoked, io);
  // A CRL that cannot be extended is found out before anything is written.
  crl?.extend();
  const counts = await extendList(revoked, { ...given, reason }, io);
  if (crl !== undefined) await writeCrl(crl, io);
  const result = { list: given.list, ...counts, crl: crl?.file };
  if (given.format === 'json') io.out(formatJson(result));
  else {
    io.out(`${inert(given.list)}: ${result.added} added, ${result.entries} in all\n`);
    if (crl !== undefined) io.out(`${inert(crl.file)}: written, valid for ${given.days} days\n`);
  }
  return EXIT.yes;
}

/** Runs at the same time keep each other's entries: a lost one would be a certificate that is trusted again. */
async function extendList(
  revoked: readonly Certificate[],
  given: Revoking,
  io: Io,
): Promise<{ entries: number; added: number }> {
  const target = path.resolve(io.cwd, given.list);
  return await withFileLock(target, lastLook => {
    const known = existsSync(target) ? parseRevocations(readFile(given.list, io)) : [];
    const entries = revoked.map(certificate => entryOf(certificate, given, io));
    const added = entries.filter(entry => !known.some(sameAs(entry)));
    replaceFile(target, writeRevocations([...known, ...added]), { lastLook });
    return { entries: known.length + added.length, added: added.length };
  });
}

async function writeCrl({ file, extend }: PreparedCrl, io: Io): Promise<void> {
  const target = path.resolve(io.cwd, file);
  await withFileLock(target, lastLook => replaceFile(target, extend(), { lastLook }));
}

function parseReason(text: string): RevocationReason {
  const reason = REVOCATION_REASONS.find(known => known === text);
  if (reason !== undefined) return reason;
  throw new ToolmarkError('usage.reason', `A reason is one of ${REVOCATION_REASONS.join(', ')}.`);
}

/** By everything that an attacker cannot write differently; a digest of the DER alone names only one of its encodings. */
function entryOf(certificate: Certificate, { reason, wholeKey, keepKey }: Revoking, io: Io): Revocation {
  const time = `${io.now.toISOString().slice(0, 19)}Z`;
  if (wholeKey) return { publicKey: certificate.publicKeyDigest, reason, time };
  return { ...namesForRevocation(certificate, { keepKey }), reason, time };
}

/** The digest of the DER tells nothing new where the signed bytes are the same: a twin is the same certificate. */
function sameAs(entry: Revocation): (known: Revocation) => boolean {
  return known =>
    known.publicKey === entry.publicKey &&
    known.tbsCertificate === entry.tbsCertificate &&
    (entry.tbsCertificate !== undefined || known.certificate === entry.certificate);
}

/** All that asks for a passphrase has been asked: what is left reads the previous CRL and signs the next. */
interface PreparedCrl {
  readonly file: string;
  readonly extend: () => string;
}

/** A CRL names serial numbers of one issuer, so all certificates must be its own. */
async function prepareCrl(
  given: Revoking,
  file: string,
  revoked: readonly Certificate[],
  io: Io,
): Promise<PreparedCrl> {
  const issuer = await readIssuer(given.issuer, given.issuerKey, given.issuerPassphraseFile, io);
  if (issuer === undefined) throw new ToolmarkError('usage.issuer', 'A CRL needs --issuer and --issuer-key.');
  const authority = parseCertificate(issuer.certificate);
  refuseStrangers(revoked, authority);
  const entries = revoked.map(({ serialNumber }) => ({
    serialNumber: toNumber(serialNumber),
    time: io.now,
    reasonCode: CRL_REASON_CODES[given.reason],
  }));
  const extend = (): string => {
    const previous = existsSync(path.resolve(io.cwd, file)) ? readPem(readFile(file, io)) : undefined;
    const crl = extendCrl(authority, issuer.key, entries, previous, { now: io.now, days: given.days });
    return toPem(crl, 'X509 CRL');
  };
  return { file, extend };
}

/** A CRL of an authority of the same name with another key would revoke nothing. */
function refuseStrangers(revoked: readonly Certificate[], authority: Certificate): void {
  const stranger = revoked.find(certificate => !isIssuedBy(certificate, authority));
  if (stranger === undefined) return;
  throw new ToolmarkError(
    'usage.issuer',
    `${quoteInert(stranger.subject)} was not issued by ${quoteInert(authority.subject)}.`,
  );
}

function toNumber(hex: string): bigint {
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`);
}

function isIssuedBy({ issuer, x509 }: Certificate, authority: Certificate): boolean {
  try {
    return issuer === authority.subject && x509.verify(authority.publicKey);
  } catch {
    // OpenSSL throws when key and signature are of different kinds: then this is not the issuer.
    return false;
  }
}
