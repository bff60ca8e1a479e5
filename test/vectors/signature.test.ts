import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createVerifier, parseRevocations, parseTrust, type Revocation } from '@toolmark/core';
import { expect, test } from 'vitest';

interface Vectors {
  readonly verification_time: string;
  readonly trust: {
    readonly roots: readonly string[];
    readonly intermediates: readonly string[];
    readonly crls: readonly string[];
    readonly revocations: readonly (Revocation & Record<string, string>)[];
    readonly require_crl: boolean;
  };
  readonly cases: readonly {
    readonly name: string;
    readonly document: string;
    readonly signed_text: string;
    readonly signed_text_sha256: string;
    readonly outcome: string;
    readonly profile: string | null;
    readonly uncovered: readonly string[];
    readonly codes: readonly string[];
  }[];
}

const text = readFileSync(path.join(import.meta.dirname, 'signature.json'), 'utf8');
const vectors: Vectors = JSON.parse(text);
const encode = (items: readonly string[]): Uint8Array[] => items.map(item => new TextEncoder().encode(item));
const { trust } = vectors;
const verifier = createVerifier(
  parseTrust({
    roots: encode(trust.roots),
    intermediates: encode(trust.intermediates),
    crls: encode(trust.crls),
    revocations: parseRevocations({ version: 1, revoked: trust.revocations }),
    requireCrl: trust.require_crl,
  }),
);

test('there is no private key among the vectors', () => {
  expect(vectors.cases).toHaveLength(25);
  expect(text).not.toContain('PRIVATE');
});

test.each(vectors.cases)('$name: $outcome', async vector => {
  const [bytes = new Uint8Array()] = encode([vector.document]);
  const result = await verifier.verify(bytes, { now: new Date(vectors.verification_time) });
  expect(result).toMatchObject({ outcome: vector.outcome, uncovered: vector.uncovered });
  expect(result.profile ?? null).toBe(vector.profile);
  expect(result.findings.map(({ code }) => code)).toEqual(vector.codes);
  expect(`sha256:${createHash('sha256').update(vector.signed_text).digest('hex')}`).toBe(vector.signed_text_sha256);
});
