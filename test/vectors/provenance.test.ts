import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type BundleTrust,
  judgeProvenance,
  type PinnedNpmPackage,
  pae,
  parseTrustedRoot,
  type SigstoreIdentity,
  verifyBundle,
} from '@toolmark/core/attestation';
import { expect, test } from 'vitest';

interface Vectors {
  readonly pae: readonly { readonly payload_type: string; readonly payload: string; readonly bytes: string }[];
  readonly verification_time: string;
  readonly trusted_root: string;
  readonly identity: SigstoreIdentity;
  readonly public_key: string;
  readonly bundles: readonly {
    readonly name: string;
    readonly trust: 'sigstore' | 'key';
    readonly bundle: string;
    readonly outcome: string;
    readonly codes: readonly string[];
  }[];
  readonly provenance: readonly {
    readonly name: string;
    readonly package: PinnedNpmPackage;
    readonly attestations: string;
    readonly outcome: string;
    readonly provenance?: object;
    readonly code?: string;
  }[];
}

const text = readFileSync(path.join(import.meta.dirname, 'provenance.json'), 'utf8');
const vectors: Vectors = JSON.parse(text);
const encode = (value: string): Uint8Array => new TextEncoder().encode(value);
const now = new Date(vectors.verification_time);
const root = parseTrustedRoot(encode(vectors.trusted_root));
const key = createPublicKey({ key: Buffer.from(vectors.public_key, 'base64'), format: 'der', type: 'spki' });

const TRUST: Readonly<Record<'sigstore' | 'key', BundleTrust>> = {
  sigstore: { type: 'sigstore', root, identities: [vectors.identity] },
  key: { type: 'keys', keys: [{ key }] },
};

test('the vectors hold public material only', () => {
  expect(vectors.bundles.length + vectors.provenance.length).toBe(22);
  expect(text).not.toContain('PRIVATE');
});

test.each(vectors.pae)('PAE of $payload', ({ payload_type: type, payload, bytes }) => {
  expect(pae(type, encode(payload))).toEqual(encode(bytes));
});

test.each(vectors.bundles)('bundle with $name: $outcome', async ({ trust, bundle, outcome, codes }) => {
  const result = await verifyBundle(encode(bundle), TRUST[trust], { now });
  expect(result.outcome).toBe(outcome);
  expect(result.findings.map(({ code }) => code)).toEqual(codes);
});

test.each(vectors.provenance)('provenance, $name: $outcome', async vector => {
  const question = { bundles: encode(vector.attestations), package: vector.package, trustedRoot: root, now };
  const { outcome, code, provenance } = vector;
  expect(await judgeProvenance(question)).toMatchObject({
    outcome,
    ...(code === undefined ? {} : { code }),
    ...(provenance === undefined ? {} : { provenance }),
  });
});
