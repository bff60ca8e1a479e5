import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  CertificatePolicyExtension,
  ExtendedKeyUsage,
  Extension,
  type Issued,
  type IssueOptions,
  issue,
  issueAuthority,
  issueCrl,
  type JsonGeneralNames,
  KeyUsageFlags,
  SubjectAlternativeNameExtension,
  toPem,
} from '../../../../test/pki.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { judgeSigner, type Standing } from './judge-signer.ts';
import { parseTrust, type TrustMaterial } from './trust.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

const CRITICAL = new Extension('1.2.3.4', true, new Uint8Array([5, 0]));

let root: Issued;
let middle: Issued;

beforeAll(async () => {
  root = await issueAuthority({ name: 'CN=Test Root' });
  middle = await issueAuthority({ name: 'CN=Test Intermediate', issuer: root, key: 'ec-p384' });
});

function judge(
  leaf: Issued,
  material: TrustMaterial = {},
  now = NOW,
  chain: readonly Issued[] = [],
): Promise<Standing> {
  const trust = parseTrust({ roots: [root.certificate], intermediates: [middle.certificate], ...material });
  return judgeSigner({ leaf: parse(leaf), chain: chain.map(parse), isCovered: false }, trust, now);
}

async function codes(...args: Parameters<typeof judge>): Promise<string[]> {
  const standing = await judge(...args);
  return standing.type === 'vouched' ? [] : standing.findings.map(({ code }) => code);
}

function parse({ certificate }: Issued): Certificate {
  return parseCertificate(certificate);
}

function leafOf(issuer: Issued, options: Partial<IssueOptions> = {}): Promise<Issued> {
  return issue({ name: 'CN=Signer', issuer, ...options });
}

describe('a path', () => {
  test.each(['ed25519', 'ec-p256', 'ec-p384', 'ec-p521', 'rsa-2048'] as const)(
    'through an intermediate is valid for a leaf with %s',
    async key => {
      const standing = await judge(await leafOf(middle, { key }));
      expect(standing).toMatchObject({ type: 'vouched', anchor: { type: 'root', subject: 'CN=Test Root' } });
    },
  );

  test.each(['ed25519', 'ec-p521', 'rsa-2048'] as const)('is good below authorities with %s', async key => {
    const other = await issueAuthority({ name: 'CN=Other Root', key });
    const below = await issueAuthority({ name: 'CN=Other Intermediate', key, issuer: other });
    const leaf = await leafOf(below);
    expect(await codes(leaf, { roots: [other.certificate], intermediates: [below.certificate] })).toEqual([]);
  });

  test('may bring its intermediates along', async () => {
    const leaf = await leafOf(middle);
    expect(await codes(leaf, { intermediates: [] })).toEqual(['certificate.no-path']);
    expect(await codes(leaf, { intermediates: [] }, NOW, [middle])).toEqual([]);
  });

  test('a self-signed certificate in the document is not an anchor', async () => {
    const stranger = await issueAuthority({ name: 'CN=Test Root' });
    const leaf = await leafOf(stranger);
    expect(await codes(leaf, {}, NOW, [stranger])).toEqual(['certificate.no-path']);
    expect(await codes(leaf)).toEqual(['certificate.no-path']);
  });

  test('needs a trusted root', async () => {
    const leaf = await leafOf(middle);
    expect(await codes(leaf, { roots: [], intermediates: [] })).toEqual(['certificate.no-path']);
    expect(await codes(root, { roots: [], intermediates: [] })).toEqual(['certificate.no-path']);
  });

  test('a valid path wins over an invalid one', async () => {
    const expired = await issueAuthority({
      name: middle.name,
      keys: middle,
      issuer: root,
      notAfter: '2026-02-01T00:00:00Z',
    });
    const leaf = await leafOf(middle);
    expect(await codes(leaf, { intermediates: [expired.certificate] })).toEqual(['certificate.expired']);
    expect(await codes(leaf, { intermediates: [expired.certificate, middle.certificate] })).toEqual([]);
  });
});

