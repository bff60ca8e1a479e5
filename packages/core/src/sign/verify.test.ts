import { constants, createHash, sign as cryptoSign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { oneChangeEach } from '../../../../test/arbitrary-tool.ts';
import { sampleDocument } from '../../../../test/document.ts';
import {
  Extension,
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  type KeyAlgorithm,
  toPem,
} from '../../../../test/pki.ts';
import { type Json, type JsonObject, jcs, pythonForm, ReadOnce, readJson } from '../base/index.ts';
import { encodeBase64 } from './base64.ts';
import { parseCertificate } from './certificate.ts';
import { signDocument } from './sign.ts';
import { parseTrust, type TrustMaterial } from './trust.ts';
import type { VerifyResult } from './verdict.ts';
import { createVerifier, type VerifyOptions, verifyDocument } from './verify.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const KEYS: readonly KeyAlgorithm[] = ['ed25519', 'ec-p256', 'ec-p384', 'rsa-2048', 'rsa-1024'];
const signers = new Map<KeyAlgorithm, Issued>();

beforeAll(async () => {
  for (const key of KEYS) signers.set(key, await issue({ name: `CN=${key}`, key }));
});

function signer(key: KeyAlgorithm = 'ed25519'): Issued {
  const found = signers.get(key);
  if (found === undefined) throw new Error(`There is no signer with ${key}.`);
  return found;
}

/** Pins every signer, so that only the document decides. */
function verify(document: Uint8Array | Json, options: Partial<VerifyOptions> = {}): Promise<VerifyResult> {
  const pins = [...signers.values()].map(({ certificate }) => certificate);
  const bytes = document instanceof Uint8Array ? document : encode(jcs(document));
  return verifyDocument(bytes, { trust: parseTrust({ pins }), now: NOW, ...options });
}

function signed(key?: KeyAlgorithm): SignedJson {
  return readJson(signDocument(sampleDocument(), signer(key), { now: NOW })) as unknown as SignedJson;
}

function signedAs10(profile: 'etdi-tool' | 'etdi-document', key: KeyAlgorithm = 'ec-p256'): SignedJson {
  return readJson(signDocument(sampleDocument('1.0'), signer(key), { now: NOW, profile })) as unknown as SignedJson;
}

interface SignedJson extends JsonObject {
  readonly schema_version: string;
  readonly tool: JsonObject & { readonly signature: JsonObject };
}

function withBlock(document: SignedJson, members: JsonObject): SignedJson {
  return { ...document, tool: { ...document.tool, signature: { ...document.tool.signature, ...members } } };
}

/** Makes a signed document with other members in the signature block. */
function block(members: JsonObject | (() => JsonObject), document: () => SignedJson = signed): () => SignedJson {
  return () => withBlock(document(), typeof members === 'function' ? members() : members);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

describe('verifyDocument', () => {
  test('names the signer and the anchor', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada, O=Example', issuer: root });
    const bytes = signDocument(sampleDocument(), leaf, { now: NOW });
    const { fingerprint, publicKeyDigest } = parseCertificate(leaf.certificate);
    expect(await verifyDocument(bytes, { trust: parseTrust({ roots: [root.certificate] }), now: NOW })).toEqual({
      outcome: 'trusted',
      profile: 'toolmark',
      claimedTime: '2026-11-15T12:00:00Z',
      uncovered: [],
      signer: {
        subject: 'CN=Ada, O=Example',
        issuer: 'CN=Root',
        fingerprint,
        publicKeyDigest,
        validFrom: '2026-01-01T00:00:00.000Z',
        validUntil: '2036-01-01T00:00:00.000Z',
        anchor: { type: 'root', subject: 'CN=Root', fingerprint: parseCertificate(root.certificate).fingerprint },
      },
      findings: [],
    });
    expect(fingerprint).toBe(`sha256:${createHash('sha256').update(leaf.certificate).digest('hex')}`);
  });

  test('verifying twice gives the same result and leaves the bytes alone', async () => {
    const bytes = encode(jcs(signed()));
    const copy = bytes.slice();
    const first = await verify(bytes);
    expect(await verify(bytes)).toEqual(first);
    expect(bytes).toEqual(copy);
  });

  test.each<[string, () => Uint8Array]>([
    ['signed', () => encode(jcs(signed()))],
    ['unsigned', () => encode(jcs(sampleDocument()))],
    ['changed', () => encode(jcs(signed()).replace('"1.0.0"', '"1.0.1"'))],
    ['no JSON', () => encode('{"tool":')],
  ])('is the same for bytes that were read before: %s', async (_, make) => {
    const options = { trust: parseTrust({ pins: [signer().certificate] }), now: NOW };
    const file = new ReadOnce(make());
    await verifyDocument(file, options);
    expect(await verifyDocument(file, options)).toEqual(await verifyDocument(make(), options));
  });

  test('ignores the layout of the document', async () => {
    const document = signed();
    expect(await verify(encode(JSON.stringify(document, null, 2)))).toMatchObject({ outcome: 'trusted' });
  });

  test('accepts intermediates in the signature', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const middle = await issueAuthority({ name: 'CN=Middle', issuer: root });
    const leaf = await issue({ name: 'CN=Ada', issuer: middle });
    const trust = parseTrust({ roots: [root.certificate] });
    const alone = signDocument(sampleDocument(), leaf, { now: NOW });
    const chained = signDocument(sampleDocument(), { ...leaf, chain: [middle.certificate] }, { now: NOW });
    expect(await verifyDocument(alone, { trust, now: NOW })).toMatchObject({ outcome: 'untrusted' });
    expect(await verifyDocument(chained, { trust, now: NOW })).toMatchObject({ outcome: 'trusted' });
  });
});

