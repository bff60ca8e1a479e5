import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createFakeSigstore,
  type FakeSigner,
  type FakeSigstore,
  GITHUB_ISSUER,
  jsonBytes,
  type Message,
  SUBJECT,
} from '../../../../../test/fakes/sigstore.ts';
import { ExtendedKeyUsage, type Issued, issue, issueAuthority, issueCrl } from '../../../../../test/pki.ts';
import { publicKeyDigest } from '../fingerprints.ts';
import { parseTrust, type TrustMaterial } from '../trust.ts';
import type { BundleTrust, KeyTrust, SigstoreTrust } from './bundle-trust.ts';
import type { SigstoreIdentity } from './fulcio-identity.ts';
import { parseTrustedRoot } from './trusted-root.ts';
import { type BundleResult, verifyBundle } from './verify-bundle.ts';

const STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'pkg:npm/weather@1.2.3', digest: { sha512: 'ab'.repeat(64) } }],
  predicateType: 'https://example.test/predicate/v1',
  predicate: { checked: true },
};
const IDENTITY: SigstoreIdentity = { issuer: GITHUB_ISSUER, subject: SUBJECT };

let sigstore: FakeSigstore;
let other: FakeSigstore;
let signer: FakeSigner;
let keyless: Message;

beforeAll(async () => {
  sigstore = await createFakeSigstore();
  other = await createFakeSigstore();
  signer = await sigstore.issue();
  keyless = await sigstore.sign(STATEMENT, signer);
});

function trustIn(root: Message = sigstore.root, options: Partial<SigstoreTrust> = {}): SigstoreTrust {
  return { type: 'sigstore', root: parseTrustedRoot(jsonBytes(root)), identities: [IDENTITY], ...options };
}

function verify(bundle: Message, trust: BundleTrust = trustIn(), now = sigstore.now): Promise<BundleResult> {
  return verifyBundle(jsonBytes(bundle), trust, { now });
}

/** The outcome and the codes of the errors. */
async function verdict(...args: Parameters<typeof verify>): Promise<string> {
  const { outcome, statement, payload, findings } = await verify(...args);
  expect(statement !== undefined && payload !== undefined).toBe(outcome === 'trusted');
  return [outcome, ...findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)].join(' ');
}

/** A copy that one function changed. */
function changed(message: Message, change: (copy: Message) => unknown): Message {
  const copy = structuredClone(message);
  change(copy);
  return copy;
}

function rootWith(change: (root: Message) => unknown): SigstoreTrust {
  return trustIn(changed(sigstore.root, change));
}

function entryOf(bundle: Message): Message {
  return bundle.verificationMaterial.tlogEntries[0];
}

function flipped(base64: string, at = 0): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
}

