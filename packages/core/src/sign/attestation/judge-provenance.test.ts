import { createHash, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createFakeSigstore,
  type FakeBundleOptions,
  type FakeSigstore,
  GITHUB_ISSUER,
  jsonBytes,
  type Message,
} from '../../../../../test/fakes/sigstore.ts';
import type { PinnedKey } from './bundle-trust.ts';
import { judgeProvenance, npmPurl, type PinnedNpmPackage, type ProvenanceVerdict } from './judge-provenance.ts';
import { matchesRepository } from './repository-pattern.ts';
import { parseTrustedRoot } from './trusted-root.ts';

const TARBALL = createHash('sha512').update('tarball');
const SHA512 = TARBALL.copy().digest('hex');
const PACKAGE: PinnedNpmPackage = {
  name: '@acme/weather',
  version: '1.2.3',
  integrity: `sha512-${TARBALL.copy().digest('base64')}`,
};
const PURL = 'pkg:npm/%40acme/weather@1.2.3';

const REPOSITORY = 'https://github.com/acme/weather';
const WORKFLOW = '.github/workflows/release.yml';
const REF = 'refs/tags/v1.2.3';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const RUN = `${REPOSITORY}/actions/runs/42/attempts/1`;
const BUILD_CONFIG = `${REPOSITORY}/${WORKFLOW}@${REF}`;

/** What GitHub's certificates say. */
const CLAIMS: Readonly<Record<number, string>> = {
  9: BUILD_CONFIG,
  11: 'github-hosted',
  12: REPOSITORY,
  13: COMMIT,
  14: REF,
  15: '1000',
  16: 'https://github.com/acme',
  17: '2000',
  18: BUILD_CONFIG,
  20: 'push',
  21: RUN,
};

const STATEMENT: Message = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: PURL, digest: { sha512: SHA512 } }],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
      externalParameters: { workflow: { ref: REF, repository: REPOSITORY, path: WORKFLOW } },
      internalParameters: {
        github: { event_name: 'push', repository_id: '1000', repository_owner_id: '2000' },
      },
      resolvedDependencies: [{ uri: `git+${REPOSITORY}@${REF}`, digest: { gitCommit: COMMIT } }],
    },
    runDetails: {
      builder: { id: 'https://github.com/actions/runner/github-hosted' },
      metadata: { invocationId: RUN },
    },
  },
};

const PROVENANCE = {
  repository: REPOSITORY,
  workflow: WORKFLOW,
  ref: REF,
  commit: COMMIT,
  builder: 'https://github.com/actions/runner/github-hosted',
  issuer: GITHUB_ISSUER,
  repositoryId: '1000',
  ownerId: '2000',
  runner: 'github-hosted',
};

let sigstore: FakeSigstore;

beforeAll(async () => {
  sigstore = await createFakeSigstore();
});

interface Offer {
  readonly statement?: Message;
  readonly claims?: Readonly<Record<number, string>>;
  readonly subject?: string;
  readonly issuer?: string;
  readonly options?: FakeBundleOptions;
}

async function provenanceOf(offer: Offer = {}): Promise<Message> {
  const { statement = STATEMENT, claims = CLAIMS, subject = claims[9] ?? BUILD_CONFIG, issuer = GITHUB_ISSUER } = offer;
  const signer = await sigstore.issue({ subject, issuer, claims });
  return sigstore.sign(statement, signer, offer.options);
}

function answerOf(...bundles: readonly Message[]): Message {
  return { attestations: bundles.map(bundle => ({ predicateType: 'unsigned', bundle })) };
}

function judge(
  answer: Message,
  options: { wanted?: PinnedNpmPackage; keys?: readonly PinnedKey[]; root?: Message } = {},
): Promise<ProvenanceVerdict> {
  const { wanted = PACKAGE, keys, root = sigstore.root } = options;
  return judgeProvenance({
    bundles: answer instanceof Uint8Array ? answer : jsonBytes(answer),
    package: wanted,
    trustedRoot: parseTrustedRoot(jsonBytes(root)),
    ...(keys === undefined ? {} : { keys }),
    now: sigstore.now,
  });
}