describe('the leaf', () => {
  test.each<[string, Partial<IssueOptions>, string]>([
    ['has a weak key', { key: 'rsa-1024' }, 'certificate.weak-key'],
    ['has a small exponent', { key: 'rsa-2048-e3' }, 'certificate.weak-key'],
    ['has expired', { notAfter: '2026-11-15T11:59:59Z' }, 'certificate.expired'],
    ['is not valid yet', { notBefore: '2026-11-15T12:00:01Z' }, 'certificate.not-yet-valid'],
    ['has another key usage', { usages: KeyUsageFlags.keyEncipherment }, 'certificate.key-usage'],
    ['has no key usage', { usages: 'none' }, 'certificate.key-usage'],
    ['is for web servers', { purposes: [ExtendedKeyUsage.serverAuth] }, 'certificate.extended-key-usage'],
    ['has no purpose', { purposes: 'none' }, 'certificate.extended-key-usage'],
    ['has an unknown critical extension', { extensions: [CRITICAL] }, 'certificate.unknown-critical-extension'],
    [
      'is an authority',
      { ca: true, usages: KeyUsageFlags.digitalSignature, purposes: [ExtendedKeyUsage.codeSigning] },
      'certificate.is-a-ca',
    ],
  ])('%s', async (_, options, code) => {
    expect(await codes(await leafOf(middle, options))).toEqual([code]);
  });

  test('may have unknown extensions that are not critical', async () => {
    const extensions = [new Extension('1.2.3.4', false, new Uint8Array([5, 0]))];
    expect(await codes(await leafOf(middle, { extensions }))).toEqual([]);
  });

  test('is valid in its last second, and not after', async () => {
    const leaf = await leafOf(middle, { notAfter: '2026-12-31T23:59:59Z' });
    expect(await codes(leaf, {}, new Date('2026-12-31T23:59:59.999Z'))).toEqual([]);
    expect(await codes(leaf, {}, new Date('2027-01-01T00:00:00Z'))).toEqual(['certificate.expired']);
  });

  test('signed by its issuer over SHA-1 is refused', async () => {
    const authority = await issueAuthority({ name: 'CN=Old Root', key: 'rsa-2048-sha1' });
    const leaf = await leafOf(authority);
    expect(await codes(leaf, { roots: [authority.certificate] })).toEqual(['certificate.weak-hash']);
  });
});

describe('an issuer', () => {
  test.each<[string, Partial<IssueOptions>, string]>([
    ['is not an authority', { ca: false, usages: KeyUsageFlags.keyCertSign }, 'certificate.not-a-ca'],
    ['may not sign certificates', { usages: KeyUsageFlags.cRLSign }, 'certificate.not-a-ca'],
    ['has expired', { notAfter: '2026-02-01T00:00:00Z' }, 'certificate.expired'],
    ['has a weak key', { key: 'rsa-1024' }, 'certificate.weak-key'],
    ['is for web servers', { purposes: [ExtendedKeyUsage.serverAuth] }, 'certificate.extended-key-usage'],
    ['has an unknown critical extension', { extensions: [CRITICAL] }, 'certificate.unknown-critical-extension'],
  ])('%s', async (_, options, code) => {
    const issuer = await issueAuthority({ name: 'CN=Unfit', issuer: root, purposes: 'none', ...options });
    expect(await codes(await leafOf(issuer), { intermediates: [issuer.certificate] })).toContain(code);
  });

  test('allows as many authorities below it as it says', async () => {
    const low = await issueAuthority({ name: 'CN=Low', issuer: root, pathLength: 0 });
    const lower = await issueAuthority({ name: 'CN=Lower', issuer: low });
    expect(await codes(await leafOf(low), { intermediates: [low.certificate] })).toEqual([]);
    expect(await codes(await leafOf(lower), { intermediates: [low.certificate, lower.certificate] })).toEqual([
      'certificate.path-length',
    ]);
  });

  test('at the root is bound by its own path length too', async () => {
    const strict = await issueAuthority({ name: 'CN=Strict Root', pathLength: 0 });
    const below = await issueAuthority({ name: 'CN=Below', issuer: strict });
    const leaf = await leafOf(below);
    expect(await codes(leaf, { roots: [strict.certificate], intermediates: [below.certificate] })).toEqual([
      'certificate.path-length',
    ]);
  });
});

