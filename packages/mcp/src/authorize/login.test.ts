import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ToolmarkError } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeAuthorizationServer,
  type FakeProtectedServer,
  sendJson,
  serveAuthorization,
  serveProtected,
  visit,
} from '../../../../test/fakes/fake-authorization.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { type Login, type LoginOptions, login } from './login.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
let folder: string;
let issuer: FakeAuthorizationServer;
let server: FakeProtectedServer;

beforeEach(async () => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'toolmark-login-')), 'servers');
  issuer = await serveAuthorization();
  server = await serveProtected(issuer);
});

afterEach(() => {
  issuer.close();
  server.close();
  rmSync(path.dirname(folder), { recursive: true });
});

type Options = Partial<LoginOptions> & { readonly onVisit?: (address: string) => unknown };

function logIn({ onVisit = visit, ...options }: Options = {}): Promise<Login> {
  return new Promise((resolve, reject) => {
    // A browser that fails must not leave the test waiting for it.
    const onAddress = (address: string): void => void Promise.resolve(onVisit(address)).catch(reject);
    login(server.url, { folder, now: () => NOW, timeoutMs: 60_000, onAddress, ...options }).then(resolve, reject);
  });
}

const refusal = (options: Options = {}): Promise<ToolmarkError> => rejectionOf(logIn(options));

/** The browser comes back with parameters that were changed on the way. */
function comeBack(change: (params: URLSearchParams) => void): (address: string) => Promise<Response> {
  return async address => {
    const { headers } = await fetch(address, { redirect: 'manual' });
    const back = new URL(headers.get('location') ?? '');
    change(back.searchParams);
    return fetch(back);
  };
}

function stored(): Record<string, unknown> {
  const [name = ''] = readdirSync(folder);
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
}

