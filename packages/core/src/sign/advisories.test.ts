import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { type Digest, isJsonObject, type Json, type JsonObject, jcs, readJson } from '../base/index.ts';
import { type AdvisoryStatement, findAdvisory } from './advisories.ts';
import {
  type AdvisorySigner,
  advisoriesPayload,
  advisoryKey,
  MAX_ADVISORIES_BYTES,
  signAdvisories,
  verifyAdvisories,
} from './advisory-signature.ts';
import { encodeBase64 } from './base64.ts';
import { makeSignature } from './scheme.ts';

const BAD: Digest = `sha256:${'0a'.repeat(32)}`;
const OTHER: Digest = `sha256:${'0b'.repeat(32)}`;

function keyPair(type: 'ed25519' | 'P-256' | 'P-384' | 'rsa'): AdvisorySigner {
  const { privateKey: key, publicKey } = makePair(type);
  return { key, publicKey };
}

function makePair(type: string): { privateKey: KeyObject; publicKey: KeyObject } {
  if (type === 'ed25519') return generateKeyPairSync('ed25519');
  if (type === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: type });
}

const SIGNER = keyPair('ed25519');
const ENTRY = { id: 'TMA-1', severity: 'critical', summary: 'Sends files away.', digests: [BAD] } as const;
const LIST: AdvisoryStatement = {
  issuedAt: '2026-11-15T11:00:00Z',
  expiresAt: '2026-11-16T11:00:00Z',
  advisories: [ENTRY],
};

function bytesOf(value: Json): Uint8Array {
  return new TextEncoder().encode(jcs(value));
}

/** Signed by the right key, whatever it says: what a registry with a fault, or of another make, might serve. */
function signedAnyway(list: JsonObject, { key, publicKey } = SIGNER): JsonObject {
  const { id: keyId, alg, scheme } = advisoryKey(publicKey);
  return {
    ...list,
    signature: { keyId, alg, value: encodeBase64(makeSignature(scheme, key, advisoriesPayload(list))) },
  };
}

function verify(bytes: Uint8Array, keys = [SIGNER.publicKey]) {
  return verifyAdvisories(bytes, keys);
}

function codeOf(bytes: Uint8Array, keys?: KeyObject[]): string {
  return refusalOf(() => verify(bytes, keys)).code;
}

