import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeOciRegistry, type Handler, INDEX_TYPE } from '../../../../test/fakes/oci-registry.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import type { Context } from '../context.ts';
import type { Resolved } from '../ecosystem.ts';
import { oci } from './oci.ts';

const INDEX = JSON.stringify({ schemaVersion: 2, mediaType: INDEX_TYPE, manifests: [] });
const DIGEST = `sha256:${'a'.repeat(64)}` as const;
const LATEST = '/v2/weather/manifests/latest';

let registry: FakeOciRegistry;
let other: FakeOciRegistry;

beforeEach(async () => {
  registry = new FakeOciRegistry();
  other = new FakeOciRegistry();
  await registry.open();
  await other.open();
});

afterEach(async () => {
  await registry.close();
  await other.close();
});

const context = (changes: Partial<Context> = {}): Context => ({ store: '/nowhere', cwd: '/', env: {}, ...changes });

function resolve(image: string, changes: Partial<Context> = {}): Promise<Resolved> {
  return oci.resolve({ type: 'oci', runner: 'docker', image, at: 1 }, context(changes));
}

describe('a tag becomes the digest of its manifest', () => {
  test.each<[string, string]>([
    ['an index', INDEX_TYPE],
    ['an index of docker', 'application/vnd.docker.distribution.manifest.list.v2+json'],
    ['a manifest', 'application/vnd.oci.image.manifest.v1+json'],
    ['a manifest of docker', 'application/vnd.docker.distribution.manifest.v2+json'],
  ])('%s', async (_, type) => {
    const body = JSON.stringify({ schemaVersion: 2, mediaType: type });
    const integrity = registry.tag('mcp/weather', '1.2', { body, type });
    const name = `${registry.host}/mcp/weather`;
    expect((await resolve(`${name}:1.2`)).package).toEqual({
      type: 'oci',
      name,
      version: '1.2',
      integrity,
      purl: expect.stringContaining('pkg:oci/weather@sha256%3A'),
    });
  });

  test('without a type inside, and without a stated digest', async () => {
    const integrity = registry.tag('weather', 'latest', { body: '{"schemaVersion":2}', digest: null });
    expect((await resolve(`${registry.host}/weather`)).package).toMatchObject({ version: 'latest', integrity });
  });

  test('with an anonymous token to read the one repository', async () => {
    registry.requireToken('abc');
    const integrity = registry.tag('weather', 'latest', { body: INDEX });
    expect((await resolve(`${registry.host}/weather`)).package).toMatchObject({ integrity });
    expect(registry.asked).toEqual([
      `GET ${LATEST}`,
      'GET /token?service=fake&scope=repository%3Aweather%3Apull',
      `GET ${LATEST} Bearer abc`,
    ]);
  });

  test('over a redirect, whose target does not get the token', async () => {
    registry.requireToken('abc');
    const integrity = other.tag('moved', 'latest', { body: INDEX });
    registry.on(LATEST, (request, response) => {
      if (request.headers.authorization === undefined) challenge(`http://${registry.host}/token`)(request, response);
      else redirect(`http://${other.host}/v2/moved/manifests/latest`)(request, response);
    });
    expect((await resolve(`${registry.host}/weather`)).package).toMatchObject({ integrity });
    expect(other.asked).toEqual(['GET /v2/moved/manifests/latest']);
  });

  test('a digest in the name is taken without a request', async () => {
    expect((await resolve(`${registry.host}/weather:1@${DIGEST}`)).package).toMatchObject({
      version: '1',
      integrity: DIGEST,
    });
    expect(registry.asked).toEqual([]);
  });
});