describe('outcomes that are not trusted', () => {
  test('[sign.never-implied] untrusted: a valid signature by an unknown signer', async () => {
    const stranger = await issue({ name: 'CN=Stranger' });
    const result = await verify(signDocument(sampleDocument(), stranger, { now: NOW }));
    expect(result).toMatchObject({ outcome: 'untrusted', profile: 'toolmark', signer: { subject: 'CN=Stranger' } });
    expect(result.signer?.anchor).toBeUndefined();
    expect(result.findings.map(({ code }) => code)).toEqual(['certificate.no-path']);
  });

  test('unsigned', async () => {
    expect(await verify(sampleDocument())).toEqual({
      outcome: 'unsigned',
      uncovered: [''],
      findings: [expect.objectContaining({ code: 'signature.missing' })],
    });
  });

  test('[sign.time] expired at the time of verification, whatever the claimed time', async () => {
    const brief = await issue({ name: 'CN=Brief', notAfter: '2026-12-01T00:00:00Z' });
    const bytes = signDocument(sampleDocument(), brief, { now: NOW });
    const trust = parseTrust({ pins: [brief.certificate] });
    expect(await verifyDocument(bytes, { trust, now: NOW })).toMatchObject({ outcome: 'trusted' });
    expect(await verifyDocument(bytes, { trust, now: new Date('2026-12-01T00:00:01Z') })).toMatchObject({
      outcome: 'expired',
      findings: [expect.objectContaining({ code: 'certificate.expired' })],
    });
  });

  test('revoked, by list and by CRL', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root });
    const bytes = signDocument(sampleDocument(), leaf, { now: NOW });
    const { publicKeyDigest } = parseCertificate(leaf.certificate);
    const cases: TrustMaterial[] = [
      { revocations: [{ publicKey: publicKeyDigest, reason: 'key-compromise', time: '2026-11-01T00:00:00Z' }] },
      { crls: [await issueCrl(root, { revoked: [leaf] })] },
    ];
    for (const material of cases) {
      const trust = parseTrust({ roots: [root.certificate], ...material });
      expect(await verifyDocument(bytes, { trust, now: NOW })).toMatchObject({
        outcome: 'revoked',
        findings: [expect.objectContaining({ code: 'revocation.revoked' })],
      });
    }
  });

  test.each<[string, string, string, () => Uint8Array | Json]>([
    ['not JSON', 'malformed', 'json.syntax', () => encode('{"tool":')],
    ['nothing', 'malformed', 'json.syntax', () => new Uint8Array()],
    ['invalid UTF-8', 'malformed', 'json.encoding', () => new Uint8Array([0xff])],
    ['a list', 'malformed', 'not-a-document', () => []],
    ['no tool', 'malformed', 'not-a-document', () => ({ schema_version: '1.1' })],
    ['a tool without a name', 'malformed', 'not-a-document', () => ({ tool: { signature: {} } })],
    ['no version', 'malformed', 'schema-version', () => without(signed(), 'schema_version')],
    ['a later version', 'malformed', 'schema-version', () => ({ ...signed(), schema_version: '1.2' })],
    ['a null signature', 'malformed', 'malformed', () => withSignature(null)],
    ['an empty signature', 'malformed', 'malformed', () => withSignature({})],
    ['a list as signature', 'malformed', 'malformed', () => withSignature([])],
    ['a number as algorithm', 'malformed', 'malformed', block({ algorithm: 1 })],
    ['an unknown member', 'malformed', 'malformed', block({ note: 'x' })],
    ['no algorithm at all', 'invalid', 'algorithm-unknown', block({ algorithm: '' })],
    ['algorithm none', 'invalid', 'algorithm-unknown', block({ algorithm: 'none' })],
    ['an inherited name', 'invalid', 'algorithm-unknown', block({ algorithm: 'toString' })],
    ['a label of 1.0', 'invalid', 'algorithm-unknown', block({ algorithm: 'RS256' })],
    ['a label of HMAC', 'invalid', 'algorithm-unknown', block({ algorithm: 'HS256' })],
    ['a label for another key', 'invalid', 'algorithm-mismatch', block({ algorithm: 'ES256' })],
    [
      'a label for another curve',
      'invalid',
      'algorithm-mismatch',
      block({ algorithm: 'ES384' }, () => signed('ec-p256')),
    ],
    ['a label for another hash', 'invalid', 'invalid', block({ algorithm: 'PS512' }, () => signed('rsa-2048'))],
    [
      'another curve under 1.0',
      'invalid',
      'algorithm-mismatch',
      block({ algorithm: 'ES384' }, () => signedAs10('etdi-tool')),
    ],
    [
      'a label of 1.1 under 1.0',
      'invalid',
      'algorithm-unknown',
      block({ algorithm: 'PS256' }, () => signedAs10('etdi-tool', 'rsa-2048')),
    ],
    [
      'a line break in the signature',
      'malformed',
      'base64',
      block(() => ({ signature: `${signed().tool.signature.signature}\n` })),
    ],
    ['an empty text as signature', 'malformed', 'base64', block({ signature: '' })],
    ['a signature of one byte', 'invalid', 'invalid', block({ signature: 'AA==' })],
    ['zeros as signature', 'invalid', 'invalid', () => zeros(signed('ec-p256'), 64)],
    ['zeros as Ed25519 signature', 'invalid', 'invalid', () => zeros(signed(), 64)],
    ['zeros as RSA signature', 'invalid', 'invalid', () => zeros(signed('rsa-2048'), 256)],
    [
      'PEM as certificate',
      'malformed',
      'certificate.pem',
      block(() => ({ certificate: new TextDecoder().decode(toPem(signer().certificate)) })),
    ],
    [
      'base64 of PEM',
      'malformed',
      'certificate.pem',
      block(() => ({ certificate: base64(toPem(signer().certificate)) })),
    ],
    [
      'bytes after the certificate',
      'malformed',
      'certificate.trailing-bytes',
      block(() => ({ certificate: base64(new Uint8Array([...signer().certificate, 0])) })),
    ],
    [
      'half a certificate',
      'malformed',
      'certificate.malformed',
      block(() => ({ certificate: base64(signer().certificate.slice(0, 100)) })),
    ],
    [
      "another's certificate",
      'invalid',
      'algorithm-mismatch',
      block(() => ({ certificate: base64(signer('ec-p256').certificate) })),
    ],
    ['a chain that is a string', 'malformed', 'malformed', block({ chain: 'x' })],
    ['junk in the chain', 'malformed', 'certificate.malformed', block({ chain: ['AAAA'] })],
    [
      'fifty certificates in the chain',
      'malformed',
      'certificate.path-too-long',
      block(() => ({ chain: Array.from({ length: 50 }, () => base64(signer().certificate)) })),
    ],
    ['no time', 'malformed', 'timestamp-malformed', block({ timestamp: '' })],
    ['a day only', 'malformed', 'timestamp-malformed', block({ timestamp: '2026-11-15' })],
    ['a time without zone', 'malformed', 'timestamp-malformed', block({ timestamp: '2026-11-15T12:00:00' })],
    ['a month 13', 'malformed', 'timestamp-malformed', block({ timestamp: '2026-13-15T12:00:00Z' })],
    [
      'an integer that has no canonical form',
      'invalid',
      'not-canonical',
      () => encode(jcs(signed()).replace('"2.3.1"', '123456789012345678901')),
    ],
    ['1.1 passed off as 1.0', 'invalid', 'invalid', () => ({ ...signed('ec-p256'), schema_version: '1.0' })],
    ['1.0 passed off as 1.1', 'invalid', 'invalid', () => ({ ...signedAs10('etdi-document'), schema_version: '1.1' })],
  ])('%s: %s, %s', async (_, outcome, code, make) => {
    const result = await verify(make());
    const found = new Set(result.findings.map(finding => finding.code.replace(/^signature\./, '')));
    expect([result.outcome, ...found]).toEqual([outcome, code]);
    expect(result.uncovered).toEqual(['']);
  });

  test('rejects a 1.1 document wrapped as the tool of a 1.0 document', async () => {
    // Its canonical text is the payload of an `etdi-tool` signature, and PS256 has the short salt we accept there.
    const inner = signed('rsa-2048');
    const { signature, ...block } = inner.tool.signature;
    const tool = { ...inner, tool: { ...inner.tool, signature: block } };
    const outer = { ...block, algorithm: 'RS256', signature: signature ?? null };
    const result = await verify({ schema_version: '1.0', tool: { ...tool, signature: outer } });
    expect([result.outcome, result.findings[0]?.code]).toEqual(['malformed', 'signature.not-a-document']);
  });

  test('[sign.time] a timestamp more than five minutes in the future is untrusted, not invalid', async () => {
    const at = (time: string): Promise<VerifyResult> =>
      verify(signDocument(sampleDocument(), signer(), { now: new Date(time) }));
    expect(await at('2026-11-15T12:05:00Z')).toMatchObject({ outcome: 'trusted' });
    const expected = {
      outcome: 'untrusted',
      profile: 'toolmark',
      findings: [expect.objectContaining({ code: 'signature.timestamp-future' })],
    };
    expect(await at('2026-11-15T12:05:01Z')).toMatchObject(expected);
    const old = withBlock(signedAs10('etdi-tool'), { timestamp: '2026-11-15T12:05:01Z' });
    expect(await verify(old)).toMatchObject({ ...expected, profile: 'etdi-tool' });
  });

  test.each([
    ['2025-12-31T23:59:59.999Z', true],
    ['1970-01-01T00:00:00Z', true],
    ['2026-01-01T00:00:00Z', false],
    ['2026-11-15T12:00:00.9Z', false],
    ['2026-11-15T12:00:01Z', true],
  ])(
    '[sign.time] a time outside the validity of the certificate is untrusted in 1.1 and a warning in 1.0: %s',
    async (time, isOutside) => {
      const brief = await issue({ name: 'CN=Brief', notAfter: '2026-11-15T12:00:00Z' });
      const sign10 = { now: NOW, profile: 'etdi-tool' } as const;
      const old = readJson(signDocument(sampleDocument('1.0'), brief, sign10)) as unknown as SignedJson;
      const check = async (document: Json): Promise<string[]> => {
        const trust = parseTrust({ pins: [brief.certificate] });
        const { outcome, findings } = await verifyDocument(encode(jcs(document)), { trust, now: NOW });
        return [outcome, ...findings.map(({ code, severity }) => `${severity} ${code}`)];
      };
      const code = 'signature.timestamp-outside-certificate';
      expect(await check(signedAt(time, brief))).toEqual(isOutside ? ['untrusted', `error ${code}`] : ['trusted']);
      expect(await check(withBlock(old, { timestamp: time }))).toEqual(
        isOutside ? ['trusted', `warning ${code}`] : ['trusted'],
      );
    },
  );

  test('[sign.max-age] a signature older than maxAgeMs, or of unknown age, is untrusted', async () => {
    const day = 24 * 60 * 60 * 1000;
    const at = async (time: string, maxAgeMs: number): Promise<string[]> => {
      const document = signDocument(sampleDocument(), signer(), { now: new Date(time) });
      const { outcome, findings } = await verify(document, { maxAgeMs });
      return [outcome, ...findings.map(({ code }) => code)];
    };
    expect(await at('2026-11-14T12:00:00Z', day)).toEqual(['trusted']);
    expect(await at('2026-11-14T11:59:59Z', day)).toEqual(['untrusted', 'signature.too-old']);
    expect(await at('2026-02-01T00:00:00Z', 30 * day)).toEqual(['untrusted', 'signature.too-old']);
    const old = await verify(signedAs10('etdi-document'), { maxAgeMs: day });
    expect([old.outcome, ...old.findings.map(({ code }) => code)]).toEqual(['untrusted', 'signature.age-unknown']);
  });

  test('an unknown critical extension is never trusted', async () => {
    const extensions = [new Extension('1.2.3.4', true, new Uint8Array([5, 0]))];
    const odd = await issue({ name: 'CN=Odd', extensions });
    const good = await issue({ name: 'CN=Odd', keys: odd });
    const document = signedAt('2026-11-15T12:00:00Z', { ...good, certificate: odd.certificate });
    const result = await verifyDocument(encode(jcs(document)), {
      trust: parseTrust({ pins: [odd.certificate] }),
      now: NOW,
    });
    expect([result.outcome, result.findings[0]?.code]).toEqual(['untrusted', 'certificate.unknown-critical-extension']);
  });
});

