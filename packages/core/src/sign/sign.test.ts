import { beforeAll, describe, expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import { type Issued, issue, type KeyAlgorithm, SIGNER_KEYS } from '../../../../test/pki.ts';
import { type JsonObject, jcs, readJson } from '../base/index.ts';
import { type SigningIdentity, signDocument } from './sign.ts';
import { parseTrust } from './trust.ts';
import type { VerifyResult } from './verdict.ts';
import { verifyDocument } from './verify.ts';

const NOW = new Date('2026-11-15T12:34:56.789Z');
const signers = new Map<KeyAlgorithm, Issued>();

beforeAll(async () => {
  for (const key of SIGNER_KEYS) signers.set(key, await issue({ name: `CN=Signer ${key}`, key }));
});

function signer(key: KeyAlgorithm = 'ed25519'): Issued {
  const found = signers.get(key);
  if (found === undefined) throw new Error(`There is no signer with ${key}.`);
  return found;
}

function check(bytes: Uint8Array, { certificate }: SigningIdentity = signer()): Promise<VerifyResult> {
  return verifyDocument(bytes, { trust: parseTrust({ pins: [certificate] }), now: NOW });
}

function read(bytes: Uint8Array): { schema_version: string; tool: { signature: JsonObject } } {
  return readJson(bytes) as never;
}

describe('schema 1.1', () => {
  test.each([
    ['ed25519', 'EdDSA'],
    ['ec-p256', 'ES256'],
    ['ec-p384', 'ES384'],
    ['ec-p521', 'ES512'],
    ['rsa-2048', 'PS256'],
    ['rsa-3072', 'PS384'],
    ['rsa-4096', 'PS512'],
  ] as const)('a key of type %s signs with %s and verifies', async (key, algorithm) => {
    const signed = signDocument(sampleDocument(), signer(key), { now: NOW });
    expect(read(signed).tool.signature.algorithm).toBe(algorithm);
    expect(await check(signed, signer(key))).toMatchObject({
      outcome: 'trusted',
      profile: 'toolmark',
      uncovered: [],
      findings: [],
    });
  });

  test('the result is canonical, with the time in seconds', () => {
    const signed = signDocument(sampleDocument(), signer(), { now: NOW });
    expect(new TextDecoder().decode(signed)).toBe(jcs(readJson(signed)));
    expect(read(signed).tool.signature.timestamp).toBe('2026-11-15T12:34:56Z');
  });

  test('the input is not touched', () => {
    const document = sampleDocument();
    const before = structuredClone(document);
    signDocument(document, signer(), { now: NOW });
    expect(document).toEqual(before);
    const bytes = new TextEncoder().encode(jcs(document));
    const copy = bytes.slice();
    signDocument(bytes, signer(), { now: NOW });
    expect(bytes).toEqual(copy);
  });

  test('signing again replaces the old signature', async () => {
    const first = signDocument(sampleDocument(), signer('ec-p256'), { now: NOW });
    const second = signDocument(first, signer(), { now: NOW });
    expect(second).toEqual(signDocument(sampleDocument(), signer(), { now: NOW }));
    expect(await check(second)).toMatchObject({ outcome: 'trusted' });
  });

  test('upgrades schema 1.0 to 1.1 without registry_info', async () => {
    const old = { ...sampleDocument('1.0'), registry_info: { downloads: 7 } };
    const signed = signDocument(old, signer(), { now: NOW });
    const { schema_version, tool, ...rest } = read(signed);
    const { signature: _, ...unsigned } = tool;
    expect({ schema_version, tool: unsigned, ...rest }).toEqual(sampleDocument('1.1'));
    expect(await check(signed)).toMatchObject({ outcome: 'trusted', profile: 'toolmark' });
  });

  test.each([
    ['an unknown member', { ...sampleDocument(), comment: 'x' }, 'document.malformed'],
    ['no tool', { schema_version: '1.1' }, 'document.malformed'],
    ['a list', [], 'document.malformed'],
    ['a later version', { ...sampleDocument(), schema_version: '1.2' }, 'signature.profile-version'],
    ['another major version', { ...sampleDocument(), schema_version: '2.0' }, 'signature.profile-version'],
    ['an integer beyond 2^53', withExtra(2n ** 60n), 'jcs.integer-range'],
    ['not JSON', withExtra(new Date(0) as never), 'document.malformed'],
  ])('%s is not signed', (_, document, code) => {
    expect(() => signDocument(document, signer(), { now: NOW })).toThrow(expect.objectContaining({ code }));
  });
});

describe('schema 1.0', () => {
  test.each([
    ['etdi-tool', 'rsa-2048', 'RS256'],
    ['etdi-tool', 'rsa-4096', 'RS256'],
    ['etdi-tool', 'ec-p256', 'ES256'],
    ['etdi-document', 'rsa-3072', 'RS256'],
    ['etdi-document', 'ec-p256', 'ES256'],
  ] as const)('%s with %s is signed as %s', async (profile, key, algorithm) => {
    const signed = signDocument(sampleDocument('1.0'), signer(key), { now: NOW, profile });
    expect(read(signed).schema_version).toBe('1.0');
    expect(read(signed).tool.signature.algorithm).toBe(algorithm);
    expect(await check(signed, signer(key))).toMatchObject({ outcome: 'trusted', profile, findings: [] });
  });

  test('numbers keep their spelling', async () => {
    const text = jcs(sampleDocument('1.0')).replace(
      '"type":"string"',
      '"type":"string","x":[1.0,1e-05,123456789012345678901]',
    );
    const signed = signDocument(new TextEncoder().encode(text), signer('ec-p256'), { now: NOW, profile: 'etdi-tool' });
    expect(new TextDecoder().decode(signed)).toContain('"x":[1.0,1e-05,123456789012345678901]');
    expect(await check(signed, signer('ec-p256'))).toMatchObject({ outcome: 'trusted' });
  });

  test.each(['ed25519', 'ec-p384', 'ec-p521'] as const)('%s has no label', key => {
    const sign = (): Uint8Array => signDocument(sampleDocument('1.0'), signer(key), { now: NOW, profile: 'etdi-tool' });
    expect(sign).toThrow(expect.objectContaining({ code: 'signature.algorithm-mismatch' }));
  });

  test('a document of schema 1.1 is not signed in an old profile', () => {
    const sign = (): Uint8Array =>
      signDocument(sampleDocument(), signer('ec-p256'), { now: NOW, profile: 'etdi-tool' });
    expect(sign).toThrow(expect.objectContaining({ code: 'signature.profile-version' }));
  });
});

describe('refuses to make an untrustworthy signature', () => {
  test('with the key of another certificate', () => {
    const identity = { key: signer('ec-p256').key, certificate: signer('ed25519').certificate };
    expect(() => signDocument(sampleDocument(), identity, { now: NOW })).toThrow(
      expect.objectContaining({ code: 'signature.wrong-key' }),
    );
  });

  test.each([
    ['expired', { notAfter: '2026-02-01T00:00:00Z' }, 'certificate.expired'],
    ['not valid yet', { notBefore: '2027-02-01T00:00:00Z' }, 'certificate.not-yet-valid'],
    ['a weak key', { key: 'rsa-1024' }, 'certificate.weak-key'],
    ['a small exponent', { key: 'rsa-2048-e3' }, 'certificate.weak-key'],
  ] as const)('with a certificate that is %s', async (_, options, code) => {
    const identity = await issue({ name: 'CN=Unfit', ...options });
    expect(() => signDocument(sampleDocument(), identity, { now: NOW })).toThrow(expect.objectContaining({ code }));
  });
});

function withExtra(value: unknown): JsonObject {
  const document = sampleDocument();
  return { ...document, tool: { ...(document.tool as JsonObject), extensions: { 'org.example': value as never } } };
}
