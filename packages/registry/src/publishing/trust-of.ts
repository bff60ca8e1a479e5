import { type Certificate, type Digest, namesForRevocation, type Revocation, type TrustMaterial } from '@toolmark/core';
import { parseStoredCertificate } from '../accounts/stored-certificate.ts';
import type { CertificateRow } from './certificates-of.ts';

/** What a registry trusts, for documents of one publisher: its certificates, and none that were revoked for anyone. */
export function trustOf(publisher: string, rows: readonly CertificateRow[], trust: TrustMaterial): TrustMaterial {
  const own = rows.filter(row => row.publisher === publisher && row.revoked_at === null);
  const registered = own.flatMap(({ pem }) => parseStoredCertificate(pem) ?? []);
  const revoked = rows.filter(({ revoked_at }) => revoked_at !== null);
  return {
    ...trust,
    pins: [...(trust.pins ?? []), ...own.map(({ pem }) => encode(pem))],
    revocations: [
      ...(trust.revocations ?? []),
      ...revoked.flatMap(row => revocationOf(row, row.publisher === publisher, registered) ?? []),
    ],
  };
}

/**
 * By everything that names the certificate: a digest of the DER alone would not name its twins. The key is spared where
 * the publisher has another certificate of it, registered by an admin, as after a renewal.
 */
function revocationOf(
  { fingerprint, pem, revoked_at }: CertificateRow,
  isOwn: boolean,
  registered: readonly Certificate[],
): Revocation | undefined {
  const entry = { reason: 'unspecified' as const, time: new Date(revoked_at ?? 0).toISOString() };
  const certificate = parseStoredCertificate(pem);
  // A row that can no longer be read must not stop every publisher; its digest still counts.
  if (certificate === undefined) return { certificate: fingerprint as Digest, ...entry };
  // An account cannot take a certificate from another that has it too.
  if (!isOwn && registered.some(({ tbsDigest }) => tbsDigest === certificate.tbsDigest)) return undefined;
  const keepKey = registered.some(({ publicKeyDigest }) => publicKeyDigest === certificate.publicKeyDigest);
  return { ...namesForRevocation(certificate, { keepKey }), ...entry };
}

function encode(pem: string): Uint8Array {
  return new TextEncoder().encode(pem);
}
