import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NpmRegistry } from '../../fakes/npm-registry.ts';
import { type NpmUser, npmUser } from '../../fakes/npm-user.ts';
import type { Message } from '../../fakes/sigstore.ts';
import { SigstoreServices, unsignedToken } from '../../fakes/sigstore-services.ts';
import { issue, toPem } from '../../pki.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';
import { publishGreeting, publishServer } from '../packages/published-server.ts';

const SERVERS = path.resolve(import.meta.dirname, '../servers');
const HONEST = ['--', process.execPath, path.join(SERVERS, 'honest.js')];
const REWORDED = ['--', process.execPath, path.join(SERVERS, 'typo-fix.js')];

let registry: NpmRegistry;
let services: SigstoreServices;
let user: NpmUser;

beforeAll(async () => {
  registry = await NpmRegistry.start();
  services = await SigstoreServices.start();
  publishGreeting(registry, '1.0.0', 'hello');
  publishServer(registry, '1.2.0');
});
afterAll(async () => {
  await registry.stop();
  await services.stop();
});
beforeEach(() => {
  user = npmUser(registry);
  services.instead.clear();
  services.requests.length = 0;
});

const at = (file: string): string => path.join(user.context.cwd, file);

function toolmark(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { cwd, env: own, store } = user.context;
  const { now } = services.sigstore;
  return runToolmark(args, { cwd, home: user.home, env: { ...own, TOOLMARK_STORE: store, ...env }, now });
}

/** The one JSON object that a command prints. */
async function json(args: readonly string[], env?: Record<string, string>): Promise<Message> {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const { stdout, stderr } = await toolmark([...args.slice(0, end), '--format', 'json', ...args.slice(end)], env);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout);
}

function writeKeys(name = 'ada'): { key: string; publicKey: string; pair: { publicKey: KeyObject } } {
  const pair = generateKeyPairSync('ed25519');
  writeFileSync(at(`${name}.key`), pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at(`${name}.pem`), pair.publicKey.export({ type: 'spki', format: 'pem' }));
  return { key: `${name}.key`, publicKey: `${name}.pem`, pair };
}

