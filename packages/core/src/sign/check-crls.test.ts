import { constants, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  Extension,
  ecdsaTwin,
  type Issued,
  type IssueOptions,
  issue,
  issueAuthority,
  issueCrl,
  KeyUsageFlags,
} from '../../../../test/pki.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { isCrlSignedBy, parseCrl } from './crl.ts';
import { writeElement } from './der.ts';
import { judgeSigner } from './judge-signer.ts';
import { bytesOf, readSignedStructure } from './signed-structure.ts';
import { parseTrust, type TrustMaterial } from './trust.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const PKCS_1 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1];

let root: Issued;
let middle: Issued;
let leaf: Issued;

beforeAll(async () => {
  root = await issueAuthority({ name: 'CN=Root' });
  middle = await issueAuthority({ name: 'CN=Middle', issuer: root, extensions: [subjectKeyId(1)] });
  leaf = await issue({ name: 'CN=Ada', issuer: middle });
});

/** The codes against a signer below the middle; empty where it is trusted. */
async function codes(material: TrustMaterial, signer = leaf): Promise<string[]> {
  const trust = parseTrust({ roots: [root.certificate], intermediates: [middle.certificate], ...material });
  const presented = { leaf: parse(signer), chain: [], isCovered: true };
  const standing = await judgeSigner(presented, trust, NOW);
  return standing.type === 'vouched' ? [] : standing.findings.map(({ code }) => code);
}

function parse({ certificate }: Issued): Certificate {
  return parseCertificate(certificate);
}

function subjectKeyId(id: number): Extension {
  return new Extension('2.5.29.14', false, writeElement(0x04, Uint8Array.of(id)));
}

function authorityKeyId(id: number): Extension {
  return new Extension('2.5.29.35', false, writeElement(0x30, writeElement(0x80, Uint8Array.of(id))));
}

function again(authority: Issued, options: Partial<IssueOptions> = {}): Promise<Issued> {
  return issueAuthority({ name: authority.name, keys: authority, issuer: root, ...options });
}

describe('a CRL in the name of an issuer on the path', () => {
  test('[sign.crl] and signed by another key is refused, whatever key identifier it states', async () => {
    const impostor = await issueAuthority({ name: middle.name });
    for (const id of [1, 2]) {
      const crl = await issueCrl(impostor, { extensions: [authorityKeyId(id)] });
      expect(await codes({ crls: [crl] })).toEqual(['revocation.crl-forged']);
      expect(await codes({ crls: [crl, await issueCrl(middle)] })).toEqual(['revocation.crl-forged']);
    }
  });

  test('and signed by its key revokes, whatever key identifier it states', async () => {
    for (const id of [1, 2]) {
      const crl = await issueCrl(middle, { revoked: [leaf], extensions: [authorityKeyId(id)] });
      expect(await codes({ crls: [crl] })).toEqual(['revocation.revoked']);
    }
  });

  test('applies to the same authority issued again with another key identifier', async () => {
    const reissued = await again(middle, { extensions: [subjectKeyId(2)] });
    const crl = await issueCrl(middle, { revoked: [leaf], extensions: [authorityKeyId(1)] });
    expect(await codes({ intermediates: [reissued.certificate], crls: [crl] })).toEqual(['revocation.revoked']);
    const clean = await issueCrl(middle, { extensions: [authorityKeyId(1)] });
    const material = { intermediates: [reissued.certificate], crls: [clean, await issueCrl(root)], requireCrl: true };
    expect(await codes(material)).toEqual([]);
  });

  test('applies although its name is written in another way', async () => {
    const shouting = { ...middle, name: 'CN=MIDDLE' };
    expect(await codes({ crls: [await issueCrl(shouting, { revoked: [leaf] })] })).toEqual(['revocation.revoked']);
  });

  test('revokes a twin of the certificate that it lists', async () => {
    const twin = { ...leaf, certificate: ecdsaTwin(leaf.certificate, 'ec-p256') };
    expect(await codes({ crls: [await issueCrl(middle, { revoked: [leaf] })] }, twin)).toEqual(['revocation.revoked']);
  });

  test('and signed by its key but under another name still revokes', async () => {
    const renamed = { ...middle, name: 'CN=Another Name' };
    expect(await codes({ crls: [await issueCrl(renamed, { revoked: [leaf] })] })).toEqual(['revocation.revoked']);
    expect(await codes({ crls: [await issueCrl(renamed)] })).toEqual([]);
    expect(await codes({ crls: [await issueCrl(renamed), await issueCrl(root)], requireCrl: true })).toEqual([
      'revocation.crl-missing',
    ]);
  });

  test('may lie beside one of an authority that is not on the path', async () => {
    const other = await issueAuthority({ name: 'CN=Other' });
    expect(await codes({ crls: [await issueCrl(other, { revoked: [leaf] })] })).toEqual([]);
  });

  test('that only its entries name is refused, because indirect lists cannot be used', async () => {
    const other = await issueAuthority({ name: 'CN=Other' });
    const name = writeElement(0x30, writeElement(0x31, writeElement(0x30, oid(0x55, 4, 3), utf8('Middle'))));
    const issuer = new Extension('2.5.29.29', true, writeElement(0x30, writeElement(0xa4, name)));
    const crl = await issueCrl(other, { revoked: [leaf], entryExtensions: [issuer] });
    expect(await codes({ crls: [crl] })).toEqual(['revocation.crl-forged']);
  });

  test('at the root revokes the root that lists itself', async () => {
    expect(await codes({ crls: [await issueCrl(root, { revoked: [root] })] })).toEqual(['revocation.revoked']);
  });
});