describe('a list of advisories with a good signature', () => {
  const whole = {
    v: 1,
    issuedAt: LIST.issuedAt,
    expiresAt: LIST.expiresAt,
    advisories: [{ ...ENTRY, digests: [BAD] }],
  };
  const entry = (changes: JsonObject): JsonObject => ({
    ...whole,
    advisories: [{ ...ENTRY, digests: [BAD], ...changes }],
  });

  test.each<[string, JsonObject]>([
    ['an unknown member', { ...whole, unless: 'monday' }],
    ['an unknown member called __proto__', JSON.parse(`{"__proto__":1,${JSON.stringify(whole).slice(1)}`)],
    ['a version that is a text', { ...whole, v: '1' }],
    ['no list of advisories', { ...whole, advisories: {} }],
    ['an advisory that is not an object', { ...whole, advisories: [null] }],
    ['an unknown member of an advisory', entry({ name: 'read_file' })],
    ['two advisories with one id', { ...whole, advisories: [whole.advisories[0] ?? {}, whole.advisories[0] ?? {}] }],
    ['an id with a line break', entry({ id: 'TMA-1\n' })],
    ['an empty id', entry({ id: '' })],
    ['an unknown severity', entry({ severity: 'awful' })],
    ['no summary', entry({ summary: '' })],
    ['an endless summary', entry({ summary: 'x'.repeat(1001) })],
    ['no digests', entry({ digests: [] })],
    ['a digest that is a name', entry({ digests: ['read_file'] })],
    ['a digest in upper case', entry({ digests: [BAD.replaceAll('a', 'A')] })],
    ['a digest with a line break', entry({ digests: [`${BAD}\n`] })],
    ['too many digests in one advisory', entry({ digests: Array.from({ length: 1001 }, () => BAD) })],
    [
      'too many digests in all',
      {
        ...whole,
        advisories: Array.from({ length: 51 }, (_, i) => ({
          ...ENTRY,
          id: `a${i}`,
          digests: Array.from({ length: 1000 }, () => BAD.slice(0, 71)),
        })),
      },
    ],
    [
      'too many advisories',
      { ...whole, advisories: Array.from({ length: 10_001 }, (_, i) => ({ ...ENTRY, id: `a${i}`, digests: [BAD] })) },
    ],
    ['a tool that is not text', entry({ tool: 7 })],
    ['something between withdrawn and not', entry({ withdrawn: false })],
    ['a time without zone', { ...whole, issuedAt: '2026-11-15T11:00:00' }],
    ['a day that does not exist', { ...whole, issuedAt: '2026-02-30T11:00:00Z', expiresAt: '2026-03-03T11:00:00Z' }],
    ['no time of expiry', { v: 1, issuedAt: LIST.issuedAt, advisories: [] }],
    ['an expiry when it is issued', { ...whole, expiresAt: LIST.issuedAt }],
    ['an expiry before it is issued', { ...whole, expiresAt: '2026-11-15T10:00:00Z' }],
    ['an expiry after more than seven days', { ...whole, expiresAt: '2026-11-22T11:00:00.001Z' }],
  ])('is refused with %s', (_, list) => {
    expect(codeOf(bytesOf(signedAnyway(list)))).toBe('advisories.malformed');
  });

  test('is refused for another version', () => {
    expect(codeOf(bytesOf(signedAnyway({ ...whole, v: 2 })))).toBe('advisories.version');
  });

  test('may live for seven days', () => {
    const list = { ...whole, issuedAt: '2026-11-15T12:05:00Z', expiresAt: '2026-11-22T12:05:00Z' };
    expect(verify(bytesOf(signedAnyway(list))).expiresAt).toBe('2026-11-22T12:05:00Z');
  });

  test('is read after it expired: its incidents still apply', () => {
    const list = { ...whole, issuedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-02T00:00:00Z' };
    expect(findAdvisory(verify(bytesOf(signedAnyway(list))), BAD)?.id).toBe('TMA-1');
  });
});

describe('the signature of advisories', () => {
  const signed = signAdvisories(LIST, SIGNER);
  const value = readJson(signed);
  const object = isJsonObject(value) ? value : {};
  const block = isJsonObject(object.signature) ? object.signature : {};
  const other = keyPair('ed25519');

  test.each<[string, Json, string]>([
    ['a list', [], 'advisories.malformed'],
    ['no signature', { ...object, signature: null }, 'advisories.malformed'],
    ['an unknown member beside it', { ...object, extra: 1 }, 'advisories.forged'],
    ['an unknown member in it', { ...object, signature: { ...block, jwk: 'x' } }, 'advisories.malformed'],
    ['no algorithm', { ...object, signature: { keyId: 'x', value: '' } }, 'advisories.malformed'],
    ['another algorithm', { ...object, signature: { ...block, alg: 'ES256' } }, 'advisories.forged'],
    ['the algorithm none', { ...object, signature: { ...block, alg: 'none', value: '' } }, 'advisories.forged'],
    ['an unknown key', { ...object, signature: { ...block, keyId: OTHER } }, 'advisories.unknown-key'],
    ['an empty value', { ...object, signature: { ...block, value: '' } }, 'advisories.forged'],
    [
      'a value with a line break',
      { ...object, signature: { ...block, value: `${block.value}\n` } },
      'advisories.malformed',
    ],
    ['a later expiry', { ...object, expiresAt: '2026-11-17T11:00:00Z' }, 'advisories.forged'],
    ['no advisories any more', { ...object, advisories: [] }, 'advisories.forged'],
    [
      'a key id of the right key over the work of another',
      { ...signedBy(other), signature: { ...blockOf(other), keyId: block.keyId ?? '' } },
      'advisories.forged',
    ],
    ['an integer without canonical form', 0, 'advisories.malformed'],
  ])('does not hold with %s', (_, changed, code) => {
    const bytes = changed === 0 ? withHugeInteger() : bytesOf(changed);
    expect(codeOf(bytes)).toBe(code);
  });

  function signedBy(signer: AdvisorySigner): JsonObject {
    const made = readJson(signAdvisories(LIST, signer));
    return isJsonObject(made) ? made : {};
  }

  function blockOf(signer: AdvisorySigner): JsonObject {
    const { signature } = signedBy(signer);
    return isJsonObject(signature) ? signature : {};
  }

  function withHugeInteger(): Uint8Array {
    return new TextEncoder().encode(`{"huge":12345678901234567890,${new TextDecoder().decode(signed).slice(1)}`);
  }

  test('signs the list together with its purpose', () => {
    const { signature: _, ...list } = object;
    const { scheme } = advisoryKey(SIGNER.publicKey);
    const bare = encodeBase64(makeSignature(scheme, SIGNER.key, bytesOf(list)));
    expect(codeOf(bytesOf({ ...list, signature: { ...block, value: bare } }))).toBe('advisories.forged');
  });

  test('a list that is too large is not even read', () => {
    expect(codeOf(new Uint8Array(MAX_ADVISORIES_BYTES + 1).fill(0x20))).toBe('json.too-large');
  });

  test('rejects a repeated member', () => {
    const text = `{"advisories":[],${new TextDecoder().decode(signed).slice(1)}`;
    expect(codeOf(new TextEncoder().encode(text))).toBe('json.duplicate-key');
  });

  test.each(['P-384', 'rsa'] as const)('rejects a key of type %s for advisories', type => {
    expect(codeOf(signed, [keyPair(type).publicKey])).toBe('advisories.key-unsupported');
    expect(refusalOf(() => signAdvisories(LIST, keyPair(type))).code).toBe('advisories.key-unsupported');
  });

  test('a private key is not taken for a public one', () => {
    expect(codeOf(signed, [SIGNER.key])).toBe('advisories.key-unsupported');
  });

  test.each(['ed25519', 'P-256'] as const)('holds under %s, whichever of the given keys it is', type => {
    const signer = keyPair(type);
    const list = verify(signAdvisories(LIST, signer), [SIGNER.publicKey, signer.publicKey]);
    expect(list).toMatchObject(LIST);
  });

  test('survives another spelling of the same list', () => {
    const spaced = new TextEncoder().encode(JSON.stringify(object, null, 2));
    expect(verify(spaced)).toMatchObject(LIST);
  });

  test('rejects any changed byte', () => {
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Uint8Array.from(signed);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        expect(() => verify(bytes)).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/^(json|advisories)\./) }),
        );
      }),
    );
  });
});