describe('an answer is refused', () => {
  const manifest =
    (body: string | Uint8Array, rest: object = {}) =>
    () =>
      void registry.tag('weather', 'latest', { body, ...rest });
  const handler = (handle: Handler) => () => registry.on(LATEST, handle);

  test.each<[string, () => void, string]>([
    ['with other bytes than those of its digest', manifest(INDEX, { digest: DIGEST }), 'oci.digest-mismatch'],
    ['with a digest of another kind', manifest(INDEX, { digest: 'md5:00' }), 'oci.malformed'],
    ['of another type', manifest(INDEX, { type: 'text/html' }), 'oci.malformed'],
    [
      'of two types',
      manifest('{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json"}'),
      'oci.malformed',
    ],
    ['of version 1', manifest('{"schemaVersion":1}'), 'oci.malformed'],
    ['with two versions', manifest('{"schemaVersion":1,"schemaVersion":2}'), 'oci.malformed'],
    ['that is not JSON', manifest('<html>'), 'oci.malformed'],
    ['that is empty', manifest(''), 'oci.malformed'],
    ['that is too large', manifest(new Uint8Array(4 * 1024 * 1024 + 1)), 'oci.too-large'],
    ['for an unknown tag', () => {}, 'oci.not-found'],
    ['with 403', handler((_, response) => response.writeHead(403).end()), 'oci.unauthorized'],
    ['with 401 and no challenge', handler((_, response) => response.writeHead(401).end()), 'oci.unauthorized'],
    [
      'with 401 and Basic',
      handler((_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()),
      'oci.unauthorized',
    ],
    ['with 429', handler((_, response) => response.writeHead(429).end()), 'oci.rate-limited'],
    ['with 500', handler((_, response) => response.writeHead(500).end()), 'oci.failed'],
    [
      'that ends early',
      handler(
        (_, response) => void response.writeHead(200, { 'content-length': '9' }).write('1', () => response.destroy()),
      ),
      'oci.unreachable',
    ],
    ['that is a redirect to itself', handler(redirect('latest')), 'oci.redirected'],
    ['that is a redirect to a file', handler(redirect('file:///etc/passwd')), 'oci.redirected'],
    [
      'that is a redirect without HTTPS',
      handler(redirect('http://registry.example/v2/x/manifests/y')),
      'oci.redirected',
    ],
    ['that is a redirect with a password', handler(redirect('https://a:b@registry.example/')), 'oci.redirected'],
    ['that is a redirect to nowhere', handler(redirect('http://')), 'oci.redirected'],
    ['with a token service without HTTPS', handler(challenge('http://tokens.example/')), 'oci.bad-token-service'],
    ['with a token service that is a file', handler(challenge('file:///etc/passwd')), 'oci.bad-token-service'],
    ['with a token service that is not an address', handler(challenge('tokens')), 'oci.bad-token-service'],
  ])('%s', async (_, arrange, code) => {
    arrange();
    await expect(resolve(`${registry.host}/weather`)).rejects.toMatchObject({ code });
  });

  test.each<[string, Handler, string]>([
    ['that is not JSON', (_, response) => response.end('secret-token'), 'oci.bad-token-service'],
    [
      'with a token that would end the header',
      (_, response) => response.end('{"token":"a\\r\\nX-Secret: b"}'),
      'oci.bad-token-service',
    ],
    ['without a token', (_, response) => response.end('{}'), 'oci.bad-token-service'],
    ['that is a redirect', (request, response) => redirect('https://tokens.example/')(request, response), 'oci.failed'],
    ['that refuses', (_, response) => response.writeHead(403).end(), 'oci.unauthorized'],
    [
      'with a token that is not accepted',
      (_, response) => response.end('{"token":"secret-token"}'),
      'oci.unauthorized',
    ],
    ['that is too large', (_, response) => response.end(new Uint8Array(70_000)), 'oci.too-large'],
  ])('of a token service %s', async (_, handle, code) => {
    registry.requireToken('right');
    registry.on('/token', handle);
    registry.tag('weather', 'latest', { body: INDEX });
    const refusal = await resolve(`${registry.host}/weather`).catch(error => error);
    expect(refusal).toMatchObject({ code });
    expect(`${refusal.message} ${refusal.cause ?? ''}`).not.toContain('secret');
  });

  test('that does not come before the deadline', async () => {
    registry.on(LATEST, () => {});
    await expect(resolve(`${registry.host}/weather`, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'oci.timeout' });
  });

  test('that does not come before the caller cancels', async () => {
    const abort = new AbortController();
    registry.on(LATEST, () => abort.abort());
    const refusal = resolve(`${registry.host}/weather`, { signal: abort.signal });
    await expect(refusal).rejects.toMatchObject({ code: 'package.cancelled' });
  });

  test('of a registry that is not there', async () => {
    const { host } = registry;
    await registry.close();
    await expect(resolve(`${host}/weather`)).rejects.toMatchObject({ code: 'oci.unreachable' });
    await registry.open();
  });
});

describe.skipIf(process.platform === 'win32')('the program that starts it', () => {
  const start = async (command: string, env: Context['env']): Promise<string> => {
    const pinned = { type: 'oci', name: 'docker.io/mcp/weather', integrity: DIGEST, purl: '' } as const;
    const wanted = { type: 'oci', runner: 'docker', image: 'mcp/weather', at: 1 } as const;
    const launch = { command, args: ['run', 'mcp/weather'] };
    return (await oci.prepare(pinned, undefined, wanted, launch, context({ env }))).command;
  };

  test('is that of the user, and not one that the entry names', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'docker'), '', { mode: 0o755 });
    for (const command of ['docker', './docker', 'bin/docker', '/project/docker'])
      expect(await start(command, { PATH: folder })).toBe(path.join(folder, 'docker'));
  });

  test('is at the path of the entry only if the user has none, and never in the project', async () => {
    expect(await start('/opt/docker', { PATH: '/nowhere' })).toBe('/opt/docker');
    await expect(start('./docker', { PATH: '/nowhere' })).rejects.toMatchObject({ code: 'oci.bad-command' });
  });
});

