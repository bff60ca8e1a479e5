import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Extension, type Issued, issue, toPem } from '../../../../test/pki.ts';
import { ToolmarkError } from '../base/index.ts';
import { parseCertificate } from './certificate.ts';
import { publicKeyDigest } from './fingerprints.ts';
import { findKeyProblem } from './key-policy.ts';
import { parseCertificates, parseTrust } from './trust.ts';

let signer: Issued;

beforeAll(async () => {
  signer = await issue({ name: 'CN=Ada Lovelace, O=Example Ledger' });
});

const code = (expected: string): unknown => expect.objectContaining({ name: 'ToolmarkError', code: expected });

describe('a certificate', () => {
  test('is known by the digests of its DER and of its key', () => {
    const { fingerprint, publicKeyDigest, subject } = parseCertificate(signer.certificate);
    const spki = createPublicKey(signer.key).export({ type: 'spki', format: 'der' });
    expect(fingerprint).toBe(`sha256:${createHash('sha256').update(signer.certificate).digest('hex')}`);
    expect(publicKeyDigest).toBe(`sha256:${createHash('sha256').update(spki).digest('hex')}`);
    expect(subject).toBe('CN=Ada Lovelace, O=Example Ledger');
  });

  test('is DER and nothing else', () => {
    const der = signer.certificate;
    expect(() => parseCertificate(toPem(der))).toThrow(code('certificate.pem'));
    expect(() => parseCertificate(new Uint8Array([...der, 0]))).toThrow(code('certificate.trailing-bytes'));
    expect(() => parseCertificate(new Uint8Array([...der, ...der]))).toThrow(code('certificate.trailing-bytes'));
    expect(() => parseCertificate(der.slice(0, -1))).toThrow(code('certificate.malformed'));
    expect(() => parseCertificate(new Uint8Array())).toThrow(code('certificate.malformed'));
  });

  test('with the same extension twice is refused', async () => {
    const extension = new Extension('1.2.3.4', false, new Uint8Array([5, 0]));
    const twice = await issue({ name: 'CN=Twice', extensions: [extension, extension] });
    expect(() => parseCertificate(twice.certificate)).toThrow(code('certificate.malformed'));
  });

  test('with any byte changed is read, or refused with a code', () => {
    fc.assert(
      fc.property(fc.nat(signer.certificate.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = signer.certificate.slice();
        changed[at] = (changed[at] ?? 0) ^ mask;
        try {
          expect(parseCertificate(changed).der).toBe(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolmarkError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('trust from files', () => {
  test('takes bundles, and text around the blocks', async () => {
    const other = await issue({ name: 'CN=Other' });
    const bundle = Buffer.concat([Buffer.from('# mine\n'), toPem(signer.certificate), toPem(other.certificate)]);
    expect(parseCertificates(bundle).map(({ subject }) => subject)).toEqual([
      'CN=Ada Lovelace, O=Example Ledger',
      'CN=Other',
    ]);
  });

  test('rejects truncated, damaged and other input', () => {
    const pem = toPem(signer.certificate);
    const text = new TextDecoder().decode(pem);
    const encode = (value: string): Uint8Array => new TextEncoder().encode(value);
    const broken = [
      pem.slice(0, -10),
      pem.slice(0, 200),
      encode(text.replace('MII', 'M!I')),
      encode(text.replaceAll('CERTIFICATE', 'PRIVATE KEY')),
      encode(''),
      encode('hello'),
      encode(`${text}-----BEGIN CERTIFICATE-----\nMIIB`),
    ];
    for (const bytes of broken) expect(() => parseCertificates(bytes)).toThrow(code('certificate.malformed'));
    expect(() => parseTrust({ crls: [pem] })).toThrow(code('certificate.malformed'));
    expect(() => parseTrust({ crls: [signer.certificate] })).toThrow(code('revocation.crl-malformed'));
    expect(() => parseTrust({ pins: ['sha256:abc'] })).toThrow(code('certificate.malformed'));
  });
});

describe('a key', () => {
  test.each(['P-256', 'P-384', 'P-521'])('on %s has the digest of its SubjectPublicKeyInfo', namedCurve => {
    for (let i = 0; i < 20; i++) {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve });
      const spki = publicKey.export({ type: 'spki', format: 'der' });
      expect(publicKeyDigest(publicKey)).toBe(`sha256:${createHash('sha256').update(spki).digest('hex')}`);
    }
  });

  test.each([
    ['rsa 1024', () => generateKeyPairSync('rsa', { modulusLength: 1024 }), 'certificate.weak-key'],
    ['rsa e=3', () => generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }), 'certificate.weak-key'],
    ['secp256k1', () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }), 'certificate.key-unsupported'],
    ['P-224', () => generateKeyPairSync('ec', { namedCurve: 'secp224r1' }), 'certificate.key-unsupported'],
    ['Ed448', () => generateKeyPairSync('ed448'), 'certificate.key-unsupported'],
    ['X25519', () => generateKeyPairSync('x25519'), 'certificate.key-unsupported'],
    ['rsa-pss', () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }), 'certificate.key-unsupported'],
    ['rsa 2048', () => generateKeyPairSync('rsa', { modulusLength: 2048 }), undefined],
    ['P-521', () => generateKeyPairSync('ec', { namedCurve: 'secp521r1' }), undefined],
    ['Ed25519', () => generateKeyPairSync('ed25519'), undefined],
  ])('%s', (_, generate, expected) => {
    expect(findKeyProblem(generate().publicKey)?.code).toBe(expected);
  });

  test('with a compressed point would have a second digest, and is refused', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const isOdd = ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1) === 1;
    const head = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');
    const spki = Buffer.concat([head, Buffer.from([isOdd ? 3 : 2]), Buffer.from(x, 'base64url')]);
    const compressed = createPublicKey({ key: spki, type: 'spki', format: 'der' });
    expect(compressed.equals(publicKey)).toBe(true);
    expect(publicKeyDigest(compressed)).toBe(publicKeyDigest(publicKey));
    expect(findKeyProblem(compressed)?.code).toBe('certificate.key-unsupported');
  });
});
