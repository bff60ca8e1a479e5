import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type BundleTrust,
  judgeProvenance,
  type PinnedNpmPackage,
  pae,
  parseTrustedRoot,
  verifyBundle,
} from '@toolmark/core/attestation';
import { createFakeSigstore, GITHUB_ISSUER, jsonBytes, type Message, SUBJECT } from '../test/fakes/sigstore.ts';

/**
 * Writes test/vectors/provenance.json with new keys that are discarded afterwards: the file holds public material only.
 * Run it by hand when the format changes: `npx tsx --conditions=toolmark-source scripts/make-bundle-vectors.ts`.
 */
const FILE = path.resolve(import.meta.dirname, '../test/vectors/provenance.json');

const REPOSITORY = 'https://github.com/acme/weather';
const REF = 'refs/tags/v1.2.3';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const RUN = `${REPOSITORY}/actions/runs/42/attempts/1`;
const CLAIMS = {
  ...{ 9: SUBJECT, 11: 'github-hosted', 12: REPOSITORY, 13: COMMIT, 14: REF, 15: '1000', 17: '2000' },
  ...{ 18: SUBJECT, 20: 'push', 21: RUN },
};
const TARBALL = createHash('sha512').update('tarball').digest();
const PACKAGE = { name: 'weather', version: '1.2.3', integrity: `sha512-${TARBALL.toString('base64')}` };
const STATEMENT: Message = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'pkg:npm/weather@1.2.3', digest: { sha512: TARBALL.toString('hex') } }],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
      externalParameters: { workflow: { ref: REF, repository: REPOSITORY, path: '.github/workflows/release.yml' } },
      internalParameters: { github: { event_name: 'push', repository_id: '1000', repository_owner_id: '2000' } },
      resolvedDependencies: [{ uri: `git+${REPOSITORY}@${REF}`, digest: { gitCommit: COMMIT } }],
    },
    runDetails: {
      builder: { id: 'https://github.com/actions/runner/github-hosted' },
      metadata: { invocationId: RUN },
    },
  },
};

const sigstore = await createFakeSigstore();
const other = await createFakeSigstore();
const signer = await sigstore.issue({ claims: CLAIMS });
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const hint = `sha256:${createHash('sha256')
  .update(publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex')}`;
const now = sigstore.now;
const root = parseTrustedRoot(jsonBytes(sigstore.root));
const identity = { issuer: GITHUB_ISSUER, subject: SUBJECT };
const valid = await sigstore.sign(STATEMENT, signer, { log: 'dsse' });

function changed(change: (copy: Message) => unknown, message: Message = valid): Message {
  const copy = structuredClone(message);
  change(copy);
  return copy;
}

const keyBundle = await sigstore.sign(STATEMENT, privateKey, { hint, keyId: hint, log: 'none', timestamp: false });
const BUNDLES: readonly (readonly [name: string, trust: 'sigstore' | 'key', bundle: Message])[] = [
  ['a certificate with a dsse entry and a timestamp', 'sigstore', valid],
  ['an intoto entry', 'sigstore', await sigstore.sign(STATEMENT, signer, { log: 'intoto' })],
  ['a hashedrekord entry over the PAE', 'sigstore', await sigstore.sign(STATEMENT, signer, { log: 'hashedrekord' })],
  ['another identity', 'sigstore', await sigstore.sign(STATEMENT, await sigstore.issue({ subject: `${SUBJECT}x` }))],
  ['another authority', 'sigstore', await other.sign(STATEMENT, await other.issue())],
  ['no log entry', 'sigstore', await sigstore.sign(STATEMENT, signer, { log: 'none' })],
  ['a log entry twice', 'sigstore', changed(copy => twice(copy.verificationMaterial.tlogEntries))],
  ['a changed payload type', 'sigstore', changed(({ dsseEnvelope }) => (dsseEnvelope.payloadType = 'text/plain'))],
  ['two signatures', 'sigstore', changed(({ dsseEnvelope }) => twice(dsseEnvelope.signatures))],
  ['an unknown member', 'sigstore', changed(copy => (copy.extra = true))],
  [
    'a changed payload',
    'sigstore',
    changed(({ dsseEnvelope }) => (dsseEnvelope.payload = Buffer.from('{}').toString('base64'))),
  ],
  ['a statement of an unknown type', 'sigstore', await sigstore.sign({ ...STATEMENT, _type: 'x' }, signer)],
  ['a pinned key', 'key', keyBundle],
  [
    'a pinned key, and another name in the envelope',
    'key',
    changed(({ dsseEnvelope }) => (dsseEnvelope.signatures[0].keyid = 'x'), keyBundle),
  ],
  ['a certificate where a key is expected', 'key', valid],
];

function twice(list: Message): void {
  list.push(list[0]);
}

const TRUST: Readonly<Record<'sigstore' | 'key', BundleTrust>> = {
  sigstore: { type: 'sigstore', root, identities: [identity] },
  key: { type: 'keys', keys: [{ key: publicKey }] },
};

const bundles = [];
for (const [name, trust, bundle] of BUNDLES) {
  const text = JSON.stringify(bundle);
  const { outcome, findings } = await verifyBundle(new TextEncoder().encode(text), TRUST[trust], { now });
  bundles.push({ name, trust, bundle: text, outcome, codes: findings.map(({ code }) => code) });
}

const contradiction = await sigstore.sign(
  changed(({ predicate }) => (predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit = 'f'), STATEMENT),
  signer,
);
const ANSWERS: readonly (readonly [name: string, answer: Message, wanted: PinnedNpmPackage])[] = [
  ['provenance of GitHub', answerOf(valid), PACKAGE],
  ['no provenance', answerOf(), PACKAGE],
  ['two provenances', answerOf(valid, valid), PACKAGE],
  ['another package', answerOf(valid), { ...PACKAGE, name: '@acme/weather' }],
  ['another version', answerOf(valid), { ...PACKAGE, version: '1.2.4' }],
  ['another integrity', answerOf(valid), { ...PACKAGE, integrity: `sha512-${'A'.repeat(86)}==` }],
  ['a predicate that contradicts the certificate', answerOf(contradiction), PACKAGE],
];

function answerOf(...given: readonly Message[]): Message {
  return { attestations: given.map(bundle => ({ predicateType: 'unsigned', bundle })) };
}

const provenance = [];
for (const [name, answer, wanted] of ANSWERS) {
  const text = JSON.stringify(answer);
  const question = { bundles: new TextEncoder().encode(text), package: wanted, trustedRoot: root, now };
  const { outcome, ...rest } = await judgeProvenance(question);
  const found = 'provenance' in rest ? { provenance: rest.provenance } : { code: rest.code };
  provenance.push({ name, package: wanted, attestations: text, outcome, ...found });
}

const payload = new TextEncoder().encode('hello world');
const type = 'http://example.com/HelloWorld';
const vectors = {
  description: 'Sigstore bundles and npm provenance (docs/spec/provenance.md). All keys were discarded.',
  pae: [{ payload_type: type, payload: 'hello world', bytes: new TextDecoder().decode(pae(type, payload)) }],
  verification_time: now.toISOString(),
  trusted_root: JSON.stringify(sigstore.root),
  identity,
  public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  bundles,
  provenance,
};
writeFileSync(FILE, `${JSON.stringify(vectors, null, 1)}\n`);