describe('signing advisories', () => {
  test.each<[string, AdvisoryStatement, AdvisorySigner, string]>([
    ['a list that no reader accepts', { ...LIST, expiresAt: LIST.issuedAt }, SIGNER, 'advisories.malformed'],
    [
      'text that is not Unicode',
      { ...LIST, advisories: [{ ...ENTRY, summary: '\ud800' }] },
      SIGNER,
      'advisories.malformed',
    ],
    ['another key', LIST, { ...SIGNER, key: keyPair('ed25519').key }, 'signature.wrong-key'],
    ['a key of another kind', LIST, { ...SIGNER, key: keyPair('P-256').key }, 'signature.wrong-key'],
    ['a public key in place of the private one', LIST, { ...SIGNER, key: SIGNER.publicKey }, 'signature.wrong-key'],
  ])('refuses %s', (_, list, signer, code) => {
    expect(refusalOf(() => signAdvisories(list, signer)).code).toBe(code);
  });
});

describe('findAdvisory', () => {
  const find = (advisories: AdvisoryStatement['advisories'], digest: Digest): string | undefined =>
    findAdvisory(verify(signAdvisories({ ...LIST, advisories }, SIGNER)), digest)?.id;

  test.each<[string, AdvisoryStatement['advisories'], Digest, string | undefined]>([
    ['nothing, where only the name is the same', [{ ...ENTRY, tool: 'read_file' }], OTHER, undefined],
    ['nothing, where the incident was withdrawn', [{ ...ENTRY, withdrawn: true }], BAD, undefined],
    [
      'the one beside a withdrawn one',
      [
        { ...ENTRY, withdrawn: true },
        { ...ENTRY, id: 'TMA-2' },
      ],
      BAD,
      'TMA-2',
    ],
    ['the first of several', [ENTRY, { ...ENTRY, id: 'TMA-2' }], BAD, 'TMA-1'],
    ['an incident about several definitions', [{ ...ENTRY, digests: [BAD, OTHER] }], OTHER, 'TMA-1'],
    ['an incident of the lowest severity', [{ ...ENTRY, severity: 'low' }], BAD, 'TMA-1'],
    ['nothing, where there are none', [], BAD, undefined],
  ])('is %s', (_, advisories, digest, expected) => {
    expect(find(advisories, digest)).toBe(expected);
  });
});
