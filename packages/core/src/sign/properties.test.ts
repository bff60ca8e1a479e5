import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { anyJson, anyText } from '../../../../test/arbitrary-tool.ts';
import { sampleDocument } from '../../../../test/document.ts';
import { type Issued, issue, type KeyAlgorithm, SIGNER_KEYS } from '../../../../test/pki.ts';
import { type Json, type JsonObject, jcs, readJson, ToolmarkError } from '../base/index.ts';
import { type Profile, signDocument } from './index.ts';
import { parseTrust } from './trust.ts';
import { createVerifier, type Verifier } from './verify.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const signers = new Map<KeyAlgorithm, Issued>();
let verifier: Verifier;

beforeAll(async () => {
  for (const key of SIGNER_KEYS) signers.set(key, await issue({ name: `CN=${key}`, key }));
  verifier = createVerifier(parseTrust({ pins: [...signers.values()].map(({ certificate }) => certificate) }));
});

function sign(document: Json, key: KeyAlgorithm, profile: Profile): Uint8Array {
  const signer = signers.get(key);
  if (signer === undefined) throw new Error(`There is no signer with ${key}.`);
  return signDocument(document, signer, { now: NOW, profile });
}

/** Documents that have the shape of a version, with anything at all where authors are free. */
function anyDocument(version: '1.0' | '1.1'): fc.Arbitrary<JsonObject> {
  const text = fc.string({ unit: 'binary', minLength: 10, maxLength: 40 });
  return fc
    .tuple(text, fc.dictionary(anyText, anyJson, { maxKeys: 4 }), anyJson)
    .map(([description, properties, extra]) => {
      const document = sampleDocument(version);
      const tool = {
        ...(document.tool as JsonObject),
        description,
        parameters: { type: 'object', properties, default: extra },
        ...(version === '1.1' ? { extensions: { 'org.example': extra } } : {}),
      };
      return { ...document, tool };
    });
}

const PROFILES: readonly (readonly [Profile, readonly KeyAlgorithm[]])[] = [
  ['toolmark', SIGNER_KEYS],
  ['etdi-tool', ['rsa-2048', 'rsa-3072', 'ec-p256']],
  ['etdi-document', ['rsa-2048', 'rsa-3072', 'ec-p256']],
];

test.each(PROFILES)('any document signed as %s with any key verifies', async (profile, keys) => {
  await fc.assert(
    fc.asyncProperty(
      anyDocument(profile === 'toolmark' ? '1.1' : '1.0'),
      fc.constantFrom(...keys),
      async (document, key) => {
        const signed = sign(document, key, profile);
        const result = await verifier.verify(signed, { now: NOW });
        expect(result).toMatchObject({ outcome: 'trusted', profile, findings: [] });
        const { tool, ...rest } = readJson(signed) as { tool: JsonObject };
        const { signature: _, ...unsigned } = tool;
        expect(jcs({ ...rest, tool: unsigned })).toBe(jcs(document));
      },
    ),
    { numRuns: 150 },
  );
});

/** A signature covers what a document says: `\u001F` for `\u001f` is another spelling of the same document. */
test('[sign.any-byte] a document with a changed byte is never trusted, unless its value is the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyDocument('1.1'),
      fc.constantFrom(...SIGNER_KEYS.filter(key => !key.startsWith('rsa'))),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 20, maxLength: 20 }),
      async (document, key, flips) => {
        const signed = sign(document, key, 'toolmark');
        for (const [place, mask] of flips) {
          const flipped = signed.slice();
          const at = place % signed.length;
          flipped[at] = (flipped[at] ?? 0) ^ mask;
          const { outcome } = await verifier.verify(flipped, { now: NOW });
          if (saysTheSame(flipped, signed)) expect(outcome).toBe('trusted');
          else expect(['invalid', 'malformed', 'unsigned']).toContain(outcome);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test.each(SIGNER_KEYS)('every single byte of one document signed with %s matters', async key => {
  const signed = sign(sampleDocument(), key, 'toolmark');
  for (let at = 0; at < signed.length; at++) {
    const flipped = signed.slice();
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    const { outcome } = await verifier.verify(flipped, { now: NOW });
    expect(['invalid', 'malformed', 'unsigned']).toContain(outcome);
  }
});

test('any bytes at all get an answer that is not trusted', async () => {
  const signed = sign(sampleDocument(), 'ed25519', 'toolmark');
  const cut = fc.tuple(fc.nat(signed.length), fc.nat(signed.length)).map(([from, to]) => signed.slice(from, to));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), cut), async bytes => {
      fc.pre(bytes.length < signed.length);
      const { outcome, findings } = await verifier.verify(bytes, { now: NOW });
      expect(outcome).not.toBe('trusted');
      expect(findings.map(({ code }) => code)).not.toContain('signature.unexpected');
    }),
    { numRuns: 500 },
  );
});

function saysTheSame(a: Uint8Array, b: Uint8Array): boolean {
  try {
    return jcs(readJson(a)) === jcs(readJson(b));
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return false;
  }
}