describe('login', () => {
  test('stores the tokens of a server in a file for the user alone', async () => {
    const done = await logIn();
    expect(done).toMatchObject({ server: server.url, issuer: issuer.origin, file: expect.stringContaining(folder) });
    expect(stored()).toMatchObject({
      version: 1,
      server: server.url,
      issuer: issuer.origin,
      resource: server.url,
      tokenEndpoint: `${issuer.origin}/token`,
      revocationEndpoint: `${issuer.origin}/revoke`,
      client: { authMethod: 'none' },
      accessToken: expect.stringMatching(/^access-/),
      refreshToken: expect.stringMatching(/^refresh-/),
      expiresAt: '2026-11-18T13:00:00.000Z',
    });
    expect([statSync(done.file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test('sends PKCE, state and the resource, and registers its own loopback address', async () => {
    await logIn();
    const query = issuer.asked.find(({ path: asked }) => asked === '/authorize')?.query;
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: server.url,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(issuer.granted('authorization_code')[0]?.get('resource')).toBe(server.url);
    const registered = JSON.parse(issuer.asked.find(({ path: asked }) => asked === '/register')?.body ?? '');
    expect(registered.redirect_uris).toEqual([query?.get('redirect_uri')]);
    expect(query?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  });

  test('asks for the scopes of the challenge, of the resource, or those that are given', async () => {
    server.metadata.scopes_supported = ['read', 'write'];
    issuer.metadata.scopes_supported = ['read', 'offline_access'];
    await logIn();
    await logIn({ scope: 'pay' });
    const scopes = issuer.asked
      .filter(({ path: asked }) => asked === '/authorize')
      .map(({ query }) => query.get('scope'));
    expect(scopes).toEqual(['read write offline_access', 'pay']);
  });

  test('uses a given client without registering one', async () => {
    const given = refusal({
      client: { id: 'https://app.example/client.json' },
      onVisit: address => fetch(address),
      timeoutMs: 1_000,
    });
    expect((await given).code).toBe('authorization.timeout');
    const asked = issuer.asked.map(({ path: name }) => name);
    expect(asked).toContain('/authorize');
    expect(asked).not.toContain('/register');
  });

  test('asks the origin of a server that has no resource metadata', async () => {
    server.instead.set('/.well-known/oauth-protected-resource/mcp', (_, response) => response.writeHead(404).end());
    expect((await refusal()).code).toBe('authorization.not-offered');
    expect(server.asked.map(({ path: asked }) => asked)).toContain('/.well-known/oauth-authorization-server');
  });

  test('shows nothing of the answer on the page', async () => {
    let page = '';
    await logIn({
      onVisit: async address => {
        const response = await visit(`${address}&extra=<script>`);
        page = await response.text();
        expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
      },
    });
    expect(page).toContain('Return to the terminal');
    expect(page).not.toMatch(/code-|script/);
  });
});

describe('[login.state] a login that is not what was begun is refused', () => {
  const secrets = /access-|refresh-|code-|[\w-]{43}/;

  test.each<[string, string, (params: URLSearchParams) => void]>([
    ['another state', 'authorization.wrong-state', params => params.set('state', 'A'.repeat(43))],
    ['no state', 'authorization.wrong-state', params => params.delete('state')],
    ['the state twice', 'authorization.wrong-state', params => params.append('state', params.get('state') ?? '')],
    ['another issuer', 'authorization.wrong-issuer', params => params.set('iss', 'https://evil.example')],
    ['no issuer where it is promised', 'authorization.wrong-issuer', params => params.delete('iss')],
    ['the issuer twice', 'authorization.wrong-issuer', params => params.append('iss', params.get('iss') ?? '')],
    ['an error', 'authorization.denied', params => [params.delete('code'), params.set('error', 'access_denied')]],
    [
      'an error that steers terminals',
      'authorization.denied',
      params => [params.delete('code'), params.set('error', '\u001b[2J')],
    ],
    ['no code', 'authorization.denied', params => params.delete('code')],
    ['the code twice', 'authorization.denied', params => params.append('code', 'other')],
    ['another code', 'authorization.refused', params => params.set('code', 'code-of-another-login')],
  ])('%s: %s', async (_, code, change) => {
    const { code: found, message } = await refusal({ onVisit: comeBack(change) });
    expect(found).toBe(code);
    expect(message).not.toMatch(secrets);
    expect(message).not.toMatch(/[\u0000-\u001f]/);
    expect(readdirSync(path.dirname(folder))).toEqual([]);
  });

  test('a code counts once: the browser cannot bring a second one', async () => {
    const visits: Promise<unknown>[] = [];
    await logIn({
      onVisit: async address => {
        const { headers } = await fetch(address, { redirect: 'manual' });
        const back = headers.get('location') ?? '';
        await (await fetch(back)).text();
        visits.push(fetch(back).then(response => response.status));
      },
    });
    await Promise.allSettled(visits);
    expect(issuer.granted('authorization_code')).toHaveLength(1);
  });

  test.each([
    ['/callback/', 'GET'],
    ['/', 'GET'],
    ['/callback', 'POST'],
  ])('a request for %s by %s is none', async (place, method) => {
    const seen: number[] = [];
    await logIn({
      onVisit: async address => {
        const callback = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
        seen.push((await fetch(new URL(place, callback), { method })).status);
        await visit(address);
      },
    });
    expect(seen).toEqual([404]);
  });

  test('times out', async () => {
    expect((await refusal({ timeoutMs: 1, onVisit: () => undefined })).code).toBe('authorization.timeout');
  });
});

describe('refuses an authorization server with invalid responses', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['metadata of another issuer', 'authorization.wrong-issuer', { issuer: 'https://evil.example' }],
    ['no PKCE', 'authorization.not-offered', { code_challenge_methods_supported: null }],
    ['plain PKCE', 'authorization.not-offered', { code_challenge_methods_supported: ['plain'] }],
    ['no code flow', 'authorization.not-offered', { response_types_supported: ['token'] }],
    ['no registration', 'authorization.not-offered', { registration_endpoint: null }],
    ['a script to open', 'authorization.unreadable', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a file to open', 'authorization.insecure-address', { authorization_endpoint: 'file:///etc/passwd' }],
    ['a page without TLS', 'authorization.insecure-address', { authorization_endpoint: 'http://evil.example/a' }],
    ['tokens without TLS', 'authorization.insecure-address', { token_endpoint: 'http://evil.example/token' }],
    ['a token endpoint with a user', 'authorization.insecure-address', { token_endpoint: 'https://a:b@evil.example/' }],
    ['revocation without TLS', 'authorization.insecure-address', { revocation_endpoint: 'http://evil.example/r' }],
    ['registration without TLS', 'authorization.insecure-address', { registration_endpoint: 'http://evil.example/r' }],
    ['metadata that is none', 'authorization.unreadable', { token_endpoint: 7 }],
  ])('%s: %s', async (_, code, metadata) => {
    Object.assign(issuer.metadata, metadata);
    expect((await refusal()).code).toBe(code);
    expect(issuer.asked.map(({ path: asked }) => asked)).not.toContain('/authorize');
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['another resource of the origin', 'authorization.wrong-resource', { resource: 'ORIGIN/other' }],
    ['the resource of another origin', 'authorization.wrong-resource', { resource: 'https://bank.example/mcp' }],
    ['an issuer without TLS', 'authorization.insecure-address', { authorization_servers: ['http://evil.example'] }],
    ['metadata that is none', 'authorization.unreadable', { resource: 7 }],
  ])('resource metadata with %s: %s', async (_, code, metadata) => {
    const text = JSON.stringify(metadata).replace('ORIGIN', server.origin);
    Object.assign(server.metadata, JSON.parse(text));
    expect((await refusal()).code).toBe(code);
    expect(issuer.asked).toEqual([]);
  });

  test('resource metadata at another origin is not fetched', async () => {
    const challenge = `Bearer resource_metadata="${issuer.origin}/elsewhere"`;
    server.instead.set('/mcp', (_, response) => response.writeHead(401, { 'www-authenticate': challenge }).end());
    expect((await refusal()).code).toBe('authorization.foreign-metadata');
    expect(issuer.asked).toEqual([]);
  });

  test('a server that redirects is not logged in to', async () => {
    server.instead.set('/mcp', (_, response) => response.writeHead(307, { location: '/mcp/' }).end());
    const { code, message } = await refusal();
    expect([code, message]).toEqual(['authorization.unreadable', expect.stringContaining(`${server.url}/`)]);
  });

  const place = { metadata: '/.well-known/oauth-authorization-server', token: '/token', registration: '/register' };

  describe.each(Object.entries(place))('[login.addresses] at its %s endpoint', (_, asked) => {
    test.each<[string, string, (send: Parameters<Parameters<typeof issuer.instead.set>[1]>[1]) => void]>([
      ['garbage', 'authorization.unreadable', response => response.writeHead(200).end('<html>')],
      ['a key twice', 'authorization.unreadable', response => response.writeHead(200).end('{"a":1,"a":2}')],
      ['another shape', 'authorization.unreadable', response => sendJson(response, { ok: true })],
      ['a body without an end', 'authorization.unreadable', endless],
      [
        'a redirect to another origin',
        'authorization.unreadable',
        response => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      ],
      ['a redirect', 'authorization.unreadable', response => response.writeHead(307, { location: '/other' }).end()],
      ['status 500', 'authorization.unreachable', response => response.writeHead(500).end('access-of-another')],
      ['a broken connection', 'authorization.unreachable', response => response.destroy()],
    ])('%s: %s', async (_name, code, send) => {
      issuer.instead.set(asked, (_asked, response) => send(response));
      const { code: found, message } = await refusal();
      expect(found).toBe(code);
      expect(message).not.toContain('another');
      expect(issuer.asked.map(({ path: name }) => name)).not.toContain('/other');
    });
  });

  test.each<[string, string, object, number]>([
    [
      'an error that repeats the code',
      'authorization.refused',
      { error: 'invalid_grant', error_description: 'code-x is used' },
      400,
    ],
    ['a token of another type', 'authorization.unreadable', { access_token: 'a', token_type: 'mac' }, 200],
    [
      'a token that would be two headers',
      'authorization.unreadable',
      { access_token: 'a\r\nx: y', token_type: 'bearer' },
      200,
    ],
    ['no token', 'authorization.unreadable', { token_type: 'bearer' }, 200],
  ])('a token endpoint with %s: %s', async (_, code, body, status) => {
    issuer.instead.set('/token', (_asked, response) => sendJson(response, body, status));
    const { code: found, message } = await refusal();
    expect([found, message.includes('code-x')]).toEqual([code, false]);
    expect(readdirSync(path.dirname(folder))).toEqual([]);
  });

  test('a refused registration says how to go on', async () => {
    issuer.instead.set('/register', (_, response) => sendJson(response, { error: 'invalid_redirect_uri' }, 400));
    const { code, message } = await refusal();
    expect([code, message]).toEqual(['authorization.refused', expect.stringContaining('--client-id')]);
  });
});

describe('another issuer than before', () => {
  test('is refused with both, until it is named', async () => {
    await logIn();
    const before = stored();
    const other = await serveAuthorization();
    try {
      server.metadata.authorization_servers = [other.origin];
      const { code, message } = await refusal();
      expect(code).toBe('authorization.issuer-changed');
      for (const name of [issuer.origin, other.origin, '--issuer']) expect(message).toContain(name);
      expect(stored()).toEqual(before);
      expect((await logIn({ issuer: other.origin })).issuer).toBe(other.origin);
      expect((await refusal({ issuer: issuer.origin })).code).toBe('authorization.wrong-issuer');
    } finally {
      other.close();
    }
  });
});

function endless(response: {
  write(text: string): boolean;
  on(event: 'close', listener: () => void): unknown;
  destroyed: boolean;
}): void {
  let isOpen = true;
  response.on('close', () => {
    isOpen = false;
  });
  const more = (): void => {
    if (!isOpen) return;
    response.write(' '.repeat(64 * 1024));
    setImmediate(more);
  };
  more();
}