describe('hostile chains', () => {
  test('of authorities that issue each other end as a loop', async () => {
    const a = await issueAuthority({ name: 'CN=A' });
    const b = await issueAuthority({ name: 'CN=B', issuer: a });
    const aByB = await issueAuthority({ name: 'CN=A', keys: a, issuer: b });
    const intermediates = [a.certificate, b.certificate, aByB.certificate];
    expect(await codes(await leafOf(a), { intermediates })).toEqual(['certificate.loop']);
  });

  test('fifty deep end as too long', async () => {
    let above = root;
    const intermediates: Uint8Array[] = [];
    for (let i = 0; i < 50; i++) {
      above = await issueAuthority({ name: `CN=Level ${i}`, issuer: above });
      intermediates.push(above.certificate);
    }
    expect(await codes(await leafOf(above), { intermediates })).toEqual(['certificate.path-too-long']);
  });

  test('of many look-alikes stop after a bounded search', async () => {
    const key = await issueAuthority({ name: 'CN=Same' });
    const many = await Promise.all(Array.from({ length: 60 }, () => issueAuthority({ name: 'CN=Same', keys: key })));
    const intermediates = many.map(({ certificate }) => certificate);
    const verified = vi.spyOn(X509Certificate.prototype, 'verify');
    onTestFinished(() => verified.mockRestore());
    expect(await codes(await leafOf(key), { intermediates })).toEqual(['certificate.path-too-long']);
    expect(verified.mock.calls.length).toBeGreaterThan(60);
    expect(verified.mock.calls.length).toBeLessThan(1000);
  });
});