describe('an attestation by a key', () => {
  test('of a package binds what the package shows to its archive and its dependencies', async () => {
    const { key, publicKey } = writeKeys();
    const attested = await json(['attest', '--package', '@acme/greeter@1.2.0', '--key', key, '-o', 'b.json']);
    const sha512 = Buffer.from(registry.integrity('@acme/greeter', '1.2.0').slice('sha512-'.length), 'base64');
    expect(attested).toMatchObject({
      bundle: { mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json' },
      surfaceDigest: expect.stringMatching(/^sha256:/),
      subjects: [{ name: 'pkg:npm/%40acme/greeter@1.2.0', digest: { sha512: sha512.toString('hex') } }],
    });
    expect(JSON.parse(readFileSync(at('b.json'), 'utf8'))).toEqual(attested.bundle);
    const verified = await json([
      'attest',
      'verify',
      'b.json',
      '--public-key',
      publicKey,
      '--package',
      '@acme/greeter',
    ]);
    expect(verified).toMatchObject({
      outcome: 'trusted',
      signer: { type: 'key' },
      statement: {
        _type: 'https://in-toto.io/Statement/v1',
        subject: attested.subjects,
        predicate: {
          projection: 'toolmark/surface@1',
          surfaceDigest: attested.surfaceDigest,
          packages: expect.stringMatching(/^sha256:/),
          launch: { bin: 'greeter', args: [], env: [] },
          completeness: 'exact',
          serverInfo: { name: 'greeter', version: '1' },
          observedAt: services.sigstore.now.toISOString(),
        },
      },
      findings: [],
    });
    expect(existsSync(path.join(user.context.store, 'npm'))).toBe(true);
  });

  test('is refused for another version, another server and another description', async () => {
    const { key, publicKey } = writeKeys();
    const verify = async (...live: string[]): Promise<unknown> => {
      const { outcome, findings } = await json(['attest', 'verify', 'b.json', '--public-key', publicKey, ...live]);
      return [outcome, ...findings.map(({ code }: Message) => code)];
    };
    await toolmark(['attest', '--key', key, '-o', 'b.json', '--', 'npx', '-y', '@acme/greeter@1.2.0']);
    publishServer(registry, '1.3.0', { description: 'Greets politely.' });
    const npx = (version: string): string[] => ['--', 'npx', '-y', `@acme/greeter@${version}`];
    expect(await verify(...npx('1.2.0'))).toEqual(['trusted']);
    expect(await verify(...npx('1.3.0'))).toEqual([
      'untrusted',
      'attestation.other-package',
      'attestation.other-surface',
    ]);
    publishServer(registry, '1.2.0');
    await toolmark(['attest', '--key', key, '-o', 'b.json', ...HONEST]);
    expect(await verify(...HONEST)).toEqual(['trusted']);
    expect(await verify(...REWORDED)).toEqual(['untrusted', 'attestation.other-package', 'attestation.other-surface']);
  });

  test('of local files says so, and prints the bundle without -o', async () => {
    const { key, publicKey } = writeKeys();
    const { exit, stdout, stderr } = await toolmark(['attest', '--key', key, ...HONEST]);
    expect([exit, stderr]).toEqual([0, '']);
    writeFileSync(at('b.json'), stdout);
    const { statement } = await json(['attest', 'verify', 'b.json', '--public-key', publicKey]);
    expect(statement.subject).toEqual([
      { name: 'honest.js', digest: { dirHash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]);
    expect(statement.predicate).not.toHaveProperty('packages');
  });

  test('can be made for a version that is not published yet', async () => {
    const { key, publicKey } = writeKeys();
    const inside = [
      'attest',
      '--inside',
      '--package',
      '@acme/weather@2.0.0',
      '--key',
      key,
      '-o',
      'toolmark.attestation.json',
    ];
    const { subjects, surfaceDigest } = await json([...inside, ...HONEST]);
    const sha256 = surfaceDigest.slice('sha256:'.length);
    expect(subjects).toEqual([{ name: 'pkg:npm/%40acme/weather@2.0.0', digest: { sha256 } }]);
    const verify = ['attest', 'verify', 'toolmark.attestation.json', '--public-key', publicKey];
    expect(await json(verify)).toMatchObject({ outcome: 'trusted' });
  });

  test('of a command in place of a package names the package, and not the dependencies that ran', async () => {
    const { key } = writeKeys();
    await toolmark(['attest', '--package', '@acme/greeter@1.2.0', '--key', key, '-o', 'b.json', ...HONEST]);
    const { statement } = await json(['attest', 'verify', 'b.json', '--public-key', 'ada.pem']);
    expect(statement.subject).toMatchObject([{ name: 'pkg:npm/%40acme/greeter@1.2.0' }]);
    expect(statement.predicate).not.toHaveProperty('packages');
    expect(statement.predicate.launch).toEqual({ args: [], env: [] });
  });

  test('names the untrusted signer, with exit 1', async () => {
    const { key, pair } = writeKeys();
    writeKeys('eve');
    await toolmark(['attest', '--key', key, '-o', 'b.json', ...HONEST]);
    const text = await toolmark(['attest', 'verify', 'b.json', '--public-key', 'eve.pem']);
    expect(text).toMatchObject({ exit: 1, stdout: expect.stringContaining('bundle.key-unknown') });
    expect((await toolmark(['attest', 'verify', 'b.json'])).exit).toBe(1);
    const trusted = await toolmark(['attest', 'verify', 'b.json', '--public-key', 'ada.pem']);
    const spki = pair.publicKey.export({ type: 'spki', format: 'der' });
    const digest = createHash('sha256').update(spki).digest('hex');
    expect(trusted).toMatchObject({ exit: 0, stdout: expect.stringContaining(`signer    key sha256:${digest}`) });
  });

  test('does not start a server for a bundle that is refused', async () => {
    writeFileSync(at('b.json'), '{}');
    const marker = at('started');
    const start = ['--', process.execPath, '-e', `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`];
    expect(await json(['attest', 'verify', 'b.json', ...start])).toMatchObject({ outcome: 'malformed', signer: null });
    expect(existsSync(marker)).toBe(false);
  });
});

describe('an attestation by a certificate', () => {
  test('is trusted by its authority, and not signed with one that has expired', async () => {
    const root = await issue({ name: 'CN=Root', ca: true, key: 'ec-p256' });
    const ada = await issue({ name: 'CN=Ada', issuer: root, key: 'ec-p256' });
    const old = await issue({ name: 'CN=Old', issuer: root, key: 'ec-p256', notAfter: '2026-01-01T00:00:00Z' });
    for (const { name, certificate, key } of [root, ada, old]) {
      writeFileSync(at(`${name.slice(3)}.crt`), toPem(certificate));
      writeFileSync(at(`${name.slice(3)}.key`), key.export({ type: 'pkcs8', format: 'pem' }));
    }
    const attest = (name: string): string[] => [
      'attest',
      '--key',
      `${name}.key`,
      '--cert',
      `${name}.crt`,
      '-o',
      'b.json',
    ];
    expect((await toolmark([...attest('Ada'), ...HONEST])).exit).toBe(0);
    expect(await json(['attest', 'verify', 'b.json', '--trust', 'Root.crt'])).toMatchObject({
      outcome: 'trusted',
      signer: { type: 'certificate', subject: 'CN=Ada' },
    });
    expect(await json(['attest', 'verify', 'b.json'])).toMatchObject({ outcome: 'untrusted' });
    expect(await toolmark([...attest('Old'), ...HONEST])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('[attest.signer]'),
    });
  });
});

const SUBJECT = 'https://github.com/acme/weather/.github/workflows/release.yml@refs/tags/v1.2.0';
const ISSUER = 'https://token.actions.githubusercontent.com';
const TOKEN = unsignedToken({ iss: ISSUER, sub: SUBJECT, repository: 'acme/weather' });

describe('a keyless attestation', () => {
  const own = (): string[] => ['--fulcio', services.url, '--tsa', services.url, '--rekor', services.url];
  const attest = (...options: string[]): string[] => ['attest', '--keyless', '-o', 'b.json', ...options, ...HONEST];
  const verify = (subject = SUBJECT): string[] => {
    writeFileSync(at('root.json'), JSON.stringify(services.sigstore.root));
    return ['attest', 'verify', 'b.json', '--identity', ISSUER, subject, '--trusted-root', 'root.json'];
  };

  test.each(['v1', 'v2'] as const)('is recorded in a log of %s and trusted by its identity', async rekor => {
    services.rekor = rekor;
    const { exit, stdout, stderr } = await toolmark(attest(...own()), { SIGSTORE_ID_TOKEN: TOKEN });
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(await json(verify())).toMatchObject({
      outcome: 'trusted',
      signer: { type: 'sigstore', issuer: ISSUER, subject: SUBJECT },
      findings: [],
    });
    expect(await json(verify(SUBJECT.replace('weather', 'Weather')))).toMatchObject({ outcome: 'untrusted' });
  });

  test('needs no log where the trusted root has none', async () => {
    const options = ['--fulcio', services.url, '--tsa', services.url];
    expect((await toolmark(attest(...options), { SIGSTORE_ID_TOKEN: TOKEN })).exit).toBe(0);
    expect(services.requests).toEqual(['POST /api/v2/signingCert', 'POST /api/v1/timestamp']);
    expect(await json(verify())).toMatchObject({ outcome: 'untrusted' });
    const args = verify();
    writeFileSync(at('root.json'), JSON.stringify({ ...services.sigstore.root, tlogs: [] }));
    expect(await json(args)).toMatchObject({ outcome: 'trusted' });
  });

  test('asks GitHub Actions for a token of the right audience', async () => {
    let asked = '';
    services.instead.set('/token', (_, { url = '', headers }) => {
      asked = `${url} ${headers.authorization}`;
      return { statusCode: 200, response: JSON.stringify({ value: TOKEN }) };
    });
    const env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${services.url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner-token',
    };
    expect((await toolmark(attest(...own()), env)).exit).toBe(0);
    expect(asked).toBe('/token?api-version=2.0&audience=sigstore Bearer runner-token');
  });

  test('takes a token from a file', async () => {
    writeFileSync(at('token'), `${unsignedToken({ email: 'ada@example.com', email_verified: true })}\n`);
    services.instead.set('/api/v2/signingCert', body => {
      expect(JSON.parse(body).publicKeyRequest.proofOfPossession).toMatch(/^[A-Za-z0-9+/]+=*$/);
      return { statusCode: 403, response: '' };
    });
    const { exit, stderr } = await toolmark(attest(...own(), '--identity-token', 'token'));
    expect([exit, stderr]).toEqual([2, expect.stringContaining('refused with status 403. [attest.service]')]);
  });

  const echo = (body: string) => ({ statusCode: 400, response: body });
  test.each<[string, readonly string[], Record<string, string>, string]>([
    ['without a token', [], {}, 'attest.no-token'],
    ['with a token that is none', [], { SIGSTORE_ID_TOKEN: 'secret-token' }, 'attest.token'],
    [
      'with a mail address that is not verified',
      [],
      { SIGSTORE_ID_TOKEN: unsignedToken({ email: 'a@b.c' }) },
      'attest.token',
    ],
    ['with a token without a subject', [], { SIGSTORE_ID_TOKEN: unsignedToken({ iss: 'x' }) }, 'attest.token'],
    [
      'with an authority that repeats the token',
      ['/api/v2/signingCert'],
      { SIGSTORE_ID_TOKEN: TOKEN },
      'attest.service',
    ],
    ['without a timestamp', ['/api/v1/timestamp'], { SIGSTORE_ID_TOKEN: TOKEN }, 'attest.service'],
    ['without the log', ['/api/v2/log/entries'], { SIGSTORE_ID_TOKEN: TOKEN }, 'attest.service'],
  ])('fails %s, and prints no token', async (_, broken, env, code) => {
    for (const service of broken) services.instead.set(service, echo);
    const { exit, stdout, stderr } = await toolmark(attest(...own()), env);
    expect([exit, stdout, stderr]).toEqual([2, '', expect.stringContaining(`[${code}]`)]);
    for (const secret of Object.values(env)) expect(stderr).not.toContain(secret);
    expect(existsSync(at('b.json'))).toBe(false);
  });

  test('refuses a certificate for another key', async () => {
    const { certificate } = await services.sigstore.issue();
    const certificates = [Buffer.from(toPem(certificate)).toString()];
    const response = JSON.stringify({ signedCertificateEmbeddedSct: { chain: { certificates } } });
    services.instead.set('/api/v2/signingCert', () => ({ statusCode: 201, response }));
    const { stderr } = await toolmark(attest(...own()), { SIGSTORE_ID_TOKEN: TOKEN });
    expect(stderr).toContain('[attest.service]');
  });

  test.each([
    ['a redirect', { statusCode: 302, response: '' }],
    ['no JSON', { statusCode: 200, response: '<html>' }],
    ['another answer', { statusCode: 200, response: '{}' }],
    ['too much', { statusCode: 200, response: 'x'.repeat(2 * 1024 * 1024) }],
  ])('fails when the authority answers with %s', async (_, answer) => {
    services.instead.set('/api/v2/signingCert', () => answer);
    const { exit, stderr } = await toolmark(attest(...own()), { SIGSTORE_ID_TOKEN: TOKEN });
    expect([exit, stderr]).toEqual([2, expect.stringContaining('[attest.service]')]);
  });
});

describe('attest refuses', () => {
  test.each<[string, readonly string[], string]>([
    ['no signer', HONEST, 'attest.signer'],
    ['two signers', ['--key', 'a', '--keyless', ...HONEST], 'attest.signer'],
    ['a certificate without its key', ['--keyless', '--cert', 'a', ...HONEST], 'attest.signer'],
    ['a token with a key', ['--key', 'a', '--identity-token', 'a', ...HONEST], 'attest.signer'],
    ['a log without an authority', ['--keyless', '--rekor', 'https://log.example', ...HONEST], 'attest.no-service'],
    [
      'services without TLS',
      ['--keyless', '--fulcio', 'http://ca.example', '--tsa', 'http://ca.example', ...HONEST],
      'attest.no-service',
    ],
    ['a package and an address', ['--key', 'a', '--package', 'x', '--url', 'https://mcp.example'], 'usage.two-sources'],
    [
      'a package for a command that starts one',
      ['--key', 'a', '--package', 'x', '--', 'npx', 'y'],
      'attest.other-package',
    ],
    ['code that has no name', ['--key', 'a', '--', 'sh', '-c', 'node server.js'], 'attest.not-pinned'],
    ['a bundle for the inside of nothing', ['--key', 'a', '--inside', ...HONEST], 'attest.not-pinned'],
    ['an option in place of a package', ['--key', 'a', '--package', '--call', ...HONEST], 'attest.not-pinned'],
  ])('%s', async (_, args, code) => {
    const { exit, stderr } = await toolmark(['attest', ...args]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`[${code}]`)]);
  });
});

describe('attest verify refuses', () => {
  test.each<[string, readonly string[], string]>([
    ['an identity without a trusted root', ['--identity', 'https://a', 'b'], 'usage.no-trusted-root'],
    ['half an identity', ['--identity', 'https://a', '--trusted-root', 'b.json'], 'usage.identity'],
    ['two kinds of trust', ['--trust', 'a', '--public-key', 'b'], 'usage.conflicting-option'],
    ['a file without a key', ['--public-key', 'b.json'], 'key.malformed'],
  ])('%s', async (_, args, code) => {
    writeFileSync(at('b.json'), '{}');
    const { exit, stderr } = await toolmark(['attest', 'verify', 'b.json', ...args]);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`[${code}]`)]);
  });
});
