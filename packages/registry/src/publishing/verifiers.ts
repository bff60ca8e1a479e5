import { createVerifier, parseTrust, type TrustMaterial } from '@toolmark/core';
import type { Verifier } from '@toolmark/core/sign';
import type { CertificateRow } from './certificates-of.ts';
import { trustOf } from './trust-of.ts';

interface Kept {
  readonly set: string;
  readonly verifier: Verifier;
}

const MAX_KEPT = 1_000;

/** Caches one verifier per publisher until a certificate is added or revoked: verifiers cache chains. */
export class Verifiers {
  readonly #trust: TrustMaterial;
  readonly #kept = new Map<string, Kept>();

  /** @param trust applies to every publisher. */
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
