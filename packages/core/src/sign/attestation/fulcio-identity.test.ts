import { beforeAll, describe, expect, test } from 'vitest';
import {
  createFakeSigstore,
  type FakeSigstore,
  GITHUB_ISSUER,
  jsonBytes,
  SUBJECT,
} from '../../../../../test/fakes/sigstore.ts';
import {
  ExtendedKeyUsage,
  Extension,
  type Issued,
  type IssueOptions,
  issue,
  issueAuthority,
  type JsonGeneralNames,
  KeyUsageFlags,
  SubjectAlternativeNameExtension,
} from '../../../../../test/pki.ts';
import { writeElement } from '../der.ts';
import { parseTrustedRoot } from './trusted-root.ts';
import { verifyBundle } from './verify-bundle.ts';

const ARC = '1.3.6.1.4.1.57264.1';
const STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ digest: { sha256: 'ab' } }],
  predicateType: 'https://example.test/v1',
  predicate: {},
};

let sigstore: FakeSigstore;
let authority: Issued;
let span: { notBefore: string; notAfter: string };

beforeAll(async () => {
  sigstore = await createFakeSigstore();
  const at = (minutes: number): string => new Date(sigstore.now.getTime() + minutes * 60_000).toISOString();
  span = { notBefore: at(-1), notAfter: at(9) };
  authority = await issueAuthority({ name: 'CN=Sigstore', notBefore: at(-60), notAfter: at(60) });
});

function utf8(text: string): Uint8Array {
  return writeElement(0x0c, new TextEncoder().encode(text));
}

function claim(number: number, value: Uint8Array): Extension {
  return new Extension(`${ARC}.${number}`, false, Uint8Array.from(value).buffer);
}

function names(...given: JsonGeneralNames): Extension {
  return new SubjectAlternativeNameExtension(given, true);
}

const NAME = names({ type: 'url', value: SUBJECT });
const ISSUER = claim(8, utf8(GITHUB_ISSUER));

/** The verdict on a bundle with a certificate that our own authority issued, without certificate logs. */
async function verdict(extensions: readonly Extension[], options: Partial<IssueOptions> = {}): Promise<string> {
  const leaf = await issue({ name: 'CN=Job', issuer: authority, ...span, extensions, ...options });
  const bundle = await sigstore.sign(STATEMENT, leaf);
  const [{ validFor }] = sigstore.root.certificateAuthorities;
  const rawBytes = Buffer.from(authority.certificate).toString('base64');
  const root = {
    ...sigstore.root,
    ctlogs: [],
    certificateAuthorities: [{ certChain: { certificates: [{ rawBytes }] }, validFor }],
  };
  const identities = [{ issuer: GITHUB_ISSUER, subject: SUBJECT }];
  const trust = { type: 'sigstore', root: parseTrustedRoot(jsonBytes(root)), identities } as const;
  const result = await verifyBundle(jsonBytes(bundle), trust, { now: sigstore.now });
  return [result.outcome, ...result.findings.map(({ code }) => code)].join(' ');
}

describe('an identity is read from a certificate', () => {
  test.each<[string, readonly Extension[]]>([
    ['with the issuer as DER text', [NAME, ISSUER]],
    ['with the older, raw issuer', [NAME, claim(1, Buffer.from(GITHUB_ISSUER))]],
    ['with both', [NAME, ISSUER, claim(1, Buffer.from(GITHUB_ISSUER))]],
  ])('%s', async (_, extensions) => {
    expect(await verdict(extensions)).toBe('trusted');
  });

  test.each(['ec-p384', 'ec-p521', 'ed25519'] as const)('with a key of kind %s', async key => {
    expect(await verdict([NAME, ISSUER], { key })).toBe('trusted');
  });
});

test.each<[string, () => readonly Extension[]]>([
  ['no alternative name', () => [ISSUER]],
  [
    'two alternative names',
    () => [names({ type: 'url', value: SUBJECT }, { type: 'url', value: 'https://x.test' }), ISSUER],
  ],
  ['a host name', () => [names({ type: 'dns', value: 'github.com' }), ISSUER]],
  ['no issuer', () => [NAME]],
  ['two issuers', () => [NAME, ISSUER, claim(1, Buffer.from('https://evil.test'))]],
  ['an issuer of another type', () => [NAME, claim(8, writeElement(0x13, Buffer.from(GITHUB_ISSUER)))]],
  ['an issuer without a type', () => [NAME, claim(8, Buffer.from(GITHUB_ISSUER))]],
  ['bytes after the issuer', () => [NAME, claim(8, Buffer.concat([utf8(GITHUB_ISSUER), Buffer.from([0])]))]],
  ['an issuer that is cut short', () => [NAME, claim(8, utf8(GITHUB_ISSUER).subarray(0, 20))]],
  ['an issuer in another script', () => [NAME, claim(8, utf8(GITHUB_ISSUER.replace('a', 'а')))]],
])('a certificate with %s has no identity', async (_, extensions) => {
  expect(await verdict(extensions())).toBe('untrusted bundle.identity-unreadable');
});

test.each<[string, Partial<IssueOptions>, string]>([
  ['for web servers', { purposes: [ExtendedKeyUsage.serverAuth] }, 'untrusted certificate.extended-key-usage'],
  ['without a purpose', { purposes: 'none' }, 'untrusted certificate.extended-key-usage'],
  ['not for signatures', { usages: KeyUsageFlags.keyEncipherment }, 'untrusted certificate.key-usage'],
  [
    'that had expired',
    { notAfter: '2026-01-02T00:00:00Z', notBefore: '2026-01-01T00:00:00Z' },
    'untrusted bundle.certificate-untrusted',
  ],
  ['with an RSA key', { key: 'rsa-2048' }, 'untrusted bundle.key-unsupported'],
])('a certificate %s is not trusted', async (_, options, expected) => {
  expect(await verdict([NAME, ISSUER], options)).toBe(expected);
});

test('a certificate with an unknown critical extension is not trusted', async () => {
  const critical = new Extension('1.2.3.4', true, new Uint8Array([5, 0]));
  expect(await verdict([NAME, ISSUER, critical])).toBe('untrusted certificate.unknown-critical-extension');
});

test('a certificate with the issuer twice is malformed', async () => {
  expect(await verdict([NAME, ISSUER, claim(8, utf8('https://evil.test'))])).toBe('malformed certificate.malformed');
});
