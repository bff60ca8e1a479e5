import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NpmRegistry } from '../../fakes/npm-registry.ts';
import { type NpmUser, npmUser } from '../../fakes/npm-user.ts';
import { SigstoreServices, unsignedToken } from '../../fakes/sigstore-services.ts';
import { runToolmark } from '../../run-toolmark.ts';
import { publishGreeting, publishServer } from '../packages/published-server.ts';

/** `scripts/install-peers.sh FOLDER` installs them. */
const PEERS = process.env.TOOLMARK_PEERS;
const COSIGN = path.join(PEERS ?? '', 'bin/cosign');
const PYTHON = path.join(PEERS ?? '', 'bin/python');
const SCRIPT = path.join(import.meta.dirname, 'verify_bundle.py');

const TYPE = 'https://toolmark.dev/attestation/tool-surface/v1';
const ISSUER = 'https://token.actions.githubusercontent.com';
const SUBJECT = 'https://github.com/acme/greeter/.github/workflows/release.yml@refs/tags/v1.2.0';

let registry: NpmRegistry;
let services: SigstoreServices;
let user: NpmUser;

const at = (file: string): string => path.join(user.context.cwd, file);

async function toolmark(...args: string[]): Promise<string> {
  const { cwd, env, store } = user.context;
  const token = unsignedToken({ iss: ISSUER, sub: SUBJECT });
  const { exit, stdout, stderr } = await runToolmark(args, {
    ...{ cwd, home: user.home, now: services.sigstore.now },
    env: { ...env, TOOLMARK_STORE: store, SIGSTORE_ID_TOKEN: token },
  });
  expect(exit, stdout + stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  if (PEERS === undefined) return;
  registry = await NpmRegistry.start();
  services = await SigstoreServices.start();
  user = npmUser(registry);
  publishGreeting(registry, '1.0.0', 'hello');
  publishServer(registry, '1.2.0');
  writeFileSync(at('root.json'), JSON.stringify(services.sigstore.root));
  const attest = ['attest', '--package', '@acme/greeter@1.2.0'];
  for (const [name, pair] of [
    ['ed25519', generateKeyPairSync('ed25519')],
    ['p256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ] as const) {
    writeFileSync(at(`${name}.key`), pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(at(`${name}.pub`), pair.publicKey.export({ type: 'spki', format: 'pem' }));
    await toolmark(...attest, '--key', `${name}.key`, '-o', `${name}.json`);
  }
  const { url } = services;
  for (const version of ['v1', 'v2'] as const) {
    services.rekor = version;
    const own = ['--fulcio', url, '--tsa', url, '--rekor', url];
    await toolmark(...attest, '--keyless', ...own, '-o', `${version}.json`);
  }
}, 120_000);
afterAll(async () => {
  await registry?.stop();
  await services?.stop();
});

/** A bundle whose payload was changed, under the name of the original. */
function changed(file: string): string {
  const bundle = JSON.parse(readFileSync(at(file), 'utf8'));
  const payload = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString().replace('Greets', 'Spies!');
  bundle.dsseEnvelope.payload = Buffer.from(payload.replace('greet', 'spies')).toString('base64');
  writeFileSync(at(`changed-${file}`), JSON.stringify(bundle));
  return `changed-${file}`;
}

function run(program: string, args: readonly string[]): SpawnSyncReturns<string> {
  const home = at('peer-home');
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH ?? '', HOME: home, COSIGN_PASSWORD: '' };
  return spawnSync(program, args, { cwd: user.context.cwd, env, encoding: 'utf8', timeout: 60_000 });
}

function sha512(): string {
  return Buffer.from(registry.integrity('@acme/greeter', '1.2.0').slice('sha512-'.length), 'base64').toString('hex');
}

const NO_COSIGN = PEERS === undefined || !existsSync(COSIGN);
const NO_PYTHON = PEERS === undefined || !existsSync(PYTHON);

describe.skipIf(NO_COSIGN)('cosign (TOOLMARK_PEERS names its folder)', () => {
  const verify = (bundle: string, ...options: string[]): SpawnSyncReturns<string> => {
    const fixed = ['--new-bundle-format', '--type', TYPE, '--trusted-root', 'root.json'];
    const digest = options.includes('--digest') ? [] : ['--digest', sha512()];
    const claims = ['--digestAlg', 'sha512', ...digest];
    return run(COSIGN, ['verify-blob-attestation', '--bundle', bundle, ...fixed, ...claims, ...options]);
  };
  const withKey = (key: string): string[] => ['--key', key, '--insecure-ignore-tlog'];
  const withIdentity = (subject: string): string[] => [
    ...['--use-signed-timestamps', '--certificate-oidc-issuer', ISSUER, '--certificate-identity', subject],
  ];

  test.each(['ed25519', 'p256'])('accepts our bundle by a key of type %s', key => {
    expect(verify(`${key}.json`, ...withKey(`${key}.pub`))).toMatchObject({ status: 0 });
    expect(verify(changed(`${key}.json`), ...withKey(`${key}.pub`)).status).toBe(1);
    const other = '0'.repeat(128);
    expect(verify(`${key}.json`, ...withKey(`${key}.pub`), '--digest', other).status).toBe(1);
  });

  test.each(['v1', 'v2'])('accepts our keyless bundle with a log of %s', version => {
    expect(verify(`${version}.json`, ...withIdentity(SUBJECT))).toMatchObject({ status: 0 });
    expect(verify(`${version}.json`, ...withIdentity(`${SUBJECT}x`)).status).toBe(1);
    expect(verify(changed(`${version}.json`), ...withIdentity(SUBJECT)).status).toBe(1);
  });

  test('signs bundles that we accept', async () => {
    const { dsseEnvelope } = JSON.parse(readFileSync(at('p256.json'), 'utf8'));
    const statement = Buffer.from(dsseEnvelope.payload, 'base64').toString();
    writeFileSync(at('statement.json'), statement);
    writeFileSync(at('predicate.json'), JSON.stringify(JSON.parse(statement).predicate));
    expect(run(COSIGN, ['import-key-pair', '--key', 'p256.key', '-o', 'imported', '--yes'])).toMatchObject({
      status: 0,
    });
    const sign = ['attest-blob', '--key', 'imported.key', '--new-bundle-format', '--tlog-upload=false', '--yes'];
    const whole = run(COSIGN, [...sign, '--statement', 'statement.json', '--bundle', 'whole.json']);
    expect(whole).toMatchObject({ status: 0 });
    const made = ['--predicate', 'predicate.json', '--type', TYPE, '--bundle', 'made.json', 'statement.json'];
    expect(run(COSIGN, [...sign, ...made])).toMatchObject({ status: 0 });
    for (const bundle of ['whole.json', 'made.json']) {
      expect(await toolmark('attest', 'verify', bundle, '--public-key', 'p256.pub')).toContain('trusted');
    }
    expect(
      await toolmark('attest', 'verify', 'whole.json', '--public-key', 'p256.pub', '--package', '@acme/greeter'),
    ).toContain('trusted');
  });
});

describe.skipIf(NO_PYTHON)('the libraries for Python (TOOLMARK_PEERS names their folder)', () => {
  const verify = (...args: string[]): SpawnSyncReturns<string> => run(PYTHON, [SCRIPT, ...args]);
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: TYPE,
    subject: [{ name: 'pkg:npm/%40acme/greeter@1.2.0' }],
  };

  test.each(['v1', 'v2'])('accept our keyless bundle with a log of %s', version => {
    const trust = ['root.json', ISSUER, SUBJECT];
    const { status, stdout, stderr } = verify('identity', `${version}.json`, ...trust);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'application/vnd.in-toto+json', statement });
    expect(verify('identity', `${version}.json`, 'root.json', ISSUER, `${SUBJECT}x`).status).toBe(1);
    expect(verify('identity', changed(`${version}.json`), ...trust).status).toBe(1);
  });

  test.each(['ed25519', 'p256'])('accept our bundle by a key of type %s', key => {
    const { status, stdout, stderr } = verify('key', `${key}.json`, `${key}.pub`);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'application/vnd.in-toto+json', statement });
    expect(verify('key', changed(`${key}.json`), `${key}.pub`).status).toBe(1);
  });
});