describe('a genuine CRL with an algorithm that cannot be checked', () => {
  const SHA_256 = writeElement(0x30, oid(0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1), Uint8Array.of(5, 0));
  const MGF_1 = writeElement(0x30, oid(...PKCS_1, 8), SHA_256);
  const PSS_PARAMETERS = writeElement(
    0x30,
    writeElement(0xa0, SHA_256),
    writeElement(0xa1, MGF_1),
    writeElement(0xa2, writeElement(0x02, Uint8Array.of(32))),
  );
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

  test.each([
    ['SHA-1', writeElement(0x30, oid(...PKCS_1, 5), Uint8Array.of(5, 0)), 'sha1', {}],
    ['RSA-PSS', writeElement(0x30, oid(...PKCS_1, 10), PSS_PARAMETERS), 'sha256', pss],
  ] as const)('(%s) refuses the path and is not called forged', async (_, algorithm, hash, padding) => {
    const authority = await issueAuthority({ name: 'CN=Middle', key: 'rsa-2048', issuer: root });
    const signer = await issue({ name: 'CN=Ada', issuer: authority });
    const resign = (crl: Uint8Array): Uint8Array => {
      const tbs = withAlgorithm(crl, algorithm);
      const signature = sign(hash, tbs, { key: authority.key, ...padding });
      return writeElement(0x30, tbs, algorithm, writeElement(0x03, Uint8Array.of(0), signature));
    };
    const intermediates = [authority.certificate];
    const current = await issueCrl(authority);
    for (const crl of [resign(current), resign(await issueCrl(authority, { revoked: [signer] }))]) {
      for (const crls of [[crl], [crl, current]]) {
        expect(await codes({ intermediates, crls }, signer)).toEqual(['revocation.crl-unsupported']);
      }
      expect(() => isCrlSignedBy(crl, parse(authority))).toThrow(
        expect.objectContaining({ code: 'revocation.crl-unsupported' }),
      );
    }
  });
});

/** What a CRL signs, with another algorithm named in it. */
function withAlgorithm(crl: Uint8Array, algorithm: Uint8Array): Uint8Array {
  const [version, , ...rest] = readSignedStructure(crl)?.members.map(element => bytesOf(crl, element)) ?? [];
  return writeElement(0x30, ...(version === undefined ? [] : [version, algorithm, ...rest]));
}

describe('an authority with two keys', () => {
  test('may have a list by each, if both certificates are known and the key on the path has its own', async () => {
    const next = await issueAuthority({ name: middle.name, issuer: root });
    const intermediates = [middle.certificate, next.certificate];
    const [own, other] = [await issueCrl(middle), await issueCrl(next)];
    expect(await codes({ intermediates, crls: [own, other] })).toEqual([]);
    expect(await codes({ intermediates, crls: [other] })).toEqual(['revocation.crl-missing']);
    expect(await codes({ crls: [own, other] })).toEqual(['revocation.crl-forged']);
    const revoking = await issueCrl(next, { revoked: [leaf] });
    expect(await codes({ intermediates, crls: [own, revoking] })).toEqual(['revocation.revoked']);
  });

  test('does not include a certificate that no authority on the path issued', async () => {
    const impostor = await issueAuthority({ name: middle.name });
    const intermediates = [middle.certificate, impostor.certificate];
    const crls = [await issueCrl(middle), await issueCrl(impostor)];
    expect(await codes({ intermediates, crls })).toEqual(['revocation.crl-forged']);
  });
});

describe('a pinned signer', () => {
  test('is revoked by the CRL of its issuer', async () => {
    const material = { roots: [], pins: [leaf.certificate] };
    expect(await codes({ ...material, crls: [await issueCrl(middle, { revoked: [leaf] })] })).toEqual([
      'revocation.revoked',
    ]);
    expect(await codes({ ...material, crls: [await issueCrl(middle)] })).toEqual([]);
    const impostor = await issueAuthority({ name: middle.name });
    expect(await codes({ ...material, crls: [await issueCrl(impostor)] })).toEqual(['revocation.crl-forged']);
  });

  test('is refused when the issuer of a CRL about it is not given', async () => {
    const material = { roots: [], intermediates: [], pins: [leaf.certificate] };
    expect(await codes({ ...material, crls: [await issueCrl(middle)] })).toEqual(['revocation.crl-unchecked']);
    expect(await codes({ ...material, crls: [await issueCrl(root)] })).toEqual([]);
  });

  test('is refused when its issuer may not sign CRLs', async () => {
    const strict = await again(middle, { usages: KeyUsageFlags.keyCertSign });
    const material = { roots: [], intermediates: [strict.certificate], pins: [leaf.certificate] };
    expect(await codes({ ...material, crls: [await issueCrl(middle)] })).toEqual(['revocation.crl-forged']);
  });
});

describe('a CRL is refused when its outside', () => {
  test('is not DER, or names another algorithm than its inside', async () => {
    const crl = await issueCrl(middle);
    const { tbs, signature } = readSignedStructure(crl) ?? { tbs: crl, signature: crl };
    const sha384 = writeElement(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 3));
    const bits = writeElement(0x03, Uint8Array.of(0), signature);
    const changed = [
      writeElement(0x30, tbs, sha384, bits),
      Uint8Array.of(...crl, 0),
      Uint8Array.of(0x30, 0x82, 0, ...crl.subarray(1)),
      crl.subarray(0, -1),
    ];
    for (const bytes of changed) {
      expect(() => parseCrl(bytes)).toThrow(expect.objectContaining({ code: 'revocation.crl-malformed' }));
    }
  });
});

function oid(...bytes: number[]): Uint8Array {
  return writeElement(0x06, Uint8Array.from(bytes));
}

function utf8(text: string): Uint8Array {
  return writeElement(0x0c, new TextEncoder().encode(text));
}