describe('name constraints', () => {
  const NAME_CONSTRAINTS = '2.5.29.30';
  const subtrees = (tag: number, ...names: Uint8Array[]): Uint8Array => der(tag, ...names.map(name => der(0x30, name)));
  const constrain = (...parts: Uint8Array[]): Extension =>
    new Extension(NAME_CONSTRAINTS, true, new Uint8Array(der(0x30, ...parts)));
  const ascii = (tag: number, text: string): Uint8Array => der(tag, new TextEncoder().encode(text));
  const [MAIL, DNS, URI, IP] = [0x81, 0x82, 0x86, 0x87];
  const permit = (...names: Uint8Array[]): Uint8Array => subtrees(0xa0, ...names);
  const exclude = (...names: Uint8Array[]): Uint8Array => subtrees(0xa1, ...names);
  const name = (commonName: string): Uint8Array =>
    der(0xa4, der(0x30, der(0x31, der(0x30, der(0x06, new Uint8Array([0x55, 4, 3])), ascii(0x0c, commonName)))));

  const named =
    (type: JsonGeneralNames[number]['type']) =>
    (value: string): JsonGeneralNames => [{ type, value }];
  const [dns, email, url, ip] = [named('dns'), named('email'), named('url'), named('ip')];
  const TEN = permit(der(IP, new Uint8Array([10, 0, 0, 0, 255, 0, 0, 0])));

  test.each<[string, Uint8Array, JsonGeneralNames, boolean]>([
    ['a host below', permit(ascii(DNS, 'example.org')), dns('a.example.org'), true],
    ['the host itself', permit(ascii(DNS, 'example.org')), dns('EXAMPLE.org'), true],
    ['another host', permit(ascii(DNS, 'example.org')), dns('badexample.org'), false],
    [
      'one good and one bad host',
      permit(ascii(DNS, 'example.org')),
      [...dns('a.example.org'), ...dns('evil.test')],
      false,
    ],
    ['the host where only those below', permit(ascii(DNS, '.example.org')), dns('example.org'), false],
    ['an excluded host', exclude(ascii(DNS, 'evil.test')), dns('x.evil.test'), false],
    ['a mail host', permit(ascii(MAIL, 'example.org')), email('a@example.org'), true],
    ['a mail host below', permit(ascii(MAIL, 'example.org')), email('a@b.example.org'), false],
    ['a mail domain', permit(ascii(MAIL, '.example.org')), email('a@b.example.org'), true],
    ['one mailbox', permit(ascii(MAIL, 'a@example.org')), email('b@example.org'), false],
    ['the very mailbox', permit(ascii(MAIL, 'a@example.org')), email('a@EXAMPLE.org'), true],
    ['a mail address without host', exclude(ascii(MAIL, 'evil.test')), email('x'), false],
    ['a URI', permit(ascii(URI, 'example.org')), url('https://example.org:8/x'), true],
    ['a URI elsewhere', permit(ascii(URI, 'example.org')), url('https://evil.test/example.org'), false],
    ['a URI without host', exclude(ascii(URI, 'evil.test')), url('urn:evil'), false],
    ['an address in the network', TEN, ip('10.1.2.3'), true],
    ['an address outside it', TEN, ip('11.1.2.3'), false],
    ['a long address where a network of short ones is permitted', TEN, ip('2001:db8::1'), false],
    ['a name of another kind', permit(ascii(DNS, 'example.org')), email('a@evil.test'), true],
    ['the subject', permit(name('Signer')), [], true],
    ['another subject', permit(name('Someone Else')), [], false],
    ['an excluded subject', exclude(name('Signer')), [], false],
    ['a kind that cannot be checked', permit(der(0x88, new Uint8Array([0x2a, 3]))), [], false],
  ])('%s', async (_, constraint, names, isAllowed) => {
    const limited = await issueAuthority({ name: 'CN=Limited', issuer: root, extensions: [constrain(constraint)] });
    const extensions = names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names)];
    const found = await codes(await leafOf(limited, { extensions }), { intermediates: [limited.certificate] });
    expect(found).toEqual(isAllowed ? [] : ['certificate.name-constraints']);
  });

  test('a lower authority cannot widen what a higher one permits', async () => {
    const org = await issueAuthority({
      name: 'CN=Org',
      issuer: root,
      extensions: [constrain(permit(ascii(DNS, 'example.org')))],
    });
    const wide = await issueAuthority({
      name: 'CN=Wide',
      issuer: org,
      extensions: [constrain(permit(ascii(DNS, 'evil.test')))],
    });
    const leaf = await leafOf(wide, {
      extensions: [new SubjectAlternativeNameExtension(dns('evil.test'))],
    });
    expect(await codes(leaf, { intermediates: [org.certificate, wide.certificate] })).toEqual([
      'certificate.name-constraints',
    ]);
  });

  test('apply to a mail address in the subject', async () => {
    const extensions = [constrain(exclude(ascii(MAIL, 'evil.test')))];
    const limited = await issueAuthority({ name: 'CN=Limited', issuer: root, extensions });
    const leaf = await leafOf(limited, { name: 'E=a@evil.test, CN=Signer' });
    expect(await codes(leaf, { intermediates: [limited.certificate] })).toEqual(['certificate.name-constraints']);
  });

  test('apply to the root that sets them', async () => {
    const extensions = [constrain(permit(ascii(DNS, 'example.org')))];
    const limited = await issueAuthority({ name: 'CN=Limited Root', extensions });
    const leaf = await leafOf(limited, {
      extensions: [new SubjectAlternativeNameExtension(dns('evil.test'))],
    });
    expect(await codes(leaf, { roots: [limited.certificate] })).toEqual(['certificate.name-constraints']);
  });

  test('that cannot be parsed make the certificate malformed', async () => {
    const extensions = [new Extension(NAME_CONSTRAINTS, true, new Uint8Array([0x30, 3, 0xa0, 1, 5]))];
    const limited = await issueAuthority({ name: 'CN=Limited', issuer: root, extensions });
    expect(() => parse(limited)).toThrow(expect.objectContaining({ code: 'certificate.malformed' }));
  });
});