describe('to start an image', () => {
  const pinned = {
    type: 'oci',
    name: 'docker.io/mcp/weather',
    version: '1',
    integrity: DIGEST,
    purl: 'pkg:oci/weather',
  } as const;
  const prepare = (args: readonly string[], image: string, lock: object = {}): Promise<object> =>
    oci.prepare(
      { ...pinned, ...lock },
      undefined,
      { type: 'oci', runner: 'docker', image, at: args.indexOf(image) },
      { command: 'docker', args },
      context(),
    );

  test.each<[string, string[], string]>([
    ['its tag is replaced', ['run', '-i', '--rm', 'mcp/weather:1', '--port', '1'], 'mcp/weather:1'],
    ['its digest is replaced', ['run', `mcp/weather@sha256:${'b'.repeat(64)}`], `mcp/weather@sha256:${'b'.repeat(64)}`],
    ['an option to pull stays, as the digest does', ['run', '--pull=always', 'mcp/weather'], 'mcp/weather'],
    ['an argument of the same name stays', ['run', 'mcp/weather', 'mcp/weather'], 'mcp/weather'],
  ])('%s', async (_, args, image) => {
    const expected = args.with(args.indexOf(image), `docker.io/mcp/weather@${DIGEST}`);
    expect(await prepare(args, image)).toEqual({ command: 'docker', args: expected });
  });

  test.each<[string, object]>([
    ['an option', { name: '--privileged' }],
    ['another digest', { name: `docker.io/mcp/weather@${DIGEST}` }],
    ['something else than a digest', { integrity: 'latest' }],
  ])('a lock with %s as its name is refused', async (_, lock) => {
    await expect(prepare(['run', 'mcp/weather'], 'mcp/weather', lock)).rejects.toMatchObject({ code: 'oci.bad-image' });
  });

  test('a command without the image is refused', async () => {
    const refused = oci.prepare(
      pinned,
      undefined,
      { type: 'oci', runner: 'docker', image: 'a', at: 7 },
      { command: 'docker', args: [] },
      context(),
    );
    await expect(refused).rejects.toMatchObject({ code: 'oci.bad-command' });
  });

  test.skipIf(process.platform === 'win32')('docker gets the pinned image', async () => {
    const program = path.join(temporaryFolder(), 'docker');
    writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$@"\n');
    chmodSync(program, 0o755);
    const launch = { command: program, args: ['run', '-i', 'mcp/weather:1', 'a b'] };
    const wanted = { type: 'oci', runner: 'docker', image: 'mcp/weather:1', at: 2 } as const;
    const { command, args } = await oci.prepare(pinned, undefined, wanted, launch, context());
    const printed = execFileSync(command, args, { encoding: 'utf8' });
    expect(printed).toBe(`run\n-i\ndocker.io/mcp/weather@${DIGEST}\na b\n`);
  });
});

function redirect(location: string): Handler {
  return (_, response) => response.writeHead(307, { location }).end();
}

function challenge(realm: string): Handler {
  return (_, response) => response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}"` }).end();
}
