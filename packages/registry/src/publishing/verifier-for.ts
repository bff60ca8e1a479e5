import { createVerifier, type Digest, parseTrust, type Verifier } from '@toolmark/core';
import type { Registry } from '../registry.ts';
import { type CertificateRow, certificatesOf } from './certificates-of.ts';

/** A verifier remembers whom it found trustworthy, so each publisher keeps one until a certificate comes or goes. */
const VERIFIERS = new WeakMap<Registry, Map<string, { readonly set: string; readonly verifier: Verifier }>>();

const MAX_KEPT = 1_000;

export async function verifierFor(registry: Registry, publisher: string): Promise<Verifier> {
  const rows = await certificatesOf(registry.database, publisher);
  const set = rows.map(({ fingerprint, revoked_at }) => `${fingerprint}${revoked_at === null ? '' : '-'}`).join();
  const kept = keptOf(registry);
  const known = kept.get(publisher);
  if (known?.set === set) return known.verifier;
  const verifier = createVerifier(trustOf(registry, rows));
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(publisher, { set, verifier });
  return verifier;
}

function keptOf(registry: Registry) {
  const kept = VERIFIERS.get(registry) ?? new Map<string, { readonly set: string; readonly verifier: Verifier }>();
  VERIFIERS.set(registry, kept);
  return kept;
}

/** A certificate that was taken back does not count under the registry's roots either. */
function trustOf({ trust }: Registry, rows: readonly CertificateRow[]) {
  const encode = (pem: string) => new TextEncoder().encode(pem);
  const standing = rows.filter(({ revoked_at }) => revoked_at === null);
  const revoked = rows.filter(({ revoked_at }) => revoked_at !== null);
  return parseTrust({
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
  });
}
