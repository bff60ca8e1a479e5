import { createVerifier, parseCertificates, parseTrust } from '@toolmark/core';
import vectors from '../../test/vectors/signature.json' with { type: 'json' };
import { must, type Target, unlessRefused } from '../target.ts';

const now = new Date(vectors.verification_time);
const { roots, intermediates, crls } = vectors.trust;
const document = Buffer.from(vectors.cases.find(({ name }) => name === 'toolmark, ed25519')?.document ?? '');
const pems = [...roots, ...intermediates, ...crls];
const known = new Set([...roots, ...intermediates].flatMap(pem => parseCertificates(Buffer.from(pem))).map(keyOf));

export const certificates: Target = {
  name: 'certificates',
  promise: 'A damaged certificate or CRL never makes a document trusted.',
  seeds: [...pems, ...pems.map(derOf)],
  words: ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-----BEGIN X509 CRL-----'],
  async run(input) {
    const bytes = Uint8Array.from(input);
    const read = unlessRefused(() => parseCertificates(bytes)) ?? [];
    const isKnown = read.length > 0 && read.every(certificate => known.has(keyOf(certificate)));
    for (const material of [{ roots: [bytes] }, { roots: [bytes], intermediates: encode(intermediates) }]) {
      const outcome = await outcomeWith(material);
      must(outcome !== 'trusted' || isKnown, 'An unknown root makes a document trusted.');
    }
    await outcomeWith({ roots: encode(roots), intermediates: [bytes] });
    await outcomeWith({ roots: encode(roots), intermediates: encode(intermediates), crls: [bytes], requireCrl: true });
  },
};

async function outcomeWith(material: Parameters<typeof parseTrust>[0]): Promise<string | undefined> {
  const trust = unlessRefused(() => parseTrust(material));
  if (trust === undefined) return undefined;
  const { outcome, findings } = await createVerifier(trust).verify(document, { now });
  must(
    findings.every(({ code }) => code !== 'signature.unexpected'),
    `The check failed: ${JSON.stringify(findings)}`,
  );
  return outcome;
}

function keyOf({ publicKeyDigest }: { readonly publicKeyDigest: string }): string {
  return publicKeyDigest;
}

function encode(items: readonly string[]): Uint8Array[] {
  return items.map(item => Buffer.from(item));
}

function derOf(pem: string): Uint8Array {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
}