test('a policy that must be explicit and is not stated is refused by pkijs', async () => {
  const requireExplicit = new Extension('2.5.29.36', true, der(0x30, der(0x80, new Uint8Array([0]))));
  const strict = await issueAuthority({ name: 'CN=Strict', issuer: root, extensions: [requireExplicit] });
  expect(await codes(await leafOf(strict), { intermediates: [strict.certificate] })).toEqual([
    'certificate.path-refused',
  ]);
  const policy = new CertificatePolicyExtension(['1.2.3.4']);
  const stated = await issueAuthority({ name: 'CN=Stated', issuer: root, extensions: [requireExplicit, policy] });
  const leaf = await leafOf(stated, { extensions: [policy] });
  expect(await codes(leaf, { intermediates: [stated.certificate] })).toEqual([]);
});

describe('pins', () => {
  test('a certificate, its digest, or its key make the signer trusted for itself', async () => {
    const alone = await issue({ name: 'CN=Alone' });
    const { fingerprint, publicKeyDigest } = parse(alone);
    for (const pin of [alone.certificate, toPem(alone.certificate), fingerprint, publicKeyDigest]) {
      expect(await judge(alone, { pins: [pin] })).toMatchObject({
        type: 'vouched',
        anchor: { type: 'pin', fingerprint },
      });
    }
    expect(await codes(alone, { roots: [alone.certificate] })).toEqual([]);
  });

  test('a pinned key is good in a renewed certificate, a pinned certificate is not', async () => {
    const old = await issue({ name: 'CN=Alone' });
    const renewed = await issue({ name: 'CN=Alone', keys: old });
    expect(await codes(renewed, { pins: [parse(old).publicKeyDigest] })).toEqual([]);
    expect(await codes(renewed, { pins: [parse(old).fingerprint] })).toEqual(['certificate.no-path']);
  });

  test('a pinned certificate must still be current, strong and for code signing', async () => {
    const unfit = async (options: Partial<IssueOptions>): Promise<string[]> => {
      const leaf = await issue({ name: 'CN=Alone', ...options });
      return codes(leaf, { pins: [leaf.certificate] });
    };
    expect(await unfit({ notAfter: '2026-02-01T00:00:00Z' })).toEqual(['certificate.expired']);
    expect(await unfit({ key: 'rsa-1024' })).toEqual(['certificate.weak-key']);
    expect(await unfit({ purposes: [ExtendedKeyUsage.serverAuth] })).toEqual(['certificate.extended-key-usage']);
    expect(await unfit({ usages: 'none', purposes: 'none' })).toEqual([]);
  });
});

