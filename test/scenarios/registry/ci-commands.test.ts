import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../../packages/cli/src/main.ts';
import { attestImage } from '../../attested.ts';
import { sampleDocument } from '../../document.ts';
import { fakeIo } from '../../fake-io.ts';
import { CI_AUDIENCE, createCiIssuer } from '../../fakes/ci-issuer.ts';
import { createFakeSigstore, type FakeSigstore, type Message } from '../../fakes/sigstore.ts';
import { type Issued, issue, toPem } from '../../pki.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';
import { sampleServer } from '../../server-entry.ts';

const ci = createCiIssuer();
const WORKFLOW = 'owner/weather/.github/workflows/release.yml';
const SUBJECT = `https://github.com/${WORKFLOW}@refs/tags/v1.0.0`;
const CERTIFIED = { 12: 'https://github.com/owner/weather', 15: '1001', 17: '2002', 18: SUBJECT };
const IMAGE = 'ghcr.io/io.github.owner/weather';
const ADMIN = 'an-admin-token-for-the-commands-of-ci-jobs';
const REQUEST_TOKEN = 'the-request-token-of-the-job';

describe('the commands of CI jobs', () => {
  let folder: string;
  let url: string;
  let stop: () => Promise<number>;
  let service: TokenService;
  let sigstore: FakeSigstore;
  let owner: Issued;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-ci-'));
    sigstore = await createFakeSigstore();
    owner = await issue({ name: 'CN=owner', key: 'ed25519' });
    service = await startTokenService();
    write('issuers.json', JSON.stringify([{ issuer: ci.issuer, audience: CI_AUDIENCE, jwks: ci.keys }]));
    write('root.json', JSON.stringify(sigstore.root));
    write('owner.pem', toPem(owner.certificate));
    write('owner.key', owner.key.export({ type: 'pkcs8', format: 'pem' }) as string);
    const env = { TOOLMARK_OIDC_ISSUERS: 'issuers.json', TOOLMARK_TRUSTED_ROOT: 'root.json' };
    ({ url, stop } = await serve(env));
    expect(await toolmark('publisher owner --name Owner --cert owner.pem', asAdmin())).toMatchObject({ exit: 0 });
  });
  afterAll(async () => {
    expect(await stop()).toBe(0);
    service.server.close();
    rmSync(folder, { recursive: true });
  });

  /** `toolmark serve`, until it is stopped. */
  async function serve(env: Record<string, string>) {
    let end = () => {};
    const stopped = new Promise<void>(resolve => {
      end = resolve;
    });
    const said: string[] = [];
    const { io } = fakeIo({
      ...{ cwd: folder, env: { TOOLMARK_ADMIN_TOKEN: ADMIN, ...env }, now: new Date(), untilStopped: () => stopped },
      stderr: text => void said.push(text),
    });
    const exit = run(['serve', '--port', '0', '--empty', '--data', 'data', '--log-format', 'text'], io);
    const stop = () => {
      end();
      return exit;
    };
    const address = () => /listening on (http:[^\s"]+)/.exec(said.join(''))?.[1] ?? '';
    await vi.waitUntil(() => address() !== '', { timeout: 30_000 });
    return { url: address(), stop };
  }

  function write(name: string, content: string | Uint8Array): string {
    writeFileSync(path.join(folder, name), content);
    return name;
  }

  const asAdmin = () => ({ TOOLMARK_TOKEN: ADMIN });
  /** The variables of a job of GitHub Actions. */
  const asJob = () => ({
    ACTIONS_ID_TOKEN_REQUEST_URL: `${service.url}/token?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
  });

  async function toolmark(line: string, env: Record<string, string> = {}, input = ''): Promise<Outcome> {
    const own = { TOOLMARK_REGISTRY: url, XDG_CONFIG_HOME: path.join(folder, 'config'), ...env };
    const printed = await runToolmark(line.split(' '), { cwd: folder, env: own, home: folder, input, now: new Date() });
    // No identity token, request token or token of the registry is printed or stored by any of these commands.
    expect(printed.stdout + printed.stderr).not.toMatch(/eyJ|tmk_[a-z0-9]|the-request-token/i);
    expect(existsSync(path.join(folder, 'config'))).toBe(false);
    return printed;
  }

  /** About the image of the sample server. */
  const byCertificate = (text: string) => attestImage(owner, IMAGE, '1', text);

  async function byJob(text: string): Promise<string> {
    const { dsseEnvelope } = JSON.parse(new TextDecoder().decode(byCertificate(text)));
    const statement = JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString()) as Message;
    const job = await sigstore.issue({ subject: SUBJECT, issuer: ci.issuer, claims: CERTIFIED });
    return JSON.stringify(await sigstore.sign(statement, job));
  }

  const TRUST = ['publisher', 'owner', '--trust-ci', 'owner/weather', '--issuer', ci.issuer];
  const AUDIENCE = `--audience ${CI_AUDIENCE}`;

  test('an account trusts the jobs of one workflow, lists them and trusts them no more', async () => {
    const line = [...TRUST, '--namespace', 'other_*', '--workflow', 'release.yml', '--environment', 'release'].join(
      ' ',
    );
    const added = await toolmark(`${line} --format json`, asAdmin());
    const { trustedPublisher } = JSON.parse(added.stdout);
    const claims = { repository: 'owner/weather', workflow_ref: WORKFLOW, environment: 'release' };
    expect(trustedPublisher).toMatchObject({ publisher: 'owner', namespace: 'other_*', issuer: ci.issuer, claims });
    const again = await toolmark(line, asAdmin());
    const jobs = `other_*  ${WORKFLOW}, environment release  (${ci.issuer})`;
    expect(again.stdout).toBe(`owner  changed\ntrusts CI    ${trustedPublisher.id}  ${jobs}\n`);
    expect((await toolmark('publisher owner', asAdmin())).stdout).toContain(`${trustedPublisher.id}`);
    expect((await toolmark('publisher owner', asAdmin())).stdout).toContain(jobs);
    const removed = await toolmark(`publisher owner --untrust-ci ${trustedPublisher.id}`, asAdmin());
    expect(removed.stdout).toBe(`owner  changed\nrevoked      ${trustedPublisher.id}\n`);
    const account = await toolmark('publisher owner --format json', asAdmin());
    expect(JSON.parse(account.stdout).trustedPublishers).toEqual([]);
    const gone = await toolmark(`publisher owner --untrust-ci ${trustedPublisher.id}`, asAdmin());
    expect([gone.exit, gone.stdout]).toEqual([1, expect.stringContaining('[trusted-publisher.not-found]')]);
  });

  test('trust in an issuer that the operator does not accept is refused, and GitHub is the default', async () => {
    const line = 'publisher owner --trust-ci owner/weather --namespace weather_*';
    const refused = await toolmark(line, asAdmin());
    expect([refused.exit, refused.stdout]).toEqual([1, expect.stringContaining('[trusted-publisher.issuer]')]);
  });

  test('[registry.trusted-publishing] a job publishes a server and its attestation with the identity of the job alone', async () => {
    write('server.json', JSON.stringify(sampleServer()));
    write('bundle.json', await byJob('one'));
    const publishing = `publish server.json --attestation bundle.json --ci ${AUDIENCE}`;
    const stranger = await toolmark(publishing, asJob());
    expect([stranger.exit, stranger.stderr]).toEqual([2, expect.stringContaining('[oidc.no-publisher]')]);

    const trust = await toolmark([...TRUST, '--namespace', 'io.github.owner/*'].join(' '), asAdmin());
    expect([trust.exit, trust.stdout]).toEqual([0, expect.stringContaining('every workflow of owner/weather')]);
    expect(await toolmark(publishing, asJob())).toEqual({
      exit: 0,
      stdout: expect.stringMatching(
        /^io\.github\.owner\/weather 1\.0\.0 {2}published\nio\.github\.owner\/weather 1\.0\.0 {2}attested by https:\/\/github\.com\/owner\/weather\/\S+ \(\S+\)\nsha256:[0-9a-f]{64}\n$/,
      ),
      stderr: '',
    });
    // Nothing changes the second time, with the next token of the job.
    const again = await toolmark(`${publishing} --format json`, asJob());
    const { server, attestations } = JSON.parse(again.stdout);
    expect([again.exit, server.name, attestations.length]).toEqual([0, 'io.github.owner/weather', 1]);

    const shown = await toolmark('show io.github.owner/weather --tools');
    expect(shown.stdout).toContain('ATTESTED BY\n');
    expect(shown.stdout).toMatch(
      /^ {2}trusted {2}sha256:\w{64} {2}sha256:\w{64} {2}https:\/\/github\.com\/owner\/weather\/\S+ \(https:\/\/token\.ci\.example\)$/m,
    );
    expect((await toolmark('list --signed')).stdout).toContain('io.github.owner/weather');
  });

  test('[registry.attestations] bundles are added to a published server, and refused ones are exit 1 with the reason', async () => {
    write('unsigned.json', JSON.stringify(sampleServer({ version: '2.0.0' })));
    const publishing = await toolmark('publish unsigned.json', asAdmin());
    expect(publishing).toMatchObject({ exit: 0, stdout: 'io.github.owner/weather 2.0.0  published\n' });
    expect((await toolmark('list --signed')).stdout).toBe('');
    expect((await toolmark('show io.github.owner/weather --tools')).stdout).not.toContain('ATTESTED');

    write('by-job.json', await byJob('two'));
    const attesting = `publish io.github.owner/weather@2.0.0 --attestation by-job.json --ci ${AUDIENCE}`;
    const added = await toolmark(attesting, asJob());
    expect([added.exit, added.stderr]).toEqual([0, '']);
    expect(added.stdout).toMatch(/^io\.github\.owner\/weather 2\.0\.0 {2}attested by https:/);
    const json = JSON.parse((await toolmark(`${attesting} --format json`, asJob())).stdout);
    expect(json).toMatchObject({
      attestations: [{ version: '2.0.0', outcome: 'trusted', signer: { kind: 'identity' } }],
    });

    write('stranger.json', attestImage(await issue({ name: 'CN=mallory', key: 'ed25519' }), IMAGE, '1'));
    const refused = await toolmark(attesting.replace('by-job', 'stranger'), asJob());
    expect([refused.exit, refused.stdout]).toEqual([1, expect.stringContaining('[attestation.untrusted]')]);
    write('third.json', JSON.stringify(sampleServer({ version: '3.0.0' })));
    const half = await toolmark(`publish third.json --attestation stranger.json --ci ${AUDIENCE}`, asJob());
    expect(half.exit).toBe(1);
    expect(half.stderr).toBe('io.github.owner/weather 3.0.0 is published. Not all bundles are.\n');
    // A missing bundle is noticed before anything is published.
    write('fourth.json', JSON.stringify(sampleServer({ version: '4.0.0' })));
    const missing = await toolmark(`publish fourth.json --attestation none.json --ci ${AUDIENCE}`, asJob());
    expect([missing.exit, missing.stderr]).toEqual([2, expect.stringContaining('[input.unreadable]')]);
    expect((await toolmark('show io.github.owner/weather@4.0.0 --tools')).exit).toBe(1);
    expect((await toolmark(attesting.replace('2.0.0', '9.0.0'), asJob())).exit).toBe(1);
    const elsewhere = await toolmark(attesting.replace('io.github.owner', 'io.github.other'), asJob());
    expect(elsewhere.exit).toBe(1);
  });

  test('a signed document is published by a job, and found by a search for signed tools', async () => {
    const sample = sampleDocument();
    write('tool.json', JSON.stringify({ ...sample, tool: { ...(sample.tool as object), name: 'weather_today' } }));
    await toolmark([...TRUST, '--namespace', 'weather_*'].join(' '), asAdmin());
    const published = await toolmark(
      `publish tool.json --key owner.key --cert owner.pem --publisher owner --ci ${AUDIENCE}`,
      asJob(),
    );
    expect([published.exit, published.stderr]).toEqual([0, '']);
    expect(published.stdout).toContain('weather_today 2.3.1  published  as owner\n');
    const found = await toolmark('search today --signed --format json');
    expect(JSON.parse(found.stdout).tools).toMatchObject([{ name: 'weather_today' }]);
    const mixed = await toolmark('publish tool.json --attestation bundle.json', asAdmin());
    expect([mixed.exit, mixed.stderr]).toEqual([2, expect.stringContaining('[usage.attestation]')]);
  });

  test('outside of GitHub the token comes from a file or standard input, and is exchanged once', async () => {
    const token = ci.token();
    write('job.jwt', `${token}\n`);
    const line = `publish server.json --ci --identity-token`;
    expect(await toolmark(`${line} job.jwt`)).toMatchObject({ exit: 0 });
    const replayed = await toolmark(`${line} job.jwt`);
    expect([replayed.exit, replayed.stderr]).toEqual([2, expect.stringContaining('[oidc.replayed]')]);
    expect(await toolmark(`${line} -`, {}, ci.token())).toMatchObject({ exit: 0 });
    expect(readFileSync(path.join(folder, 'job.jwt'), 'utf8')).toBe(`${token}\n`);
  });

  test('the audience is the address of the registry, so that no other one can use the token', async () => {
    const asked = await toolmark('publish server.json --ci', asJob());
    expect([asked.exit, asked.stderr]).toEqual([2, expect.stringContaining('[oidc.audience]')]);
    expect(service.audiences.at(-1)).toBe(url);
    const before = service.audiences.length;
    const plain = await toolmark('publish server.json --ci --registry http://registry.example', asJob());
    expect([plain.exit, plain.stderr]).toEqual([2, expect.stringContaining('[registry.insecure]')]);
    expect(service.audiences.slice(before)).toEqual(['http://registry.example']);
  });

  test.each<[title: string, line: string, env: Record<string, string>, code: string]>([
    ['there is no token', 'publish server.json --ci', {}, 'ci.no-token'],
    ['the token is none', 'publish server.json --ci --identity-token server.json', {}, 'ci.token'],
    ['there is a stored token too', 'publish server.json --ci --token-file job.jwt', {}, 'usage.ci'],
    ['--ci is missing', 'publish server.json --audience x', {}, 'usage.ci'],
    ['the namespace is missing', 'publisher owner --trust-ci owner/weather', {}, 'usage.trust-ci'],
    ['the repository is missing', 'publisher owner --workflow release.yml', {}, 'usage.trust-ci'],
    [
      'the token service refuses',
      'publish server.json --ci',
      { ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'wrong' },
      'ci.no-token',
    ],
    [
      'the token service is in the open',
      'publish server.json --ci',
      { ACTIONS_ID_TOKEN_REQUEST_URL: 'http://tokens.example' },
      'ci.no-token',
    ],
  ])('nothing is sent if %s', async (_, line, env, code) => {
    const all = Object.keys(env).length === 0 ? {} : { ...asJob(), ...env };
    expect(await toolmark(line, all)).toMatchObject({
      ...{ exit: 2, stdout: '' },
      stderr: expect.stringContaining(`[${code}]`),
    });
  });

  test.each([
    ['TOOLMARK_OIDC_ISSUERS', undefined, 'input.unreadable'],
    ['TOOLMARK_OIDC_ISSUERS', 'not JSON', 'json.syntax'],
    ['TOOLMARK_OIDC_ISSUERS', '{}', 'serve.oidc-issuers'],
    ['TOOLMARK_TRUSTED_ROOT', undefined, 'input.unreadable'],
    ['TOOLMARK_TRUSTED_ROOT', '{}', 'trusted-root.malformed'],
  ])('the registry does not start if %s names a file with %s', async (variable, content, code) => {
    const file = content === undefined ? 'missing.json' : write('bad.json', content);
    const { exit, stderr } = await toolmark('serve --port 0 --data never', { [variable]: file });
    expect(exit).toBe(2);
    expect(stderr).toContain(`toolmark: The file named by ${variable} cannot be used. `);
    expect(stderr).toContain(`[${code}]`);
    expect(existsSync(path.join(folder, 'never'))).toBe(false);
  });
});

test('a registry that ignores the question for signed servers is not believed', async () => {
  const page = { servers: [{ server: sampleServer(), _meta: {} }], metadata: { count: 1 } };
  const server = createServer((_, response) => response.end(JSON.stringify(page))).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const env = { TOOLMARK_REGISTRY: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const listed = await runToolmark(['list', '--signed'], { cwd: import.meta.dirname, env });
  expect(listed).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining('[list.unknown-signatures]') });
});

interface TokenService {
  readonly server: Server;
  readonly url: string;
  /** What it was asked for. */
  readonly audiences: string[];
}

/** What gives a job of GitHub Actions its tokens. */
async function startTokenService(): Promise<TokenService> {
  const audiences: string[] = [];
  const server = createServer((request, response) => {
    const aud = new URL(request.url ?? '', 'http://x').searchParams.get('audience') ?? '';
    audiences.push(aud);
    const isJob = request.headers.authorization === `Bearer ${REQUEST_TOKEN}`;
    response.writeHead(isJob ? 200 : 401).end(JSON.stringify(isJob ? { value: ci.token({ aud }) } : {}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, audiences };
}