describe('schema 1.1 covers everything', () => {
  test('[sign.any-byte] a change of any member is never trusted', async () => {
    const document = signed();
    const changes = oneChangeEach(document);
    expect(changes.length).toBeGreaterThan(70);
    for (const changed of changes) {
      const { outcome } = await verify(changed);
      expect(['invalid', 'malformed', 'unsigned']).toContain(outcome);
    }
  });

  test.each(coveredPointers(sampleDocument()))('%s changed: invalid', async pointer => {
    expect(await verify(changeAt(signed(), pointer))).toMatchObject({ outcome: 'invalid' });
  });

  test.each([
    ['/tool/signature/timestamp', '2026-11-15T11:59:59Z', 'invalid'],
    ['/tool/signature/algorithm', 'PS384', 'invalid'],
  ])('%s changed to %s: %s', async (pointer, value, outcome) => {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    expect(await verify(withBlock(signed('rsa-2048'), { [name]: value }))).toMatchObject({ outcome });
  });

  test('another certificate of the same key is invalid', async () => {
    const renewed = await issue({ name: 'CN=Renewed', keys: signer() });
    const exchanged = withBlock(signed(), { certificate: base64(renewed.certificate) });
    expect(await verify(exchanged)).toMatchObject({ outcome: 'invalid' });
  });
});