describe('revocation', () => {
  test('by digest of the certificate or of the key, anywhere on the path, in force whatever the time says', async () => {
    const leaf = await leafOf(middle);
    const entry = { reason: 'key-compromise', time: '2099-01-01T00:00:00Z' } as const;
    for (const certificate of [parse(leaf), parse(middle), parse(root)]) {
      const { fingerprint, publicKeyDigest } = certificate;
      expect(await codes(leaf, { revocations: [{ ...entry, certificate: fingerprint }] })).toEqual([
        'revocation.revoked',
      ]);
      expect(await codes(leaf, { revocations: [{ ...entry, publicKey: publicKeyDigest }] })).toEqual([
        'revocation.revoked',
      ]);
    }
  });

  test('applies to pins and to unknown signers', async () => {
    const alone = await issue({ name: 'CN=Alone' });
    const { fingerprint } = parse(alone);
    const revocations = [{ certificate: fingerprint, reason: 'superseded', time: '2026-01-01T00:00:00Z' }] as const;
    expect(await codes(alone, { pins: [fingerprint], revocations })).toEqual(['revocation.revoked']);
    expect(await codes(alone, { revocations })).toEqual(['revocation.revoked']);
  });

  test('by CRL', async () => {
    const leaf = await leafOf(middle);
    const other = await leafOf(middle);
    const crl = await issueCrl(middle, { revoked: [leaf] });
    expect(await codes(leaf, { crls: [crl] })).toEqual(['revocation.revoked']);
    expect(await codes(leaf, { crls: [toPem(crl, 'X509 CRL')] })).toEqual(['revocation.revoked']);
    expect(await codes(other, { crls: [crl] })).toEqual([]);
  });

  test('of an intermediate by the CRL of the root', async () => {
    const leaf = await leafOf(middle);
    expect(await codes(leaf, { crls: [await issueCrl(root, { revoked: [middle] })] })).toEqual(['revocation.revoked']);
  });

  test.each(['ed25519', 'rsa-2048'] as const)('by the CRL of an authority with %s', async key => {
    const authority = await issueAuthority({ name: 'CN=Other Root', key });
    const leaf = await leafOf(authority);
    const material = { roots: [authority.certificate], requireCrl: true };
    expect(await codes(leaf, { ...material, crls: [await issueCrl(authority)] })).toEqual([]);
    expect(await codes(leaf, { ...material, crls: [await issueCrl(authority, { revoked: [leaf] })] })).toEqual([
      'revocation.revoked',
    ]);
  });

  test('[sign.crl] cannot be ruled out by a CRL that is expired, not yet valid, forged or partial', async () => {
    const leaf = await leafOf(middle);
    const impostor = await issueAuthority({ name: middle.name });
    const delta = new Extension('2.5.29.27', true, new Uint8Array([2, 1, 1]));
    const cases: [Promise<Uint8Array>, string][] = [
      [issueCrl(middle, { nextUpdate: '2026-11-15T11:59:59Z' }), 'revocation.crl-expired'],
      [issueCrl(middle, { thisUpdate: '2026-11-15T12:00:01Z' }), 'revocation.crl-not-yet-valid'],
      [issueCrl(impostor), 'revocation.crl-forged'],
      [issueCrl(middle, { extensions: [delta] }), 'revocation.crl-unsupported'],
    ];
    for (const [crl, code] of cases) expect(await codes(leaf, { crls: [await crl] })).toEqual([code]);
    // A forgery stays suspicious beside the real list; an old list beside a current one does not.
    const current = await issueCrl(middle);
    const old = await issueCrl(middle, { nextUpdate: '2026-10-01T00:00:00Z' });
    expect(await codes(leaf, { crls: [current, await issueCrl(impostor)] })).toEqual(['revocation.crl-forged']);
    expect(await codes(leaf, { crls: [current, old] })).toEqual([]);
  });

  test('in an outdated CRL is still a revocation; in a forged one it is not', async () => {
    const leaf = await leafOf(middle);
    const old = await issueCrl(middle, { revoked: [leaf], nextUpdate: '2026-10-01T00:00:00Z' });
    expect(await codes(leaf, { crls: [old, await issueCrl(middle)] })).toEqual(['revocation.revoked']);
    const forged = await issueCrl(await issueAuthority({ name: middle.name }), { revoked: [leaf] });
    expect(await codes(leaf, { crls: [forged] })).toEqual(['revocation.crl-forged']);
  });

  test('by an authority without cRLSign does not count', async () => {
    const authority = await issueAuthority({ name: 'CN=No CRL', issuer: root, usages: KeyUsageFlags.keyCertSign });
    const leaf = await leafOf(authority);
    const material = { intermediates: [authority.certificate], crls: [await issueCrl(authority)] };
    expect(await codes(leaf, material)).toEqual(['revocation.crl-forged']);
  });

  test('requireCrl needs a CRL of every issuer', async () => {
    const leaf = await leafOf(middle);
    const crls = [await issueCrl(middle), await issueCrl(root)];
    expect(await codes(leaf, { requireCrl: true })).toEqual(['revocation.crl-missing', 'revocation.crl-missing']);
    expect(await codes(leaf, { requireCrl: true, crls: crls.slice(0, 1) })).toEqual(['revocation.crl-missing']);
    expect(await codes(leaf, { requireCrl: true, crls })).toEqual([]);
    expect(await codes(leaf, { requireCrl: true, crls, pins: [leaf.certificate] })).toEqual(['revocation.crl-missing']);
  });
});

function der(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = parts.flatMap(part => [...part]);
  return new Uint8Array([tag, ...(content.length < 128 ? [content.length] : [0x81, content.length]), ...content]);
}
