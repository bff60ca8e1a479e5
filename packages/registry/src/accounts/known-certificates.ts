import { type Certificate, ToolmarkError } from '@toolmark/core';
import type { Writer } from '../database/tables.ts';
import { parseStoredCertificate } from './stored-certificate.ts';

/** Under which fingerprint a publisher has a certificate. Its twins, with n − s for s, are the same certificate. */
export async function findSameCertificate(
  writer: Writer,
  publisher: string,
  { tbsDigest }: Certificate,
): Promise<string | undefined> {
  const rows = await writer
    .selectFrom('certificates')
    .select(['fingerprint', 'pem'])
    .where('publisher', '=', publisher)
    .execute();
  return rows.find(({ pem }) => parseStoredCertificate(pem)?.tbsDigest === tbsDigest)?.fingerprint;
}

/** A thief of a key can get new certificates for it, so the key stays revoked. */
export async function refuseRevoked(writer: Writer, certificate: Certificate): Promise<void> {
  const rows = await writer.selectFrom('certificates').select('pem').where('revoked_at', 'is not', null).execute();
  const isRevoked = rows.some(
    ({ pem }) => parseStoredCertificate(pem)?.publicKeyDigest === certificate.publicKeyDigest,
  );
  if (!isRevoked) return;
  throw new ToolmarkError(
    'certificate.key-revoked',
    'A certificate of this key was revoked here. Make a new key; a renewed certificate is registered before the old one is revoked.',
  );
}