describe('lists what schema 1.0 does not cover', () => {
  const BLOCK = ['/tool/signature/algorithm', '/tool/signature/certificate', '/tool/signature/timestamp'];

  test.each([
    ['etdi-tool', { timestamp: '2026-11-14T00:00:00Z' }, ['/schema_version', ...BLOCK]],
    ['etdi-document', { timestamp: '2026-11-14T00:00:00Z' }, BLOCK],
    ['etdi-tool', { note: 'smuggled' }, ['/schema_version', ...BLOCK, '/tool/signature/note']],
    ['etdi-document', { chain: [] }, ['/tool/signature/chain', ...BLOCK]],
  ] as const)('%s with %o in the signature block: lists the uncovered members', async (profile, members, uncovered) => {
    const result = await verify(withBlock(signedAs10(profile), members));
    expect(result).toMatchObject({ outcome: 'trusted', profile });
    expect(result.uncovered.toSorted()).toEqual(uncovered.toSorted());
  });

  test('etdi-tool: siblings of the tool', async () => {
    const result = await verify({ ...signedAs10('etdi-tool'), registry_info: {}, 'a/b': 1 });
    expect(result).toMatchObject({ outcome: 'trusted', profile: 'etdi-tool' });
    expect(result.uncovered.toSorted()).toEqual(['/a~1b', '/registry_info', '/schema_version', ...BLOCK]);
  });

  test('etdi-document: registry_info is ignored with an info finding; any other sibling is invalid', async () => {
    const document = signedAs10('etdi-document');
    expect(await verify({ ...document, registry_info: { downloads: 7 } })).toMatchObject({
      outcome: 'trusted',
      profile: 'etdi-document',
      uncovered: ['/registry_info', ...BLOCK],
      findings: [expect.objectContaining({ code: 'signature.registry-info', severity: 'info' })],
    });
    expect(await verify({ ...document, other_info: {} })).toMatchObject({ outcome: 'invalid' });
  });

  test('lists the certificate, which can be replaced by another of the same key', async () => {
    const renewed = await issue({ name: 'CN=Renewed', keys: signer('ec-p256') });
    const exchanged = withBlock(signedAs10('etdi-document'), { certificate: base64(renewed.certificate) });
    const trust = parseTrust({ pins: [renewed.certificate] });
    const result = await verifyDocument(encode(jcs(exchanged)), { trust, now: NOW });
    expect(result).toMatchObject({ outcome: 'trusted', uncovered: BLOCK, signer: { subject: 'CN=Renewed' } });
  });

  test('require: toolmark rejects schema 1.0', async () => {
    expect(await verify(signedAs10('etdi-document'), { require: 'toolmark' })).toMatchObject({
      outcome: 'untrusted',
      findings: [expect.objectContaining({ code: 'signature.profile-required' })],
    });
    expect(await verify(signed(), { require: 'toolmark' })).toMatchObject({ outcome: 'trusted' });
  });
});

