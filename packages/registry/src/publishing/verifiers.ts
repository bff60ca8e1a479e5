import { createVerifier, type Digest, parseTrust, type TrustMaterial, type Verifier } from '@toolmark/core';
import type { CertificateRow } from './certificates-of.ts';

interface Kept {
  readonly set: string;
  readonly verifier: Verifier;
}

const MAX_KEPT = 1_000;

/** A verifier remembers whom it found trustworthy, so each publisher keeps one until a certificate comes or goes. */
export class Verifiers {
  readonly #trust: TrustMaterial;
  readonly #kept = new Map<string, Kept>();

  /** Whom to trust whoever publishes. */
  constructor(trust: TrustMaterial) {
    this.#trust = trust;
  }

  of(publisher: string, certificates: readonly CertificateRow[]): Verifier {
    const set = certificates
      .map(({ fingerprint, revoked_at }) => `${fingerprint}${revoked_at === null ? '' : '-'}`)
      .join();
    const known = this.#kept.get(publisher);
    if (known?.set === set) return known.verifier;
    const verifier = createVerifier(parseTrust(withCertificates(this.#trust, certificates)));
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(publisher, { set, verifier });
    return verifier;
  }
}

/** A certificate that was taken back does not count under the registry's roots either. */
function withCertificates(trust: TrustMaterial, certificates: readonly CertificateRow[]): TrustMaterial {
  const encode = (pem: string) => new TextEncoder().encode(pem);
  const standing = certificates.filter(({ revoked_at }) => revoked_at === null);
  const revoked = certificates.filter(({ revoked_at }) => revoked_at !== null);
  return {
    ...trust,
    pins: [...(trust.pins ?? []), ...standing.map(({ pem }) => encode(pem))],
    revocations: [
      ...(trust.revocations ?? []),
      ...revoked.map(({ fingerprint, revoked_at }) => ({
        certificate: fingerprint as Digest,
        reason: 'unspecified' as const,
        time: new Date(revoked_at ?? 0).toISOString(),
      })),
    ],
  };
}