describe('a bundle of a Sigstore identity', () => {
  test.each(['intoto', 'dsse', 'hashedrekord'] as const)('is trusted with a log entry of kind %s', async log => {
    const bundle = await sigstore.sign(STATEMENT, signer, { log });
    const result = await verify(bundle);
    expect(result).toMatchObject({
      outcome: 'trusted',
      signer: { type: 'sigstore', ...IDENTITY },
      statement: { predicateType: STATEMENT.predicateType, predicate: { checked: true } },
      findings: [],
    });
    expect(result.payload).toEqual(new TextEncoder().encode(JSON.stringify(STATEMENT)));
    expect(Math.abs((result.signedAt?.getTime() ?? 0) - sigstore.now.getTime())).toBeLessThan(1000);
  });

  test('is trusted years later, because times are proven', async () => {
    const now = new Date(sigstore.now.getTime() + 5 * 365 * 86_400_000);
    expect(await verdict(keyless, trustIn(), now)).toBe('trusted');
  });

  test('is trusted with a timestamp alone, where the trusted root has no log', async () => {
    const bundle = await sigstore.sign(STATEMENT, signer, { log: 'none' });
    expect(await verdict(bundle)).toBe('untrusted bundle.log-entry-missing');
    expect(
      await verdict(
        bundle,
        rootWith(root => delete root.tlogs),
      ),
    ).toBe('trusted');
  });

  test.each<[string, (bundle: Message) => unknown, string]>([
    [
      'version 0.2 with a chain',
      bundle => {
        const { certificate } = bundle.verificationMaterial;
        delete bundle.verificationMaterial.certificate;
        bundle.verificationMaterial.x509CertificateChain = { certificates: [certificate] };
        bundle.mediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.2';
      },
      'trusted',
    ],
    [
      'version 0.1 with a promise alone',
      bundle => {
        const { certificate } = bundle.verificationMaterial;
        delete bundle.verificationMaterial.certificate;
        bundle.verificationMaterial.x509CertificateChain = { certificates: [certificate] };
        bundle.mediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.1';
        delete entryOf(bundle).inclusionProof;
      },
      'trusted',
    ],
    [
      'the older spelling of 0.3',
      bundle => (bundle.mediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.3'),
      'trusted',
    ],
    ['null for absent members', bundle => (bundle.messageSignature = null), 'trusted'],
    ['a log entry without a promise', bundle => delete entryOf(bundle).inclusionPromise, 'trusted'],
    [
      'a line of a witness in the checkpoint',
      bundle =>
        (entryOf(bundle).inclusionProof.checkpoint.envelope +=
          `— witness.example/(a+)+$ ${Buffer.alloc(68).toString('base64')}\n`),
      'trusted',
    ],
  ])('may have %s', async (_, change, expected) => {
    expect(await verdict(changed(keyless, change))).toBe(expected);
  });

  test('leaves open the tag or branch only where that is asked for', async () => {
    const base = 'https://github.com/acme/weather/.github/workflows/release.yml';
    const is = async (subject: string): Promise<string> =>
      (await verify(keyless, trustIn(sigstore.root, { identities: [{ ...IDENTITY, subject }] }))).outcome;
    expect(await is(`${base}@refs/tags/*`)).toBe('trusted');
    for (const subject of [
      `${base}@refs/heads/*`,
      `${base}@*`,
      `${base}@refs/*`,
      `${base}*`,
      'https://github.com/acme/*',
      `${base}@refs/tags/v1.2.*`,
      `${base}@refs/tags/`,
      '.*',
      '',
    ]) {
      expect([subject, await is(subject)]).toEqual([subject, 'untrusted']);
    }
  });
});

describe('an identity that only looks alike is not trusted:', () => {
  const path = '/.github/workflows/release.yml@refs/tags/v1.2.3';

  test.each<[string, Partial<SigstoreIdentity>]>([
    ['another case', { subject: SUBJECT.replace('acme', 'Acme') }],
    ['a suffix', { subject: `${SUBJECT}.evil` }],
    ['a prefix', { subject: `https://evil.test/${SUBJECT}` }],
    ['another repository of a longer name', { subject: `https://github.com/acme/weather-x${path}` }],
    ['a name that a regular expression would match', { subject: SUBJECT.replace('github.com', 'githubXcom') }],
    ['another tag', { subject: SUBJECT.replace('v1.2.3', 'v1.2.33') }],
    ['another issuer', { issuer: 'https://gitlab.com' }],
    ['an issuer with a slash', { issuer: `${GITHUB_ISSUER}/` }],
    ['an issuer in another case', { issuer: GITHUB_ISSUER.replace('token', 'Token') }],
  ])('%s', async (_, identity) => {
    const bundle = await sigstore.sign(STATEMENT, await sigstore.issue({ ...IDENTITY, ...identity }));
    const result = await verify(bundle);
    expect(result).toMatchObject({ outcome: 'untrusted', signer: { ...IDENTITY, ...identity } });
    expect(result.findings.map(({ code }) => code)).toEqual(['bundle.other-identity']);
    expect(result.statement).toBeUndefined();
  });

  test.each<[string, Partial<SigstoreIdentity>]>([
    ['a homoglyph in the issuer', { issuer: GITHUB_ISSUER.replace('o', 'о') }],
    ['an empty issuer', { issuer: '' }],
    ['a line break in the issuer', { issuer: `${GITHUB_ISSUER}\n` }],
  ])('%s', async (_, identity) => {
    const bundle = await sigstore.sign(STATEMENT, await sigstore.issue({ ...IDENTITY, ...identity }));
    expect(await verdict(bundle)).toBe('untrusted bundle.identity-unreadable');
  });

  test('nothing is trusted without an expected identity', async () => {
    expect(await verdict(keyless, trustIn(sigstore.root, { identities: [] }))).toBe('untrusted bundle.other-identity');
  });
});

describe('a bundle that was damaged', () => {
  const CHECKPOINT_NAME = '((((((((((a+)+)+)+)+)+)+)+)+)+)+$';

  test.each<[string, (bundle: Message) => unknown, string]>([
    ['another media type', bundle => (bundle.mediaType += ';x'), 'malformed bundle.media-type'],
    [
      'a media type of the future',
      bundle => (bundle.mediaType = 'application/vnd.dev.sigstore.bundle.v0.9+json'),
      'malformed bundle.media-type',
    ],
    ['no media type', bundle => delete bundle.mediaType, 'malformed bundle.malformed'],
    ['an unknown member', bundle => (bundle.extra = 1), 'malformed bundle.malformed'],
    ['an unknown member inside', bundle => (entryOf(bundle).extra = 1), 'malformed bundle.malformed'],
    ['a second content', bundle => (bundle.messageSignature = {}), 'malformed bundle.not-dsse'],
    ['no envelope', bundle => delete bundle.dsseEnvelope, 'malformed bundle.not-dsse'],
    [
      'a swapped payload type',
      bundle => (bundle.dsseEnvelope.payloadType = 'application/json'),
      'malformed bundle.payload-type',
    ],
    [
      'two signatures',
      bundle => bundle.dsseEnvelope.signatures.push(bundle.dsseEnvelope.signatures[0]),
      'malformed bundle.signature-count',
    ],
    ['no signature', bundle => (bundle.dsseEnvelope.signatures = []), 'malformed bundle.signature-count'],
    [
      'line breaks in base64',
      bundle => (bundle.dsseEnvelope.payload = `${bundle.dsseEnvelope.payload}\n`),
      'malformed bundle.malformed',
    ],
    ['junk in base64', bundle => (bundle.dsseEnvelope.payload += '!!!!'), 'malformed bundle.malformed'],
    ['base64 without padding', bundle => (bundle.dsseEnvelope.signatures[0].sig = 'MEU'), 'malformed bundle.malformed'],
    [
      'a certificate and a key',
      bundle => (bundle.verificationMaterial.publicKey = { hint: 'x' }),
      'malformed bundle.malformed',
    ],
    [
      'a chain in version 0.3',
      bundle =>
        (bundle.verificationMaterial = {
          x509CertificateChain: { certificates: [bundle.verificationMaterial.certificate] },
        }),
      'malformed bundle.malformed',
    ],
    [
      'bytes that are not a certificate',
      bundle => (bundle.verificationMaterial.certificate.rawBytes = 'MAA='),
      'malformed certificate.malformed',
    ],
    ['a number as an index', bundle => (entryOf(bundle).logIndex = 7), 'malformed bundle.malformed'],
    ['an index with a sign', bundle => (entryOf(bundle).logIndex = '-1'), 'malformed bundle.malformed'],
    [
      'a time that no date holds',
      bundle => (entryOf(bundle).integratedTime = '9'.repeat(18)),
      'malformed bundle.malformed',
    ],
    [
      'nine log entries',
      bundle => (bundle.verificationMaterial.tlogEntries = Array(9).fill(entryOf(bundle))),
      'malformed bundle.malformed',
    ],
    ['an entry without a proof', bundle => delete entryOf(bundle).inclusionProof, 'malformed bundle.malformed'],
    [
      'a proof without a checkpoint',
      bundle => delete entryOf(bundle).inclusionProof.checkpoint,
      'malformed bundle.malformed',
    ],
    [
      'another payload',
      bundle => (bundle.dsseEnvelope.payload = flipped(bundle.dsseEnvelope.payload, 20)),
      'invalid bundle.signature-invalid',
    ],
    [
      'another signature',
      bundle => (bundle.dsseEnvelope.signatures[0].sig = flipped(bundle.dsseEnvelope.signatures[0].sig, 12)),
      'invalid bundle.signature-invalid',
    ],
    [
      'no timestamp and no promise',
      bundle => {
        bundle.verificationMaterial.timestampVerificationData = {};
        delete entryOf(bundle).inclusionPromise;
      },
      'untrusted bundle.timestamp-missing',
    ],
    [
      'a timestamp twice',
      bundle => {
        const { rfc3161Timestamps: list } = bundle.verificationMaterial.timestampVerificationData;
        list.push(list[0]);
      },
      'untrusted bundle.timestamp-duplicate',
    ],
    [
      'bytes that are not a timestamp',
      bundle => {
        bundle.verificationMaterial.timestampVerificationData.rfc3161Timestamps = [{ signedTimestamp: 'MAA=' }];
      },
      'untrusted bundle.evidence-malformed',
    ],
    [
      'a log entry twice',
      bundle => bundle.verificationMaterial.tlogEntries.push(entryOf(bundle)),
      'untrusted bundle.log-entry-duplicate',
    ],
    [
      'a log entry twice, without promise and with another index',
      bundle => {
        delete entryOf(bundle).inclusionPromise;
        bundle.verificationMaterial.tlogEntries.push({ ...entryOf(bundle), logIndex: '1' });
      },
      'untrusted bundle.log-entry-duplicate',
    ],
    ['no log entry', bundle => (bundle.verificationMaterial.tlogEntries = []), 'untrusted bundle.log-entry-missing'],
    [
      'an entry of an unknown log',
      bundle => (entryOf(bundle).logId.keyId = flipped(entryOf(bundle).logId.keyId)),
      'untrusted bundle.log-unknown',
    ],
    [
      'an entry of an unknown kind',
      bundle => (entryOf(bundle).kindVersion = { kind: 'toString', version: '0.0.1' }),
      'untrusted bundle.log-entry-unsupported',
    ],
    [
      'an entry of another version than its body',
      bundle => (entryOf(bundle).kindVersion = { kind: 'dsse', version: '0.0.1' }),
      'untrusted bundle.log-entry-mismatch',
    ],
    [
      'a log entry whose body is not JSON',
      bundle => (entryOf(bundle).canonicalizedBody = 'AAAA'),
      'untrusted bundle.log-entry-mismatch',
    ],
    [
      'a log entry whose body is deeply nested',
      bundle => (entryOf(bundle).canonicalizedBody = Buffer.from('['.repeat(90_000)).toString('base64')),
      'untrusted bundle.log-entry-mismatch',
    ],
    [
      'a wrong promise',
      bundle => {
        const { inclusionPromise: promise } = entryOf(bundle);
        promise.signedEntryTimestamp = flipped(promise.signedEntryTimestamp, 20);
      },
      'untrusted bundle.log-entry-untrusted',
    ],
    [
      'another time in the log entry',
      bundle => (entryOf(bundle).integratedTime = String(Number(entryOf(bundle).integratedTime) - 1)),
      'untrusted bundle.certificate-untrusted',
    ],
    [
      'another root in the proof',
      bundle => (entryOf(bundle).inclusionProof.rootHash = flipped(entryOf(bundle).inclusionProof.rootHash)),
      'untrusted bundle.checkpoint',
    ],
    [
      'another size in the proof',
      bundle => (entryOf(bundle).inclusionProof.treeSize = '2'),
      'untrusted bundle.checkpoint',
    ],
    [
      'another index in the proof',
      bundle => (entryOf(bundle).inclusionProof.logIndex = '1'),
      'untrusted bundle.log-entry-untrusted',
    ],
    [
      'a hash too many in the proof',
      bundle => (entryOf(bundle).inclusionProof.hashes = [entryOf(bundle).inclusionProof.rootHash]),
      'untrusted bundle.log-entry-untrusted',
    ],
    [
      'a checkpoint signed wrongly',
      bundle => {
        const { checkpoint } = entryOf(bundle).inclusionProof;
        checkpoint.envelope = checkpoint.envelope.replace(
          /(\S+)\n$/,
          (_: string, text: string) => `${flipped(text, 20)}\n`,
        );
      },
      'untrusted bundle.log-entry-untrusted',
    ],
    [
      'a checkpoint name that is an expensive regular expression',
      bundle => {
        const { checkpoint } = entryOf(bundle).inclusionProof;
        checkpoint.envelope = checkpoint.envelope.replace('— log.example.test ', `— ${CHECKPOINT_NAME} `);
      },
      'untrusted bundle.checkpoint',
    ],
    [
      'a checkpoint name that matches every log',
      bundle => {
        const { checkpoint } = entryOf(bundle).inclusionProof;
        checkpoint.envelope = checkpoint.envelope.replace('— log.example.test ', '— .* ');
      },
      'untrusted bundle.checkpoint',
    ],
    [
      'a checkpoint without an end',
      bundle => {
        const { checkpoint } = entryOf(bundle).inclusionProof;
        checkpoint.envelope = checkpoint.envelope.slice(0, -1);
      },
      'untrusted bundle.checkpoint',
    ],
    [
      'a checkpoint with a second empty line',
      bundle => {
        const { checkpoint } = entryOf(bundle).inclusionProof;
        checkpoint.envelope = `${checkpoint.envelope}\n\n`;
      },
      'untrusted bundle.checkpoint',
    ],
  ])('is refused: %s', async (_, change, expected) => {
    const started = performance.now();
    expect(await verdict(changed(keyless, change))).toBe(expected);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test.each<[string, Uint8Array, string]>([
    ['empty', new Uint8Array(), 'json.'],
    ['not JSON', new TextEncoder().encode('{'), 'json.'],
    ['a list', new TextEncoder().encode('[]'), 'bundle.malformed'],
    ['deeply nested', new TextEncoder().encode('{"a":'.repeat(5000)), 'json.'],
    ['of 1 MiB and one byte', new Uint8Array(1024 * 1024 + 1).fill(0x20), 'json.'],
  ])('is refused: %s', async (_, bytes, code) => {
    const { outcome, findings } = await verifyBundle(bytes, trustIn(), { now: sigstore.now });
    expect(outcome).toBe('malformed');
    expect(findings[0]?.code).toContain(code);
  });

  test('is refused where it ends early, at any place', async () => {
    const bytes = jsonBytes(keyless);
    for (let length = 0; length < bytes.length; length += 97) {
      const { outcome } = await verifyBundle(bytes.subarray(0, length), trustIn(), { now: sigstore.now });
      expect(outcome).toBe('malformed');
    }
  });

  test('is refused with a duplicate member', async () => {
    const text = JSON.stringify(keyless).replace('"payload":', '"payload":"AAAA","payload":');
    const { outcome, findings } = await verifyBundle(Buffer.from(text), trustIn(), { now: sigstore.now });
    expect([outcome, findings[0]?.code]).toEqual(['malformed', 'json.duplicate-key']);
  });
});

describe('evidence of something else is refused:', () => {
  test('a log entry of another payload', async () => {
    const bundle = await sigstore.sign({ ...STATEMENT, predicate: {} }, signer);
    const mixed = changed(
      keyless,
      copy => (copy.verificationMaterial.tlogEntries = bundle.verificationMaterial.tlogEntries),
    );
    expect(await verdict(mixed)).toBe('untrusted bundle.log-entry-mismatch');
  });

  test('a timestamp of another signature', async () => {
    const bundle = await sigstore.sign({ ...STATEMENT, predicate: {} }, signer);
    const { timestampVerificationData } = bundle.verificationMaterial;
    const mixed = changed(keyless, copy => Object.assign(copy.verificationMaterial, { timestampVerificationData }));
    expect(await verdict(mixed)).toBe('untrusted bundle.timestamp-untrusted');
  });

  test('a log entry of another certificate with the same key', async () => {
    const twin = { key: signer.key, certificate: (await sigstore.issue()).certificate };
    const bundle = await sigstore.sign(STATEMENT, twin);
    expect(await verdict(bundle)).toBe('invalid bundle.signature-invalid');
    const { certificate } = keyless.verificationMaterial;
    const swapped = changed(bundle, copy => Object.assign(copy.verificationMaterial, { certificate }));
    expect(await verdict(swapped)).toBe('untrusted bundle.log-entry-mismatch');
  });

  test('another trusted root', async () => {
    expect(await verdict(keyless, trustIn(other.root))).toBe('untrusted bundle.log-unknown');
  });

  test.each(['tlogs', 'ctlogs', 'certificateAuthorities', 'timestampAuthorities'])(
    'another root for %s',
    async list => {
      const { outcome } = await verify(
        keyless,
        rootWith(root => (root[list] = other.root[list])),
      );
      expect(outcome).toBe('untrusted');
    },
  );

  test.each(['tlogs', 'ctlogs', 'certificateAuthorities', 'timestampAuthorities'])('a root without %s', async list => {
    const { outcome } = await verify(
      keyless,
      rootWith(root => (root[list] = [])),
    );
    expect(outcome).toBe('untrusted');
  });

  const SECOND = 1000;
  const before = (): string => new Date(sigstore.now.getTime() - 60 * SECOND).toISOString();

  test('a log whose key had expired', async () => {
    const trust = rootWith(root => (root.tlogs[0].publicKey.validFor.end = before()));
    expect(await verdict(keyless, trust)).toBe('untrusted bundle.log-key-expired');
    const unpromised = changed(keyless, copy => delete entryOf(copy).inclusionPromise);
    expect(await verdict(unpromised, trust)).toBe('untrusted bundle.log-key-expired');
  });

  test('a certificate log whose key had expired', async () => {
    const trust = rootWith(root => (root.ctlogs[0].publicKey.validFor.end = before()));
    expect(await verdict(keyless, trust)).toBe('untrusted bundle.certificate-untrusted');
  });

  test('an authority that was not valid yet', async () => {
    const start = new Date(sigstore.now.getTime() + 60 * SECOND).toISOString();
    const trust = rootWith(root => (root.certificateAuthorities[0].validFor.start = start));
    expect(await verdict(keyless, trust)).toBe('untrusted bundle.certificate-untrusted');
  });

  test('timestamps from the future', async () => {
    const now = new Date(sigstore.now.getTime() - 3600 * SECOND);
    expect(await verdict(keyless, trustIn(), now)).toBe('untrusted bundle.timestamp-future');
  });

  test('less than the thresholds', async () => {
    const need = (thresholds: object): Promise<string> => verdict(keyless, trustIn(sigstore.root, { thresholds }));
    expect(await need({ logs: 2 })).toBe('untrusted bundle.log-entry-missing');
    expect(await need({ timestamps: 3 })).toBe('untrusted bundle.timestamp-missing');
    expect(await need({ timestamps: 2 })).toBe('trusted');
    expect(await need({ certificateLogs: 2 })).toBe('untrusted bundle.certificate-untrusted');
    expect(await need({ logs: 0, timestamps: 0, certificateLogs: 0 })).toBe('trusted');
  });

  test('a certificate without any timestamp, also where none is required', async () => {
    const bundle = await sigstore.sign(STATEMENT, signer, { log: 'none', timestamp: false });
    const trust = trustIn(sigstore.root, { thresholds: { logs: 0, timestamps: 0, certificateLogs: 0 } });
    expect(await verdict(bundle, trust)).toBe('untrusted bundle.timestamp-missing');
  });

  test('a revoked certificate', async () => {
    const publicKey = publicKeyDigest(createPublicKey(signer.key));
    const revocations = [{ publicKey, reason: 'key-compromise', time: '2026-01-01T00:00:00Z' }] as const;
    expect(await verdict(keyless, trustIn(sigstore.root, { revocations }))).toBe('revoked revocation.revoked');
  });
});

describe('a statement', () => {
  test.each<[string, unknown, string]>([
    ['is of version 0.1', { ...STATEMENT, _type: 'https://in-toto.io/Statement/v0.1' }, 'trusted'],
    ['has 256 subjects', { ...STATEMENT, subject: Array(256).fill(STATEMENT.subject[0]) }, 'trusted'],
    ['has no name', { ...STATEMENT, subject: [{ digest: { sha256: 'ab' } }] }, 'trusted'],
    [
      'has a thousand subjects',
      { ...STATEMENT, subject: Array(1000).fill(STATEMENT.subject[0]) },
      'malformed statement.too-many-subjects',
    ],
    ['is of another type', { ...STATEMENT, _type: 'https://in-toto.io/Statement/v2' }, 'malformed statement.type'],
    ['has no type', { ...STATEMENT, _type: undefined }, 'malformed statement.type'],
    ['has no subject', { ...STATEMENT, subject: [] }, 'malformed statement.malformed'],
    ['has no predicate', { ...STATEMENT, predicate: undefined }, 'malformed statement.malformed'],
    ['has a list as predicate', { ...STATEMENT, predicate: [] }, 'malformed statement.malformed'],
    ['has an unknown member', { ...STATEMENT, extra: 1 }, 'malformed statement.malformed'],
    [
      'has a subject without digests',
      { ...STATEMENT, subject: [{ name: 'a', digest: {} }] },
      'malformed statement.malformed',
    ],
    [
      'has a digest that is a number',
      { ...STATEMENT, subject: [{ digest: { sha256: 1 } }] },
      'malformed statement.malformed',
    ],
    ['is a list', [STATEMENT], 'malformed statement.malformed'],
    ['is not JSON', new TextEncoder().encode('hello world'), 'malformed json.syntax'],
    ['has a member twice', new TextEncoder().encode('{"_type":1,"_type":2}'), 'malformed json.duplicate-key'],
  ])('that %s', async (_, payload, expected) => {
    expect(await verdict(await sigstore.sign(payload as object, signer))).toBe(expected);
  });
});

describe('a bundle of a pinned key', () => {
  const NOW = new Date('2026-11-15T12:00:00Z');
  const ed25519 = generateKeyPairSync('ed25519');
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  function pinned(key: KeyObject, options: Partial<KeyTrust['keys'][number]> = {}): KeyTrust {
    return { type: 'keys', keys: [{ key, ...options }] };
  }

  async function signedBy({ publicKey, privateKey }: typeof ed25519, options: object = {}): Promise<Message> {
    const hint = publicKeyDigest(publicKey);
    return sigstore.sign(STATEMENT, privateKey, { hint, keyId: hint, log: 'none', timestamp: false, ...options });
  }

  test.each([
    ['Ed25519', ed25519],
    ['P-256', p256],
  ])('with %s is trusted', async (_, keys) => {
    const result = await verify(await signedBy(keys), pinned(keys.publicKey), NOW);
    expect(result).toMatchObject({
      outcome: 'trusted',
      signer: { type: 'key', publicKeyDigest: publicKeyDigest(keys.publicKey) },
      findings: [],
    });
    expect(result.signedAt).toBeUndefined();
  });

  test('may name the key in base64, or as it is pinned, and the envelope need not', async () => {
    const hint = Buffer.from(publicKeyDigest(p256.publicKey).slice(7), 'hex').toString('base64');
    expect(await verdict(await signedBy(p256, { hint, keyId: '' }), pinned(p256.publicKey), NOW)).toBe('trusted');
    const named = await signedBy(p256, { hint: 'SHA256:abc', keyId: undefined });
    expect(await verdict(named, pinned(p256.publicKey, { hint: 'SHA256:abc' }), NOW)).toBe('trusted');
    expect(await verdict(named, pinned(p256.publicKey), NOW)).toBe('untrusted bundle.key-unknown');
  });

  test('with evidence that is not checked is trusted, and says so', async () => {
    const { outcome, findings } = await verify(await signedBy(p256, { timestamp: true }), pinned(p256.publicKey), NOW);
    expect([outcome, findings.map(({ code }) => code)]).toEqual(['trusted', ['bundle.evidence-unchecked']]);
  });

  const yesterday = new Date('2026-11-14T12:00:00Z');
  const tomorrow = new Date('2026-11-16T12:00:00Z');

  test.each<[string, object, Partial<KeyTrust['keys'][number]>, string]>([
    ['names another key in the envelope', { keyId: 'another' }, {}, 'untrusted bundle.key-id'],
    ['names an unknown key', { hint: 'another', keyId: '' }, {}, 'untrusted bundle.key-unknown'],
    ['names no key', { hint: '', keyId: '' }, { hint: '' }, 'untrusted bundle.key-unknown'],
    ['is of a key that expired', {}, { validUntil: yesterday }, 'expired bundle.key-expired'],
    ['is of a key that is not valid yet', {}, { validFrom: tomorrow }, 'untrusted bundle.key-not-yet-valid'],
    ['is of a key within its time', {}, { validFrom: yesterday, validUntil: tomorrow }, 'trusted'],
  ])('that %s', async (_, options, key, expected) => {
    expect(await verdict(await signedBy(p256, options), pinned(p256.publicKey, key), NOW)).toBe(expected);
  });

  test('is invalid when another key made the signature', async () => {
    const hint = publicKeyDigest(ed25519.publicKey);
    const bundle = await signedBy(p256, { hint, keyId: hint });
    expect(await verdict(bundle, pinned(ed25519.publicKey), NOW)).toBe('invalid bundle.signature-invalid');
  });

  test('is refused when the key was revoked', async () => {
    const publicKey = publicKeyDigest(p256.publicKey);
    const revocations = [{ publicKey, reason: 'key-compromise', time: '2026-01-01T00:00:00Z' }] as const;
    const trust = { ...pinned(p256.publicKey), revocations };
    expect(await verdict(await signedBy(p256), trust, NOW)).toBe('revoked revocation.revoked');
  });

  test('is refused with a key of another kind', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await verdict(await signedBy(rsa), pinned(rsa.publicKey), NOW)).toBe('untrusted bundle.key-unsupported');
    const small = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    expect(await verdict(await signedBy(small), pinned(small.publicKey), NOW)).toBe('untrusted bundle.key-unsupported');
  });

  test('is judged at the time of its log entry where a trusted root is given', async () => {
    const root = parseTrustedRoot(jsonBytes(sigstore.root));
    const hint = publicKeyDigest(p256.publicKey);
    const bundle = await sigstore.sign(STATEMENT, p256.privateKey, { hint, log: 'dsse', verifier: p256.publicKey });
    const validUntil = new Date(sigstore.now.getTime() + 1000);
    const later = new Date(sigstore.now.getTime() + 86_400_000);
    expect(await verdict(bundle, pinned(p256.publicKey, { validUntil }), later)).toBe('expired bundle.key-expired');
    const trust = { ...pinned(p256.publicKey, { validUntil }), root };
    expect(await verdict(bundle, trust, later)).toBe('trusted');
    const unlogged = await signedBy(p256);
    expect(await verdict(unlogged, trust, later)).toBe('untrusted bundle.key-expired bundle.log-entry-missing');
  });

  test('is not a bundle of a certificate, nor the other way round', async () => {
    expect(await verdict(keyless, pinned(createPublicKey(signer.key)))).toBe('untrusted bundle.other-material');
    expect(await verdict(await signedBy(p256))).toBe('untrusted bundle.other-material');
  });
});

describe('a bundle of a certificate', () => {
  const NOW = new Date('2026-11-15T12:00:00Z');
  let root: Issued;
  let leaf: Issued;

  beforeAll(async () => {
    root = await issueAuthority({ name: 'CN=Test Root' });
    leaf = await issue({ name: 'CN=Ada', issuer: root, key: 'ed25519' });
  });

  const trusting = (material: TrustMaterial = {}): BundleTrust => ({
    type: 'certificates',
    trust: parseTrust({ roots: [root.certificate], ...material }),
  });
  const signedBy = (by: Issued, options: object = {}): Promise<Message> =>
    sigstore.sign(STATEMENT, by, { log: 'none', timestamp: false, ...options });

  test('below a trusted root is trusted', async () => {
    expect(await verify(await signedBy(leaf), trusting(), NOW)).toMatchObject({
      outcome: 'trusted',
      signer: { type: 'certificate', subject: 'CN=Ada', anchor: { type: 'root', subject: 'CN=Test Root' } },
      findings: [],
    });
  });

  test.each(['ec-p256', 'ec-p384', 'ec-p521'] as const)('with %s is trusted', async key => {
    expect(await verdict(await signedBy(await issue({ name: 'CN=Ada', issuer: root, key })), trusting(), NOW)).toBe(
      'trusted',
    );
  });

  test('finds its path through the chain of version 0.2', async () => {
    const middle = await issueAuthority({ name: 'CN=Middle', issuer: root });
    const below = await issue({ name: 'CN=Ada', issuer: middle });
    const bundle = await signedBy(below);
    expect(await verdict(bundle, trusting(), NOW)).toBe('untrusted certificate.no-path');
    expect(await verdict(bundle, trusting({ intermediates: [middle.certificate] }), NOW)).toBe('trusted');
    const certificates = [below, middle].map(({ certificate }) => ({
      rawBytes: Buffer.from(certificate).toString('base64'),
    }));
    const chained = changed(bundle, copy => {
      copy.mediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.2';
      copy.verificationMaterial = { x509CertificateChain: { certificates } };
    });
    expect(await verdict(chained, trusting(), NOW)).toBe('trusted');
  });

  test.each<[string, () => Promise<Issued>, TrustMaterial, string]>([
    ['of another root', async () => issue({ name: 'CN=Ada' }), {}, 'untrusted certificate.no-path'],
    [
      'that has expired',
      async () => issue({ name: 'CN=Ada', issuer: root, notAfter: '2026-11-01T00:00:00Z' }),
      {},
      'expired certificate.expired',
    ],
    [
      'for web servers',
      async () => issue({ name: 'CN=Ada', issuer: root, purposes: [ExtendedKeyUsage.serverAuth] }),
      {},
      'untrusted certificate.extended-key-usage',
    ],
    [
      'with an RSA key',
      async () => issue({ name: 'CN=Ada', issuer: root, key: 'rsa-2048' }),
      {},
      'untrusted bundle.key-unsupported',
    ],
    ['without a required CRL', async () => leaf, { requireCrl: true }, 'untrusted revocation.crl-missing'],
  ])('%s is not trusted', async (_, by, material, expected) => {
    expect(await verdict(await signedBy(await by()), trusting(material), NOW)).toBe(expected);
  });

  test('on a CRL, or on a list, is revoked', async () => {
    const crls = [await issueCrl(root, { revoked: [leaf] })];
    const bundle = await signedBy(leaf);
    expect(await verdict(bundle, trusting({ crls }), NOW)).toBe('revoked revocation.revoked');
    const publicKey = publicKeyDigest(createPublicKey(leaf.key));
    const revocations = [{ publicKey, reason: 'key-compromise', time: '2026-01-01T00:00:00Z' }] as const;
    expect(await verdict(bundle, trusting({ revocations }), NOW)).toBe('revoked revocation.revoked');
  });

  test('is not trusted as a Sigstore identity', async () => {
    const { outcome } = await verify(await signedBy(leaf), trustIn(), NOW);
    expect(outcome).toBe('untrusted');
  });
});