describe('RSA-PSS in schema 1.0', () => {
  const signWithSalt = (saltLength: number, label = 'RS256'): SignedJson => {
    const { key, certificate } = signer('rsa-2048');
    const document = sampleDocument('1.0');
    const signature = cryptoSign('sha256', encode(pythonForm(document.tool as JsonObject)), {
      key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength,
    });
    const block = {
      algorithm: label,
      signature: base64(signature),
      certificate: base64(certificate),
      timestamp: '2026-11-15T12:00:00Z',
    };
    return { ...document, tool: { ...(document.tool as JsonObject), signature: block } } as unknown as SignedJson;
  };

  test('accepts the longest salt, warns of the short one, rejects any other', async () => {
    expect(await verify(signWithSalt(222))).toMatchObject({ outcome: 'trusted', findings: [] });
    expect(await verify(signWithSalt(32))).toMatchObject({
      outcome: 'trusted',
      findings: [expect.objectContaining({ code: 'signature.short-salt', severity: 'warning' })],
    });
    for (const salt of [0, 20, 31, 33, 64, 221]) {
      expect(await verify(signWithSalt(salt))).toMatchObject({ outcome: 'invalid' });
    }
  });

  test.each(['RS384', 'RS512'])('%s means SHA-256, with a warning', async label => {
    expect(await verify(signWithSalt(222, label))).toMatchObject({
      outcome: 'trusted',
      findings: [expect.objectContaining({ code: 'signature.hash-overstated', severity: 'warning' })],
    });
  });

  test('a 1,024-bit key is untrusted even when it is pinned', async () => {
    const { key, certificate } = signer('rsa-1024');
    const document = sampleDocument('1.0');
    const signature = cryptoSign('sha256', encode(pythonForm(document.tool as JsonObject)), {
      key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 94,
    });
    const result = await verify(
      withBlock(signWithSalt(222), { certificate: base64(certificate), signature: base64(signature) }),
    );
    expect([result.outcome, result.findings[0]?.code]).toEqual(['untrusted', 'certificate.weak-key']);
  });
});

