import { createPublicKey, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import { ecdsaTwin, type Issued, issue, issueAuthority } from '../../../../test/pki.ts';
import { type Json, type JsonObject, jcs, readJson } from '../base/index.ts';
import { encodeBase64 } from './base64.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { bytesToHex, DER_TAG, readElement, writeElement } from './der.ts';
import { namesForRevocation, parseRevocations, type Revocation, type RevokedNames } from './revocation.ts';
import { signDocument } from './sign.ts';
import { readSignedStructure } from './signed-structure.ts';
import { parseTrust, type TrustMaterial } from './trust.ts';
import type { VerifyResult } from './verdict.ts';
import { verifyDocument } from './verify.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const CURVES = ['ec-p256', 'ec-p384', 'ec-p521'] as const;

type Signed = JsonObject & { readonly tool: JsonObject & { readonly signature: JsonObject } };

/** A document of schema 1.0 with another certificate put into it, which takes no key: nothing covers the certificate. */
function swap(signer: Issued, certificate: Uint8Array): Uint8Array {
  const bytes = signDocument(sampleDocument('1.0'), signer, { now: NOW, profile: 'etdi-tool' });
  const document = readJson(bytes) as Json as Signed;
  const signature = { ...document.tool.signature, certificate: encodeBase64(certificate) };
  return new TextEncoder().encode(jcs({ ...document, tool: { ...document.tool, signature } }));
}

async function verify(document: Uint8Array, material: TrustMaterial): Promise<string[]> {
  const result: VerifyResult = await verifyDocument(document, { trust: parseTrust(material), now: NOW });
  return [result.outcome, ...result.findings.map(({ code }) => code)];
}

function revoke(names: RevokedNames): readonly Revocation[] {
  return [{ ...names, reason: 'key-compromise', time: '2026-11-01T00:00:00Z' }];
}

describe.each(CURVES)('a signer revoked below an authority on %s', curve => {
  let root: Issued;
  let leaf: Issued;
  let twin: Uint8Array;
  let certificate: Certificate;
  beforeAll(async () => {
    root = await issueAuthority({ name: 'CN=Root', key: curve });
    leaf = await issue({ name: 'CN=Ada', issuer: root });
    twin = ecdsaTwin(leaf.certificate, curve);
    certificate = parseCertificate(leaf.certificate);
  });

  test('has a twin that anyone can make, that holds, and that has another digest', async () => {
    expect(new X509Certificate(twin).verify(createPublicKey(root.key))).toBe(true);
    expect(parseCertificate(twin).fingerprint).not.toBe(certificate.fingerprint);
    expect(await verify(swap(leaf, twin), { roots: [root.certificate] })).toEqual(['trusted']);
  });

  test('[sign.twins] stays revoked when its twin takes its place, by any name that a list has', async () => {
    const names = namesForRevocation(certificate);
    const { issuer, serialNumber } = names;
    const lists: RevokedNames[] = [
      names,
      namesForRevocation(certificate, { keepKey: true }),
      { certificate: certificate.fingerprint },
      { tbsCertificate: certificate.tbsDigest },
      { publicKey: certificate.publicKeyDigest },
      ...(issuer === undefined || serialNumber === undefined ? [] : [{ issuer, serialNumber }]),
    ];
    expect(lists).toHaveLength(6);
    for (const list of lists) {
      const material = { roots: [root.certificate], revocations: revoke(list) };
      for (const der of [leaf.certificate, twin]) {
        expect(await verify(swap(leaf, der), material)).toEqual(['revoked', 'revocation.revoked']);
      }
    }
  });

  test('stays revoked when the list has the digest of the twin', async () => {
    const revocations = revoke({ certificate: parseCertificate(twin).fingerprint });
    expect(await verify(swap(leaf, leaf.certificate), { roots: [root.certificate], revocations })).toEqual([
      'revoked',
      'revocation.revoked',
    ]);
  });

  test('takes a revoked intermediate with it, twin or not', async () => {
    const middle = await issueAuthority({ name: 'CN=Middle', issuer: root });
    const below = await issue({ name: 'CN=Below', issuer: middle });
    const document = swap(below, below.certificate);
    const revocations = revoke({ certificate: parseCertificate(middle.certificate).fingerprint });
    const intermediates = [ecdsaTwin(middle.certificate, curve)];
    expect(await verify(document, { roots: [root.certificate], intermediates })).toEqual(['trusted']);
    expect(await verify(document, { roots: [root.certificate], intermediates, revocations })).toEqual([
      'revoked',
      'revocation.revoked',
    ]);
  });
});

describe('a revocation list', () => {
  test('revokes no other certificate of the same authority or the same name', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root });
    const other = await issue({ name: 'CN=Ada', issuer: root });
    const revocations = revoke(namesForRevocation(parseCertificate(leaf.certificate)));
    expect(await verify(swap(other, other.certificate), { roots: [root.certificate], revocations })).toEqual([
      'trusted',
    ]);
  });

  test('revokes the key in every certificate, unless it keeps the key', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root });
    const renewed = await issue({ name: 'CN=Ada', issuer: root, keys: leaf });
    const check = (names: RevokedNames) =>
      verify(swap(renewed, renewed.certificate), { roots: [root.certificate], revocations: revoke(names) });
    const certificate = parseCertificate(leaf.certificate);
    expect(await check(namesForRevocation(certificate))).toEqual(['revoked', 'revocation.revoked']);
    expect(await check(namesForRevocation(certificate, { keepKey: true }))).toEqual(['trusted']);
  });

  test('of the first release, with digests of the DER alone, is read and applied', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root });
    const { fingerprint } = parseCertificate(leaf.certificate);
    const list = {
      version: 1,
      revoked: [{ certificate: fingerprint, reason: 'superseded', time: '2026-01-01T00:00:00Z' }],
    };
    const revocations = parseRevocations(new TextEncoder().encode(JSON.stringify(list)));
    const document = swap(leaf, ecdsaTwin(leaf.certificate, 'ec-p256'));
    expect(await verify(document, { roots: [root.certificate], revocations })).toEqual([
      'revoked',
      'revocation.revoked',
    ]);
  });
});

