import type { Certificate, Digest, Revocation, TrustMaterial } from '@toolmark/core';
import { namesForRevocation } from '@toolmark/core/sign';
import { parseStoredCertificate } from '../accounts/known-certificates.ts';
import type { CertificateRow } from './certificates-of.ts';

/** Trust for documents of one publisher: its own certificates, minus every certificate revoked in the registry. */
export function trustOf(publisher: string, rows: readonly CertificateRow[], trust: TrustMaterial): TrustMaterial {
  const own = ownRows(publisher, rows);
  const registered = registeredCertificates(publisher, rows);
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

/** The current certificates of a publisher. */
export function registeredCertificates(publisher: string, rows: readonly CertificateRow[]): readonly Certificate[] {
  return ownRows(publisher, rows).flatMap(({ pem }) => parseStoredCertificate(pem) ?? []);
}

function ownRows(publisher: string, rows: readonly CertificateRow[]): readonly CertificateRow[] {
  return rows.filter(row => row.publisher === publisher && row.revoked_at === null);
}

/**
 * Revokes by every name of the certificate: the digest of the DER alone misses re-encoded signatures. The key stays trusted
 * where the publisher has another registered certificate for it, as after a renewal.
 */
function revocationOf(
  { fingerprint, pem, revoked_at }: CertificateRow,
  isOwn: boolean,
  registered: readonly Certificate[],
): Revocation | undefined {
  const entry = { reason: 'unspecified' as const, time: new Date(revoked_at ?? 0).toISOString() };
  const certificate = parseStoredCertificate(pem);
  // A row that can no longer be parsed must not block every publisher; its digest still counts.
  if (certificate === undefined) return { certificate: fingerprint as Digest, ...entry };
  // Revoking a shared certificate in one account must not take it from another.
  if (!isOwn && registered.some(({ tbsDigest }) => tbsDigest === certificate.tbsDigest)) return undefined;
  const keepKey = registered.some(({ publicKeyDigest }) => publicKeyDigest === certificate.publicKeyDigest);
  return { ...namesForRevocation(certificate, { keepKey }), ...entry };
}

function encode(pem: string): Uint8Array {
  return new TextEncoder().encode(pem);
}