describe('the cache', () => {
  test('gives the same result warm and cold, at any time', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root, notAfter: '2026-12-01T00:00:00Z' });
    const crl = await issueCrl(root, { thisUpdate: '2026-11-01T00:00:00Z', nextUpdate: '2026-11-20T00:00:00Z' });
    const trust = parseTrust({ roots: [root.certificate], crls: [crl] });
    const bytes = signDocument(sampleDocument(), leaf, { now: NOW });
    const verifier = createVerifier(trust);
    const times = ['11-15T12:00:00', '11-20T00:00:00', '11-20T00:00:01', '12-01T00:00:01', '11-15T12:00:00'];
    for (const time of times) {
      const now = new Date(`2026-${time}Z`);
      expect(await verifier.verify(bytes, { now })).toEqual(await verifyDocument(bytes, { trust, now }));
    }
  });

  test('does not reuse the chain of another document', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const middle = await issueAuthority({ name: 'CN=Middle', issuer: root });
    const leaf = await issue({ name: 'CN=Ada', issuer: middle });
    const verifier = createVerifier(parseTrust({ roots: [root.certificate] }));
    const chained = signDocument(sampleDocument(), { ...leaf, chain: [middle.certificate] }, { now: NOW });
    const alone = signDocument(sampleDocument(), leaf, { now: NOW });
    expect(await verifier.verify(chained, { now: NOW })).toMatchObject({ outcome: 'trusted' });
    expect(await verifier.verify(alone, { now: NOW })).toMatchObject({ outcome: 'untrusted' });
  });

  test('checks every signature', async () => {
    const verifier = createVerifier(parseTrust({ pins: [signer().certificate] }));
    const good = signed();
    expect(await verifier.verify(encode(jcs(good)), { now: NOW })).toMatchObject({ outcome: 'trusted' });
    const changed = { ...good, tool: { ...good.tool, description: 'Does something else altogether.' } };
    expect(await verifier.verify(encode(jcs(changed)), { now: NOW })).toMatchObject({ outcome: 'invalid' });
  });
});

