import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { NpmRegistry } from '../../fakes/npm-registry.ts';
import { type NpmUser, npmUser } from '../../fakes/npm-user.ts';
import { createFakeSigstore, type FakeSigstore, GITHUB_ISSUER } from '../../fakes/sigstore.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';
import { publishGreeting, publishServer } from './published-server.ts';

const NPX = ['--', 'npx', '-y', '@acme/greeter'];

let sigstore: FakeSigstore;
let registry: NpmRegistry;
let user: NpmUser;

beforeAll(async () => {
  sigstore = await createFakeSigstore();
});
beforeEach(async () => {
  registry = await NpmRegistry.start();
  user = npmUser(registry);
  publishGreeting(registry, '1.0.0', 'hello');
  publishServer(registry, '1.0.0');
  mkdirSync(at('trust'));
  writeFileSync(at('trust/root.json'), JSON.stringify(sigstore.root));
});
afterEach(() => registry.stop());

const at = (file: string): string => path.join(user.context.cwd, file);

function toolmark(...args: string[]): Promise<Outcome> {
  const { cwd, env, store } = user.context;
  return runToolmark(args, { cwd, home: user.home, now: sigstore.now, env: { ...env, TOOLMARK_STORE: store } });
}

const lock = (...options: string[]) => toolmark('lock', '--yes', ...options, ...NPX);
const lockWithRoot = (...options: string[]) => lock('--trusted-root', 'trust/root.json', ...options);

function lockedProvenance(): unknown {
  return JSON.parse(readFileSync(at('toolmark.lock.json'), 'utf8')).servers.default.package.provenance;
}

function writePolicy(packages: object): void {
  writeFileSync(at('toolmark.policy.json'), JSON.stringify({ version: 1, packages }));
}

interface Build {
  readonly owner?: string;
  readonly ownerId?: string;
  /** The version that the statement is about. */
  readonly of?: string;
}

/** The registry offers provenance of a version, as a job on GitHub would have made it. */
async function attest(version: string, { owner = 'acme', ownerId = '2000', of = version }: Build = {}): Promise<void> {
  const repository = `https://github.com/${owner}/greeter`;
  const [workflow, ref, commit] = ['.github/workflows/release.yml', `refs/tags/v${version}`, '0123456789'.repeat(4)];
  const run = `${repository}/actions/runs/42/attempts/1`;
  const config = `${repository}/${workflow}@${ref}`;
  const claims = {
    ...{ 9: config, 11: 'github-hosted', 12: repository, 13: commit, 14: ref, 15: '1000' },
    ...{ 16: `https://github.com/${owner}`, 17: ownerId, 18: config, 20: 'push', 21: run },
  };
  const sha512 = Buffer.from(registry.integrity('@acme/greeter', version).slice('sha512-'.length), 'base64').toString(
    'hex',
  );
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `pkg:npm/%40acme/greeter@${of}`, digest: { sha512 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
        externalParameters: { workflow: { ref, repository, path: workflow } },
        internalParameters: { github: { event_name: 'push', repository_id: '1000', repository_owner_id: ownerId } },
        resolvedDependencies: [{ uri: `git+${repository}@${ref}`, digest: { gitCommit: commit } }],
      },
      runDetails: {
        builder: { id: 'https://github.com/actions/runner/github-hosted' },
        metadata: { invocationId: run },
      },
    },
  };
  const signer = await sigstore.issue({ subject: config, issuer: GITHUB_ISSUER, claims });
  const bundle = await sigstore.sign(statement, signer);
  const answer = { attestations: [{ predicateType: statement.predicateType, bundle }] };
  registry.attestations.set(`@acme/greeter@${version}`, JSON.stringify(answer));
}

test('lock records where a package was built, if it can verify that', async () => {
  await attest('1.0.0');
  expect(await lock()).toMatchObject({ exit: 0 });
  expect(lockedProvenance()).toBeUndefined();
  expect(await lockWithRoot()).toMatchObject({ exit: 0 });
  expect(lockedProvenance()).toEqual({
    repository: 'https://github.com/acme/greeter',
    workflow: '.github/workflows/release.yml',
    builder: 'https://github.com/actions/runner/github-hosted',
    issuer: GITHUB_ISSUER,
    repositoryId: '1000',
    ownerId: '2000',
  });
  expect(await toolmark('check', ...NPX)).toMatchObject({ exit: 0, stdout: 'default  unchanged\n' });
});

test.each<[string, () => Promise<void>, string]>([
  ['of another version', () => attest('1.0.0', { of: '1.0.1' }), 'provenance.other-package'],
  [
    'of other bytes',
    async () => {
      await attest('1.0.0');
      publishServer(registry, '1.0.0', { description: 'Other bytes.' });
    },
    'provenance.other-digest',
  ],
  ['that is not JSON', async () => void registry.attestations.set('@acme/greeter@1.0.0', '{'), 'provenance.malformed'],
])('provenance %s is an error, also where none is required', async (_, offer, code) => {
  await offer();
  const { exit, stdout } = await lockWithRoot();
  expect(exit).toBe(2);
  expect(stdout).toContain(`[${code}]`);
});

test('a policy decides which repositories packages may be built from', async () => {
  writePolicy({ from: ['https://github.com/acme/*'], trustedRoot: 'trust/root.json' });
  expect(await lock()).toMatchObject({ exit: 2, stdout: expect.stringContaining('[provenance.required]') });
  await attest('1.0.0', { owner: 'evil' });
  expect(await lock()).toMatchObject({ exit: 2, stdout: expect.stringContaining('[provenance.not-allowed]') });
  await attest('1.0.0');
  expect(await lock()).toMatchObject({ exit: 0 });
  writePolicy({ from: ['https://github.com/other/*'] });
  expect(await toolmark('guard', ...NPX)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('[provenance.not-allowed]'),
  });
});

test.each<[string, () => Promise<void>]>([
  ['disappears', async () => {}],
  ['moves to another repository', () => attest('1.1.0', { owner: 'evil' })],
  ['has a repository of the same name and another owner', () => attest('1.1.0', { ownerId: '2001' })],
])('provenance that %s is drift', async (_, offer) => {
  await attest('1.0.0');
  await lockWithRoot();
  publishServer(registry, '1.1.0');
  await offer();
  writePolicy({ trustedRoot: 'trust/root.json' });
  const { exit, stdout } = await toolmark('check', '--policy', 'toolmark.policy.json', '--format', 'json', ...NPX);
  expect(exit).toBe(1);
  const { servers } = JSON.parse(stdout);
  expect(servers[0].drift).toContainEqual(
    expect.objectContaining({ type: 'package_changed', severity: 'critical', pointer: '/package/provenance' }),
  );
});

test('an update of a package with provenance is not locked without verifying that of the new version', async () => {
  await attest('1.0.0');
  await lockWithRoot();
  publishServer(registry, '1.1.0');
  const { exit, stdout } = await lock('--update');
  expect(exit).toBe(2);
  expect(stdout).toContain('[provenance.no-trusted-root]');
  await attest('1.1.0');
  expect(await lockWithRoot('--update')).toMatchObject({ exit: 0 });
  expect(lockedProvenance()).toMatchObject({ repository: 'https://github.com/acme/greeter' });
});

test('a trusted root that cannot be read stops lock before anything is asked', async () => {
  writeFileSync(at('trust/root.json'), '{}');
  expect(await lockWithRoot()).toMatchObject({ exit: 2, stderr: expect.stringContaining('[trusted-root.malformed]') });
  expect(registry.requests).toEqual([]);
});