describe('a certificate is refused when its outside', () => {
  /** The same signed bytes in another wrapping. */
  function rewrap(
    der: Uint8Array,
    change: { algorithm?: Uint8Array; unusedBits?: number; after?: Uint8Array },
  ): Uint8Array {
    const parts = readSignedStructure(der);
    if (parts === undefined) throw new Error('This is not a certificate.');
    const bits = writeElement(DER_TAG.bitString, Uint8Array.of(change.unusedBits ?? 0), parts.signature);
    const after = change.after ?? new Uint8Array();
    return writeElement(DER_TAG.sequence, parts.tbs, change.algorithm ?? parts.algorithm, bits, after);
  }

  test('is written differently, because each way would have a digest that no list names', async () => {
    const leaf = await issue({ name: 'CN=Ada' });
    const der = leaf.certificate;
    expect(bytesToHex(rewrap(der, {}))).toBe(bytesToHex(der));
    const { algorithm } = readSignedStructure(der) ?? { algorithm: new Uint8Array() };
    const inner = readElement(algorithm, 0);
    const withNull = writeElement(DER_TAG.sequence, algorithm.subarray(inner?.start), Uint8Array.of(5, 0));
    const changed = [
      rewrap(der, { algorithm: withNull }),
      rewrap(der, { unusedBits: 1 }),
      rewrap(der, { after: Uint8Array.of(5, 0) }),
      Uint8Array.of(0x30, 0x80, ...der.subarray(4), 0, 0),
      Uint8Array.of(0x30, 0x83, 0, ...der.subarray(2)),
    ];
    for (const bytes of changed) {
      expect(() => parseCertificate(bytes)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^certificate\.(malformed|trailing-bytes)$/) }),
      );
    }
  });
});

describe('a pinned key', () => {
  test('does not vouch for a certificate that anyone could have written around it', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root, notAfter: '2026-02-01T00:00:00Z' });
    const { publicKeyDigest, fingerprint } = parseCertificate(leaf.certificate);
    // The attacker does not have Ada's private key: the certificate states her public key and is signed by another.
    const attacker = await issueAuthority({ name: 'CN=Attacker' });
    const forged = await issue({ name: 'CN=Ada', issuer: attacker, keys: leaf });
    const material = { pins: [publicKeyDigest], revocations: revoke({ certificate: fingerprint }) };
    expect(await verify(swap(forged, forged.certificate), material)).toEqual(['untrusted', 'certificate.unproven']);
  });

  test('vouches for certificates that its holder or a given authority signed, and for covered ones', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const alone = await issue({ name: 'CN=Alone' });
    const issued = await issue({ name: 'CN=Ada', issuer: root });
    const pins = [alone, issued].map(({ certificate }) => parseCertificate(certificate).publicKeyDigest);
    expect(await verify(swap(alone, alone.certificate), { pins })).toEqual(['trusted']);
    expect(await verify(swap(issued, issued.certificate), { pins })).toEqual(['untrusted', 'certificate.unproven']);
    expect(await verify(swap(issued, issued.certificate), { pins, intermediates: [root.certificate] })).toEqual([
      'trusted',
    ]);
    expect(await verify(signDocument(sampleDocument(), issued, { now: NOW }), { pins })).toEqual(['trusted']);
  });

  test('of a certificate is not that of its twin', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root });
    const twin = ecdsaTwin(leaf.certificate, 'ec-p256');
    expect(await verify(swap(leaf, twin), { pins: [leaf.certificate] })).toEqual(['untrusted', 'certificate.no-path']);
  });
});