function without(document: SignedJson, name: string): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== name));
}

/** Signed with an EC key at any time and with any certificate, which `signDocument` refuses. */
function signedAt(timestamp: string, { key, certificate }: Issued): JsonObject {
  const block = { algorithm: 'ES256', certificate: base64(certificate), timestamp };
  const signature = cryptoSign('sha256', encode(jcs(withSignature(block))), { key, dsaEncoding: 'ieee-p1363' });
  return withSignature({ ...block, signature: base64(signature) });
}

function withSignature(signature: Json): JsonObject {
  const document = sampleDocument();
  return { ...document, tool: { ...(document.tool as JsonObject), signature } };
}

function zeros(document: SignedJson, length: number): SignedJson {
  return withBlock(document, { signature: encodeBase64(new Uint8Array(length)) });
}

/** Pointers to every scalar of a document. */
function coveredPointers(value: Json, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  return Object.entries(value).flatMap(([key, item]) => coveredPointers(item, `${pointer}/${key}`));
}

/** Another value of the same kind at one place, so that only the signature can tell. */
function changeAt(document: Json, pointer: string): Json {
  const [, key = '', ...rest] = pointer.split('/');
  if (Array.isArray(document))
    return document.map((item, i) => (String(i) === key ? changeAt(item, below(rest)) : item));
  if (typeof document === 'object' && document !== null) {
    return Object.fromEntries(
      Object.entries(document).map(([name, item]) => [name, name === key ? changeAt(item, below(rest)) : item]),
    );
  }
  if (typeof document === 'boolean') return !document;
  return document === '1.1' ? '1.0' : `${document}x`;
}

function below(rest: readonly string[]): string {
  return rest.map(key => `/${key}`).join('');
}
