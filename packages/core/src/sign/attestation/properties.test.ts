import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createFakeSigstore, GITHUB_ISSUER, jsonBytes, SUBJECT } from '../../../../../test/fakes/sigstore.ts';
import { ToolmarkError } from '../../base/index.ts';
import { publicKeyDigest } from '../fingerprints.ts';
import { readBundle } from './bundle.ts';
import type { BundleTrust } from './bundle-trust.ts';
import { parseTrustedRoot } from './trusted-root.ts';
import { verifyBundle } from './verify-bundle.ts';

const STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'a', digest: { sha256: 'ab' } }],
  predicateType: 'https://example.test/v1',
  predicate: { a: 1 },
};
const PAYLOAD = new TextEncoder().encode(JSON.stringify(STATEMENT));

let now: Date;
let bundles: readonly (readonly [bytes: Uint8Array, trust: BundleTrust])[];

beforeAll(async () => {
  const sigstore = await createFakeSigstore();
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const hint = publicKeyDigest(publicKey);
  const root = parseTrustedRoot(jsonBytes(sigstore.root));
  now = sigstore.now;
  bundles = [
    [
      jsonBytes(await sigstore.sign(STATEMENT, await sigstore.issue())),
      { type: 'sigstore', root, identities: [{ issuer: GITHUB_ISSUER, subject: SUBJECT }] },
    ],
    [
      jsonBytes(await sigstore.sign(STATEMENT, privateKey, { hint, keyId: hint, log: 'none', timestamp: false })),
      { type: 'keys', keys: [{ key: publicKey }] },
    ],
  ];
});

test.each([
  ['of a Sigstore identity', 0, 150],
  ['of a key', 1, 500],
])('a bundle %s with any byte changed is never trusted with another payload', async (_, index, numRuns) => {
  const [bytes, trust] = bundles[index] ?? [new Uint8Array()];
  if (trust === undefined) throw new Error('There is no such bundle.');
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const copy = bytes.slice();
      copy[at] = (copy[at] ?? 0) ^ change;
      const { outcome, payload, findings } = await verifyBundle(copy, trust, { now });
      if (outcome === 'trusted') expect(payload).toEqual(PAYLOAD);
      else expect(payload).toBeUndefined();
      expect(findings.map(({ code }) => code)).not.toContain('bundle.unexpected');
    }),
    { numRuns },
  );
});

test('any JSON in any place of a bundle is read or refused with a code', () => {
  const text = new TextDecoder().decode(bundles[0]?.[0]);
  const value: unknown = JSON.parse(text);
  fc.assert(
    fc.property(fc.nat(60), fc.jsonValue({ maxDepth: 2 }), (place, replacement) => {
      const copy = replaceAt(structuredClone(value), place, replacement);
      try {
        readBundle(jsonBytes(copy));
      } catch (error) {
        expect(error).toBeInstanceOf(ToolmarkError);
      }
    }),
    { numRuns: 500 },
  );
});

/** Puts a value in the place of the nth member or item. */
function replaceAt(value: unknown, place: number, replacement: unknown): unknown {
  const containers: [Record<string, unknown>, string][] = [];
  const walk = (item: unknown): void => {
    if (typeof item !== 'object' || item === null) return;
    for (const [name, inner] of Object.entries(item)) {
      containers.push([item as Record<string, unknown>, name]);
      walk(inner);
    }
  };
  walk(value);
  const [container, name] = containers[place % containers.length] ?? [];
  if (container !== undefined && name !== undefined) container[name] = replacement;
  return value;
}
