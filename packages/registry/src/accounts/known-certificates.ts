import { type Certificate, parseCertificates, ToolmarkError } from '@toolmark/core';
import type { Reader } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

type Stored = Pick<Tables['certificates'], 'fingerprint' | 'pem'>;

/** The fingerprint under which a publisher has a certificate. Encodings that differ only in the signature count as one. */
export async function findSameCertificate(
  db: Reader,
  publisher: string,
  { tbsDigest }: Certificate,
): Promise<string | undefined> {
  const rows = await db.all<Stored>(sql`select fingerprint, pem from certificates where publisher = ${publisher}`);
  return rows.find(({ pem }) => parseStoredCertificate(pem)?.tbsDigest === tbsDigest)?.fingerprint;
}

/** A thief can get new certificates for a stolen key, so the key stays revoked. */
export async function refuseRevoked(db: Reader, { publicKeyDigest }: Certificate): Promise<void> {
  const rows = await db.all<Stored>(sql`select fingerprint, pem from certificates where revoked_at is not null`);
  if (!rows.some(({ pem }) => parseStoredCertificate(pem)?.publicKeyDigest === publicKeyDigest)) return;
  throw new ToolmarkError(
    'certificate.key-revoked',
    'A certificate for this key was revoked here. Create a new key. To renew a certificate, register the new one before you revoke the old one.',
  );
}

/** Returns undefined for a certificate that was registered under older rules and can no longer be parsed. */
export function parseStoredCertificate(pem: string): Certificate | undefined {
  try {
    return parseCertificates(new TextEncoder().encode(pem))[0];
  } catch {
    return undefined;
  }
}
