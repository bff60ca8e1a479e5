import { createVerifier, parseTrust, type TrustMaterial, type Verifier } from '@toolmark/core';
import type { CertificateRow } from './certificates-of.ts';
import { trustOf } from './trust-of.ts';

interface Kept {
  readonly set: string;
  readonly verifier: Verifier;
}

const MAX_KEPT = 1_000;

/** A verifier remembers whom it found trustworthy, so each publisher keeps one until a certificate is added or revoked. */
export class Verifiers {
  readonly #trust: TrustMaterial;
  readonly #kept = new Map<string, Kept>();

  /** Whom to trust whoever publishes. */
  constructor(trust: TrustMaterial) {
    this.#trust = trust;
  }

  of(publisher: string, certificates: readonly CertificateRow[]): Verifier {
    const set = certificates
      .map(row => `${row.publisher} ${row.fingerprint}${row.revoked_at === null ? '' : '-'}`)
      .join();
    const known = this.#kept.get(publisher);
    if (known?.set === set) return known.verifier;
    const verifier = createVerifier(parseTrust(trustOf(publisher, certificates, this.#trust)));
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(publisher, { set, verifier });
    return verifier;
  }
}