async function codeOf(...args: Parameters<typeof judge>): Promise<string> {
  const verdict = await judge(...args);
  if (verdict.outcome === 'refused') expect(verdict.message).toMatch(/^[A-Z].*[.)"]$/);
  return verdict.outcome === 'refused' ? verdict.code : verdict.outcome;
}

function changed(message: Message, change: (copy: Message) => unknown): Message {
  const copy = structuredClone(message);
  change(copy);
  return copy;
}

describe('provenance of a package', () => {
  test('is verified when bundle, subject, certificate and predicate agree', async () => {
    expect(await judge(answerOf(await provenanceOf()))).toEqual({ outcome: 'verified', provenance: PROVENANCE });
  });

  test('names the repository of the caller where the job ran a reusable workflow', async () => {
    const reusable = 'https://github.com/shared/workflows/.github/workflows/publish.yml@refs/heads/main';
    const verdict = await judge(answerOf(await provenanceOf({ claims: { ...CLAIMS, 9: reusable } })));
    expect(verdict).toEqual({ outcome: 'verified', provenance: PROVENANCE });
  });

  test('is not of the repository of a reusable workflow that another repository calls', async () => {
    const [theirs, config] = ['https://github.com/evil/fork', `https://github.com/evil/fork/${WORKFLOW}@${REF}`];
    const run = `${theirs}/actions/runs/42/attempts/1`;
    const statement = changed(STATEMENT, ({ predicate }) => {
      predicate.buildDefinition.externalParameters.workflow.repository = theirs;
      predicate.buildDefinition.resolvedDependencies[0].uri = `git+${theirs}@${REF}`;
      predicate.runDetails.metadata.invocationId = run;
    });
    const claims = { ...CLAIMS, 12: theirs, 18: config, 21: run };
    const verdict = await judge(answerOf(await provenanceOf({ statement, claims })));
    expect(verdict).toMatchObject({ outcome: 'verified', provenance: { repository: theirs } });
    expect(matchesRepository(theirs, [REPOSITORY])).toBe(false);
  });

  test('names the workflow where the tag has an @ too', async () => {
    const tag = 'refs/tags/@acme/weather@1.2.3';
    const config = `${REPOSITORY}/${WORKFLOW}@${tag}`;
    const statement = changed(STATEMENT, ({ predicate }) => {
      predicate.buildDefinition.externalParameters.workflow.ref = tag;
      predicate.buildDefinition.resolvedDependencies[0].uri = `git+${REPOSITORY}@${tag}`;
    });
    const claims = { ...CLAIMS, 9: config, 14: tag, 18: config };
    const verdict = await judge(answerOf(await provenanceOf({ statement, claims })));
    expect(verdict).toEqual({ outcome: 'verified', provenance: { ...PROVENANCE, ref: tag } });
  });

  test('says nothing of ids that the certificate lacks', async () => {
    const { 15: _, 17: __, ...claims } = CLAIMS;
    const statement = changed(STATEMENT, ({ predicate }) => {
      predicate.buildDefinition.internalParameters.github = { event_name: 'push' };
    });
    const { repositoryId: ___, ownerId: ____, ...rest } = PROVENANCE;
    const verdict = await judge(answerOf(await provenanceOf({ statement, claims })));
    expect(verdict).toEqual({ outcome: 'verified', provenance: rest });
    expect(await codeOf(answerOf(await provenanceOf({ claims })))).toBe('provenance.contradiction');
  });
});

describe('provenance is refused', () => {
  const definition = (copy: Message): Message => copy.predicate.buildDefinition;

  test.each<[string, (copy: Message) => unknown, string]>([
    ['with no subject', copy => (copy.subject = []), 'provenance.malformed'],
    ['with two subjects', copy => copy.subject.push(copy.subject[0]), 'provenance.subject-count'],
    ['with a thousand subjects', copy => (copy.subject = Array(1000).fill(copy.subject[0])), 'provenance.malformed'],
    ['of another package', copy => (copy.subject[0].name = 'pkg:npm/weather@1.2.3'), 'provenance.other-package'],
    ['of another version', copy => (copy.subject[0].name = `${PURL}-rc.1`), 'provenance.other-package'],
    [
      'of a scope in another spelling',
      copy => (copy.subject[0].name = 'pkg:npm/@acme/weather@1.2.3'),
      'provenance.other-package',
    ],
    ['of no name', copy => delete copy.subject[0].name, 'provenance.other-package'],
    ['of another digest', copy => (copy.subject[0].digest.sha512 = 'ab'.repeat(64)), 'provenance.other-digest'],
    [
      'of a digest in capitals',
      copy => (copy.subject[0].digest.sha512 = SHA512.toUpperCase()),
      'provenance.other-digest',
    ],
    ['of another algorithm', copy => (copy.subject[0].digest = { sha256: SHA512 }), 'provenance.other-digest'],
    [
      'of an older statement type',
      copy => (copy._type = 'https://in-toto.io/Statement/v0.1'),
      'provenance.unknown-builder',
    ],
    [
      'of SLSA v0.2 from GitHub',
      copy => (copy.predicateType = 'https://slsa.dev/provenance/v0.2'),
      'provenance.unknown-builder',
    ],
    [
      'of another predicate',
      copy => (copy.predicateType = 'https://slsa.dev/verification_summary/v1'),
      'provenance.missing',
    ],
    ['of an unknown build type', copy => (definition(copy).buildType += '/'), 'provenance.unknown-builder'],
    [
      'of an unknown builder',
      copy => (copy.predicate.runDetails.builder.id = 'https://evil.test/runner'),
      'provenance.unknown-builder',
    ],
    [
      'of another runner than the certificate says',
      copy => (copy.predicate.runDetails.builder.id = 'https://github.com/actions/runner/self-hosted'),
      'provenance.unknown-builder',
    ],
    [
      'that names another repository',
      copy => (definition(copy).externalParameters.workflow.repository = 'https://github.com/acme/other'),
      'provenance.contradiction',
    ],
    [
      'that names the repository in another case',
      copy => (definition(copy).externalParameters.workflow.repository = 'https://github.com/Acme/weather'),
      'provenance.contradiction',
    ],
    [
      'that names another workflow',
      copy => (definition(copy).externalParameters.workflow.path = '.github/workflows/ci.yml'),
      'provenance.contradiction',
    ],
    [
      'that names another ref',
      copy => (definition(copy).externalParameters.workflow.ref = 'refs/heads/main'),
      'provenance.contradiction',
    ],
    [
      'that names another source',
      copy => (definition(copy).resolvedDependencies[0].uri = `git+${REPOSITORY}@refs/heads/main`),
      'provenance.contradiction',
    ],
    [
      'that names two sources',
      copy => definition(copy).resolvedDependencies.push(definition(copy).resolvedDependencies[0]),
      'provenance.contradiction',
    ],
    [
      'that names another commit',
      copy => (definition(copy).resolvedDependencies[0].digest.gitCommit = COMMIT.replace('0', 'f')),
      'provenance.contradiction',
    ],
    [
      'that names another event',
      copy => (definition(copy).internalParameters.github.event_name = 'pull_request'),
      'provenance.contradiction',
    ],
    [
      'that names another repository id',
      copy => (definition(copy).internalParameters.github.repository_id = 1000),
      'provenance.contradiction',
    ],
    [
      'that names another owner id',
      copy => (definition(copy).internalParameters.github.repository_owner_id = '2001'),
      'provenance.contradiction',
    ],
    [
      'that names another run',
      copy => (copy.predicate.runDetails.metadata.invocationId = RUN.replace('42', '43')),
      'provenance.contradiction',
    ],
    [
      'without the parts that count',
      copy => (copy.predicate = { buildDefinition: definition(copy) }),
      'provenance.unknown-builder',
    ],
  ])('%s', async (_, change, code) => {
    const bundle = await provenanceOf({ statement: changed(STATEMENT, change) });
    expect(await codeOf(answerOf(bundle))).toBe(code);
  });

  test.each<[string, Offer, string]>([
    ['signed with tokens of another issuer', { issuer: 'https://evil.test' }, 'provenance.unknown-builder'],
    ['of a builder of another issuer', { issuer: 'https://gitlab.com' }, 'provenance.unknown-builder'],
    ['whose certificate names another signer', { subject: `${REPOSITORY}/x.yml@${REF}` }, 'provenance.certificate'],
    ['whose certificate names no repository', { claims: { ...CLAIMS, 12: '' } }, 'provenance.certificate'],
    ['whose certificate says nothing', { claims: {} }, 'provenance.certificate'],
    [
      'with a claim that is not printable',
      { claims: { ...CLAIMS, 12: `${REPOSITORY}\u0430` } },
      'provenance.certificate',
    ],
    ['of an unknown kind of runner', { claims: { ...CLAIMS, 11: 'elsewhere' } }, 'provenance.unknown-builder'],
    [
      'whose workflow is in another repository',
      { claims: { ...CLAIMS, 18: `https://github.com/acme/other/${WORKFLOW}@${REF}` } },
      'provenance.contradiction',
    ],
    ['without a log entry', { options: { log: 'none' } }, 'provenance.untrusted'],
    ['without any time', { options: { log: 'none', timestamp: false } }, 'provenance.untrusted'],
  ])('%s', async (_, offer, code) => {
    expect(await codeOf(answerOf(await provenanceOf(offer)))).toBe(code);
  });

  test.each<[string, Message, string]>([
    ['from an answer without attestations', answerOf(), 'provenance.missing'],
    ['from an answer without a list', {}, 'provenance.malformed'],
    ['from an answer that is a list', [], 'provenance.malformed'],
    ['from an empty bundle', answerOf({}), 'provenance.malformed'],
    ['from an item that is null', { attestations: [null] }, 'provenance.malformed'],
    ['from too many attestations', { attestations: Array(17).fill(1) }, 'provenance.malformed'],
    ['from bytes that are not JSON', new Uint8Array([1]), 'provenance.malformed'],
    ['from more than 1 MiB', new Uint8Array(1024 * 1024 + 1).fill(0x20), 'provenance.malformed'],
    ['from deep nesting', new TextEncoder().encode('[{"attestations":'.repeat(100)), 'provenance.malformed'],
  ])('%s', async (_, answer, code) => {
    expect(await codeOf(answer)).toBe(code);
  });

  test('with two provenances', async () => {
    expect(await codeOf(answerOf(await provenanceOf(), await provenanceOf()))).toBe('provenance.ambiguous');
  });

  test('under another trusted root', async () => {
    const { root } = await createFakeSigstore();
    expect(await codeOf(answerOf(await provenanceOf()), { root })).toBe('provenance.untrusted');
  });

  test('with a changed payload, whatever the registry says beside it', async () => {
    const bundle = await provenanceOf();
    const payload = Buffer.from(JSON.stringify(changed(STATEMENT, copy => (copy.predicate.extra = 1)))).toString(
      'base64',
    );
    const swapped = changed(bundle, copy => (copy.dsseEnvelope.payload = payload));
    expect(await codeOf(answerOf(swapped))).toBe('provenance.invalid');
  });

  test.each(['sha1-AAAA', '', 'sha512-', `sha512-${'A'.repeat(88)} sha1-AAAA`])(
    'for the integrity %j',
    async integrity => {
      const answer = answerOf(await provenanceOf());
      expect(await codeOf(answer, { wanted: { ...PACKAGE, integrity } })).toBe('provenance.other-digest');
    },
  );
});

describe('the attestation of the publication', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = [{ key: publicKey, hint: 'SHA256:registry' }];
  const publication = {
    _type: 'https://in-toto.io/Statement/v0.1',
    subject: STATEMENT.subject,
    predicateType: 'https://github.com/npm/attestation/tree/main/specs/publish/v0.1',
    predicate: { name: PACKAGE.name, version: PACKAGE.version, registry: 'https://registry.npmjs.org' },
  };
  const published = (statement: Message = publication): Promise<Message> => {
    const hint = 'SHA256:registry';
    return sigstore.sign(statement, privateKey, { hint, keyId: hint, timestamp: false, verifier: publicKey });
  };

  test('is verified too where keys of the registry are given', async () => {
    const answer = answerOf(await provenanceOf(), await published());
    expect(await codeOf(answer, { keys })).toBe('verified');
    expect(await codeOf(answer)).toBe('verified');
  });

  test.each<[string, (copy: Message) => unknown, string]>([
    ['of another name', copy => (copy.predicate.name = 'weather'), 'provenance.publication'],
    ['of another version', copy => (copy.predicate.version = '1.2.4'), 'provenance.publication'],
    ['of another digest', copy => (copy.subject[0].digest.sha512 = 'ab'), 'provenance.other-digest'],
  ])('is refused: %s', async (_, change, code) => {
    const answer = answerOf(await provenanceOf(), await published(changed(publication, change)));
    expect(await codeOf(answer, { keys })).toBe(code);
  });

  test('is required where keys are given, once, and by one of them', async () => {
    const provenance = await provenanceOf();
    expect(await codeOf(answerOf(provenance), { keys })).toBe('provenance.publication');
    expect(await codeOf(answerOf(provenance, await published(), await published()), { keys })).toBe(
      'provenance.publication',
    );
    expect(await codeOf(answerOf(provenance, await published()), { keys: [] })).toBe('provenance.publication');
  });
});

