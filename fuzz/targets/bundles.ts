import { createPublicKey } from 'node:crypto';
import { type BundleTrust, judgeProvenance, parseTrustedRoot, verifyBundle } from '@toolmark/core/attestation';
import vectors from '../../test/vectors/provenance.json' with { type: 'json' };
import { must, type Target, unlessRefused } from '../target.ts';

const now = new Date(vectors.verification_time);
const root = parseTrustedRoot(Buffer.from(vectors.trusted_root));
const key = createPublicKey({ key: Buffer.from(vectors.public_key, 'base64'), format: 'der', type: 'spki' });
const TRUSTS: readonly BundleTrust[] = [
  { type: 'sigstore', root, identities: [vectors.identity] },
  { type: 'keys', keys: [{ key }] },
];
const signed = new Set(
  vectors.bundles.filter(({ outcome }) => outcome === 'trusted').map(({ bundle }) => payloadOf(bundle)),
);
const verified = vectors.provenance.find(({ outcome }) => outcome === 'verified');

export const bundles: Target = {
  name: 'bundles',
  promise: 'A damaged bundle, attestation or trusted root never makes another payload trusted, and never crashes.',
  seeds: [...vectors.bundles.map(({ bundle }) => bundle), verified?.attestations ?? '', vectors.trusted_root],
  words: [
    'inclusionProof',
    'checkpoint',
    '\\n\\n— ',
    'null',
    '"0"',
    '(a+)+$',
    'rfc3161Timestamps',
    'x509CertificateChain',
  ],
  async run(input) {
    for (const trust of TRUSTS) {
      const { outcome, payload, findings } = await verifyBundle(input, trust, { now });
      must(
        findings.every(({ code }) => code !== 'bundle.unexpected'),
        `The check failed: ${JSON.stringify(findings)}`,
      );
      const text = Buffer.from(payload ?? []).toString('base64');
      must(outcome !== 'trusted' || signed.has(text), 'Another payload is trusted.');
    }
    await judgeAnswer(input);
    unlessRefused(() => parseTrustedRoot(input));
  },
};

async function judgeAnswer(input: Uint8Array): Promise<void> {
  if (verified === undefined) return;
  const verdict = await judgeProvenance({ bundles: input, package: verified.package, trustedRoot: root, now });
  if (verdict.outcome === 'refused') return;
  const { repository, commit } = verdict.provenance;
  must(repository === verified.provenance?.repository && commit === verified.provenance.commit, 'Another origin.');
}

function payloadOf(bundle: string): string {
  const { dsseEnvelope }: { readonly dsseEnvelope: { readonly payload: string } } = JSON.parse(bundle);
  return dsseEnvelope.payload;
}