describe('provenance of GitLab', () => {
  const PROJECT = 'https://gitlab.com/acme/tools/weather';
  const JOB = `${PROJECT}/-/jobs/77`;
  const CONFIG = `${PROJECT}//.gitlab-ci.yml@refs/tags/v1.2.3`;
  const claims = {
    ...{ 9: CONFIG, 11: 'gitlab-hosted', 12: PROJECT, 13: COMMIT, 14: REF, 15: '3000', 17: '4000', 18: CONFIG },
    ...{ 20: 'push', 21: JOB },
  };
  const statement: Message = {
    ...STATEMENT,
    _type: 'https://in-toto.io/Statement/v0.1',
    predicateType: 'https://slsa.dev/provenance/v0.2',
    predicate: {
      buildType: 'https://github.com/npm/cli/gitlab/v0alpha1',
      builder: { id: `${PROJECT}/-/runners/12270852` },
      invocation: {
        configSource: { uri: `git+${PROJECT}`, digest: { sha1: COMMIT }, entryPoint: 'publish' },
        parameters: { CI_PROJECT_ID: '3000' },
      },
      metadata: { buildInvocationId: JOB },
      materials: [{ uri: `git+${PROJECT}`, digest: { sha1: COMMIT } }],
    },
  };
  const issuer = 'https://gitlab.com';

  test('is verified', async () => {
    expect(await judge(answerOf(await provenanceOf({ statement, claims, issuer })))).toEqual({
      outcome: 'verified',
      provenance: {
        repository: PROJECT,
        workflow: '.gitlab-ci.yml',
        ref: REF,
        commit: COMMIT,
        builder: `${PROJECT}/-/runners/12270852`,
        issuer,
        repositoryId: '3000',
        ownerId: '4000',
        runner: 'gitlab-hosted',
      },
    });
  });

  test.each<[string, (predicate: Message) => unknown, string]>([
    ['another runner', predicate => (predicate.builder.id = `${PROJECT}x/-/runners/1`), 'provenance.unknown-builder'],
    [
      'a runner without number',
      predicate => (predicate.builder.id = `${PROJECT}/-/runners/x`),
      'provenance.unknown-builder',
    ],
    ['another commit', predicate => (predicate.materials[0].digest.sha1 = 'ab'), 'provenance.contradiction'],
    [
      'another source',
      predicate => (predicate.invocation.configSource.uri = 'git+https://gitlab.com/x/y'),
      'provenance.contradiction',
    ],
    [
      'another job',
      predicate => (predicate.metadata.buildInvocationId = `${PROJECT}/-/jobs/78`),
      'provenance.contradiction',
    ],
  ])('is refused: %s', async (_, change, code) => {
    const other = changed(statement, ({ predicate }) => change(predicate));
    expect(await codeOf(answerOf(await provenanceOf({ statement: other, claims, issuer })))).toBe(code);
  });
});

test.each([
  ['weather', 'pkg:npm/weather@1.0.0'],
  ['@acme/weather', 'pkg:npm/%40acme/weather@1.0.0'],
])('the purl of %s is as npm writes it', (name, purl) => {
  expect(npmPurl({ name, version: '1.0.0' })).toBe(purl);
});
