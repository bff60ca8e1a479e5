import { ToolmarkError } from '@toolmark/core';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { type Client, type ClientOptions, createClient } from './index.ts';
import { readBody } from './read-body.ts';

const URL_OF_ONE = 'https://registry.example';

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** A client whose registry gives these answers, one after another, and what was sent to it. */
function clientOf(answers: readonly (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const left = [...answers];
  const client = createClient({
    url: URL_OF_ONE,
    ...options,
    fetch: async (url, { method, headers, body }) => {
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : undefined;
      sent.push({ url: url.href, method, headers: headers as Record<string, string>, body: text });
      const answer = left.shift() ?? new Error('unexpected request');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { client, sent };
}

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ToolmarkError) return error.code;
    throw error;
  }
  return 'nothing was refused';
}

const ME = { id: 'ada', permissions: ['publish'] };

describe('where a token goes', () => {
  test.each([
    ['http://registry.example', 'registry.insecure'],
    ['http://127.0.0.1.evil.example', 'registry.insecure'],
    ['http://localhost.evil.example', 'registry.insecure'],
    ['http://10.0.0.7:8484', 'registry.insecure'],
    ['ftp://registry.example', 'registry.bad-address'],
    ['https://ada:secret@registry.example', 'registry.bad-address'],
    ['https://registry.example/?q=1', 'registry.bad-address'],
    ['registry.example', 'registry.bad-address'],
    ['', 'registry.bad-address'],
  ])('never to %j', async (url, code) => {
    expect(await codeOf(() => createClient({ url, token: 'tmk_secret' }))).toBe(code);
  });

  test.each(['https://registry.example/below', 'http://127.0.0.1:8484', 'http://localhost:1', 'http://[::1]:8484'])(
    'to %s',
    async url => {
      const { client, sent } = clientOf([Response.json(ME)], { url, token: 'tmk_secret' });
      expect(await client.me()).toEqual(ME);
      expect(sent[0]?.headers.authorization).toBe('Bearer tmk_secret');
      expect(sent[0]?.url).toBe(`${url}/api/v1/me`);
    },
  );

  test.each(['', 'two words', 'line\nfeed', 'ü', 'x'.repeat(257)])('refuses %j as a token', async token => {
    expect(await codeOf(() => createClient({ url: URL_OF_ONE, token }))).toBe('registry.bad-token');
  });

  test('[client.token] not with a redirect to another place, which is not followed', async () => {
    const away = new Response(null, { status: 302, headers: { location: 'https://evil.example/api/v1/me' } });
    const { client, sent } = clientOf([away, Response.json(ME)], { token: 'tmk_secret' });
    expect(await codeOf(() => client.me())).toBe('registry.redirected');
    expect(sent).toHaveLength(1);
  });
});

describe('redirects', () => {
  const to = (location: string, status = 308) => new Response(null, { status, headers: { location } });

  test('inside the registry are followed when something is read', async () => {
    const { client, sent } = clientOf([to('/moved/me'), Response.json(ME)]);
    expect(await client.me()).toEqual(ME);
    expect(sent[1]?.url).toBe('https://registry.example/moved/me');
  });

  test('do not repeat what changes something', async () => {
    const { client } = clientOf([to('/elsewhere')]);
    expect(await codeOf(() => client.publish(new Uint8Array([1])))).toBe('registry.redirected');
  });

  test.each([
    ['another host', 'https://evil.example/'],
    ['another host without a scheme', '//evil.example/'],
    ['another port', 'https://registry.example:8443/'],
    ['no encryption', 'http://registry.example/'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:application/json,{}'],
    ['a blob of the same origin', 'blob:https://registry.example/1'],
    ['no address', 'http://['],
    ['nowhere', ''],
  ])('to %s are not followed', async (_, location) => {
    const { client, sent } = clientOf([to(location), Response.json(ME)], { token: 'tmk_secret' });
    expect(await codeOf(() => client.me())).toBe('registry.redirected');
    expect(sent).toHaveLength(1);
  });

  test('without a place are not followed', async () => {
    const { client, sent } = clientOf([new Response(null, { status: 302 }), Response.json(ME)]);
    expect(await codeOf(() => client.me())).toBe('registry.redirected');
    expect(sent).toHaveLength(1);
  });

  test('in a circle end', async () => {
    const { client } = clientOf([to('/a'), to('/b'), to('/a'), to('/b'), to('/a')]);
    expect(await codeOf(() => client.me())).toBe('registry.redirected');
  });
});

describe('what a registry answers', () => {
  test.each<[string, Response | Error, string]>([
    ['nothing at all', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), 'registry.unreachable'],
    ['nothing in time', new DOMException('too late', 'TimeoutError'), 'registry.unreachable'],
    ['a web page', new Response('<html>', { status: 200 }), 'registry.bad-answer'],
    ['a page of errors', new Response('<html>', { status: 502 }), 'registry.failed'],
    ['two readings', new Response('{"id":"a","id":"b","permissions":[]}'), 'registry.bad-answer'],
    ['another shape', Response.json({ id: 7, permissions: [] }), 'registry.bad-answer'],
    ['a list', Response.json([ME]), 'registry.bad-answer'],
    ['too much', new Response('x'.repeat(5 * 1024 * 1024)), 'registry.bad-answer'],
    ['a code that is none', Response.json({ code: 'No\u001b[2J', title: 'x' }, { status: 400 }), 'registry.failed'],
    ['a problem', Response.json({ code: 'auth.invalid', title: 'No.' }, { status: 401 }), 'auth.invalid'],
  ])('%s', async (_, answer, code) => {
    const { client } = clientOf([answer]);
    expect(await codeOf(() => client.me())).toBe(code);
  });

  test('a problem keeps its code and findings, and its words cannot steer a terminal', async () => {
    const finding = { code: 'schema.pattern', severity: 'error', pointer: '/tool', message: 'No.' };
    const evil = { ...finding, code: '\u001b[2J', pointer: '\u202e', message: '\u009b'.repeat(1_000_000) };
    const findings = [finding, 7, evil];
    const problem = { code: 'publish.invalid', title: 'Mend\u001b[2J it.', pointer: '/tool', findings };
    const { client } = clientOf([Response.json(problem, { status: 422 })]);
    const error = await client.publish(new Uint8Array()).catch(reason => reason);
    const shown = { code: '\\u{1b}[2J', severity: 'error', pointer: '\\u{202e}', message: '\\u{9b}'.repeat(4_000) };
    expect(error).toMatchObject({ code: 'publish.invalid', pointer: '/tool', findings: [finding, shown] });
    expect(error.message).not.toContain('\u001b');
  });
});

describe('the body of an answer', () => {
  /** A stream of single bytes in one reused buffer: keeping the chunks instead of copying them would fail. */
  const dripping = (count: number) => {
    const buffer = new Uint8Array(1);
    let given = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (given === count) return controller.close();
      buffer[0] = given++ % 256;
      controller.enqueue(buffer);
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };

  test('costs as much memory as it has bytes, however small its pieces are', async () => {
    const body = await readBody(dripping(3_000), 3_000);
    expect(body).toEqual(Uint8Array.from({ length: 3_000 }, (_, n) => n % 256));
  });

  test('ends at the limit', async () => {
    await expect(readBody(dripping(3_001), 3_000)).rejects.toMatchObject({ code: 'registry.bad-answer' });
  });
});

describe('what is sent', () => {
  test.each(['', '.', '..', '\ud800'])('%j leads to no other path', async name => {
    const { client, sent } = clientOf([]);
    expect(await codeOf(() => client.getTool(name))).toBe('registry.bad-name');
    expect(sent).toEqual([]);
  });

  test('a name stays one part of the path, whatever is in it', async () => {
    const { client, sent } = clientOf([]);
    await codeOf(() => client.getTool('a/../b?c#d%2e', '1.0.0'));
    expect(sent[0]?.url).toBe('https://registry.example/api/v1/tools/a%2F..%2Fb%3Fc%23d%252e/versions/1.0.0');
  });

  test('a document goes as its bytes, and options as parameters', async () => {
    const { client, sent } = clientOf([]);
    await codeOf(() => client.publish(new TextEncoder().encode('{ }'), { visibility: 'private', dryRun: true }));
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://registry.example/api/v1/tools?visibility=private&dry_run=true',
      body: '{ }',
    });
  });

  test('filters repeat, and what is not asked for is not sent', async () => {
    const { client, sent } = clientOf([Response.json({ tools: [] })]);
    await client.search({ q: 'a b', capabilities: ['read_file', 'write_file'], readOnly: false, limit: undefined });
    expect(sent[0]?.url).toBe(
      'https://registry.example/api/v1/tools?q=a+b&capability=read_file&capability=write_file&read_only=false',
    );
  });

  test('feedback, reviews and decisions have the paths and members of the contract', async () => {
    const names = { tool: 't', version: null, cause: 'incident', severity: 'high' };
    const review = { id: 7, ...names, summary: 's', status: 'open' };
    const { client, sent } = clientOf([
      Response.json({ outcome: 'new', version: '1.0.0' }),
      Response.json({ reviews: [review], nextCursor: '3' }),
      Response.json({ status: 'confirmed', advisory: 'TM-1' }),
    ]);
    await client.feedback('t', { type: 'positive_usage', version: '1.0.0' });
    expect((await client.reviews({ status: 'open', limit: 5 })).reviews).toEqual([review]);
    await client.decideReview(7, { decision: 'confirm', reason: 'seen' });
    expect(sent.map(({ method, url, body }) => [method, url.slice(URL_OF_ONE.length), body])).toEqual([
      ['POST', '/api/v1/tools/t/feedback', '{"type":"positive_usage","version":"1.0.0"}'],
      ['GET', '/api/v1/reviews?status=open&limit=5', undefined],
      ['POST', '/api/v1/reviews/7', '{"decision":"confirm","reason":"seen"}'],
    ]);
  });
});

describe('trusted publishers and attestations', () => {
  const trusted = {
    ...{ id: 'tp_1', publisher: 'ada', namespace: 'io.github.ada/*', issuer: 'https://token.ci.example' },
    ...{ claims: { repository: 'ada/notes' }, createdAt: '2026-11-15T12:00:00Z', pinned: null },
  };
  const facts = {
    ...{ digest: 'sha256:1', surfaceDigest: 'sha256:2', outcome: 'trusted', name: 'a.b/c', version: '1.0.0' },
    ...{ signer: { kind: 'key', publicKeyDigest: 'sha256:3' }, subjects: [], addedAt: '2026-11-15T12:00:00Z' },
  };
  const exchanged = { registry_token: 'tmk_x', expires_at: 1, publisher: 'ada', namespaces: ['a/*'] };
  const page = { attestations: [{ ...facts, bundle: {} }] };

  test('have the paths and members of the contract', async () => {
    const { client, sent } = clientOf([
      Response.json(trusted),
      Response.json({ trustedPublishers: [trusted] }),
      Response.json({ ok: true }),
      Response.json(exchanged),
      Response.json(facts),
      Response.json(page),
      Response.json(page),
    ]);
    const { namespace, issuer, claims } = trusted;
    expect(await client.addTrustedPublisher({ namespace, issuer, claims })).toEqual(trusted);
    expect(await client.listTrustedPublishers('ada')).toEqual([trusted]);
    await client.removeTrustedPublisher('tp_1');
    const token = await client.exchangeIdToken('a.b.c', 'ada');
    expect(token).toEqual({ token: 'tmk_x', expiresAt: 1, publisher: 'ada', namespaces: ['a/*'] });
    expect(await client.addAttestation('a.b/c', '1.0.0', new TextEncoder().encode('{ }'))).toEqual(facts);
    expect(await client.listAttestations('a.b/c')).toEqual(page);
    expect(await client.findAttestations({ package: 'pkg:npm/%40a/b@1' })).toEqual(page);
    expect(sent.map(({ method, url, body }) => [method, url.slice(URL_OF_ONE.length), body])).toEqual([
      ['PUT', '/api/v1/trusted-publishers', JSON.stringify({ namespace, issuer, claims })],
      ['GET', '/api/v1/trusted-publishers?publisher=ada', undefined],
      ['DELETE', '/api/v1/trusted-publishers/tp_1', undefined],
      ['POST', '/v0.1/auth/oidc', '{"oidc_token":"a.b.c","publisher":"ada"}'],
      ['PUT', '/v0.1/servers/a.b%2Fc/versions/1.0.0/attestations', '{ }'],
      ['GET', '/v0.1/servers/a.b%2Fc/versions/latest/attestations', undefined],
      ['GET', '/api/v1/attestations?package=pkg%3Anpm%2F%2540a%2Fb%401', undefined],
    ]);
  });

  test.each<[title: string, answer: unknown, ask: (client: Client) => Promise<unknown>]>([
    [
      'a trusted publisher without a repository',
      { ...trusted, claims: {} },
      client => client.addTrustedPublisher(trusted),
    ],
    ['a list without trusted publishers', {}, client => client.listTrustedPublishers()],
    ['an exchange without a token', { ...exchanged, registry_token: 1 }, client => client.exchangeIdToken('a.b.c')],
    ['namespaces that are not texts', { ...exchanged, namespaces: [1] }, client => client.exchangeIdToken('a.b.c')],
    ['an attestation without a signer', { ...facts, signer: {} }, client => client.listAttestations('a.b/c')],
    ['a bundle that is a text', { attestations: [{ ...facts, bundle: 'x' }] }, client => client.findAttestations({})],
  ])('%s is refused', async (_, answer, ask) => {
    const { client } = clientOf([Response.json(answer)]);
    expect(await codeOf(() => ask(client))).toBe('registry.bad-answer');
  });

  test('[client.token] an identity token is not sent in plain text', async () => {
    const { client, sent } = clientOf([Response.json(exchanged)], { url: 'http://registry.example' });
    expect(await codeOf(() => client.exchangeIdToken('a.b.c'))).toBe('registry.insecure');
    expect(sent).toEqual([]);
  });

  test('a bundle with another digest is refused', async () => {
    const digest = `sha256:${'44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'}`;
    const { client } = clientOf([new Response('{}'), new Response('{ }')]);
    expect(new TextDecoder().decode(await client.getAttestation(digest))).toBe('{}');
    expect(await codeOf(() => client.getAttestation(digest))).toBe('registry.bad-answer');
  });
});

describe('all pages of a search', () => {
  const found = (name: string) => ({
    ...{ name, version: '1.0.0', summary: '', publisher: 'ada', status: 'active', riskLevel: 'low', readOnly: true },
    ...{ score: 0.5, downloads: 0, digest: 'sha256:', toolDigest: 'sha256:' },
    ...{ verification: { outcome: 'trusted' }, advisories: [] },
  });
  const page = (name: string, nextCursor?: string) => Response.json({ tools: [found(name)], nextCursor });

  test('come one after another', async () => {
    const { client, sent } = clientOf([page('a', 'x'), page('b')]);
    const names: string[] = [];
    for await (const { name } of client.searchAll({ q: 'w' })) names.push(name);
    expect(names).toEqual(['a', 'b']);
    expect(sent[1]?.url).toContain('cursor=x');
  });

  const ENDLESS = 1_000;
  const servers = (names: readonly string[], nextCursor: string) =>
    Response.json({
      servers: names.map(name => ({ server: { name, description: '', version: '1.0.0' } })),
      metadata: { nextCursor },
    });

  describe.each<[string, (client: Client) => AsyncIterable<unknown>, (isEmpty: boolean, cursor: string) => Response]>([
    [
      'tools',
      client => client.searchAll(),
      (isEmpty, cursor) => (isEmpty ? Response.json({ tools: [], nextCursor: cursor }) : page('a', cursor)),
    ],
    ['servers', client => client.listServers(), (isEmpty, cursor) => servers(isEmpty ? [] : ['a'], cursor)],
  ])('of %s end', (_, all, pageOf) => {
    test.each<[string, boolean, (n: number) => number]>([
      ['when the registry stays where it is', false, () => 1],
      ['when it leads in a circle', false, n => n % 2],
      ['when it leads in a wide circle', false, n => n % 50],
      ['when it leads into a circle', false, n => (n < 30 ? n : 30 + (n % 7))],
      ['when nothing comes any more', true, n => n],
    ])('%s', async (_title, isEmpty, cursorOf) => {
      const answers = Array.from({ length: ENDLESS }, (_, n) => pageOf(isEmpty, `c${cursorOf(n)}`));
      const { client, sent } = clientOf(answers);
      const readAll = async () => {
        for await (const one of all(client)) expect(one).toBeDefined();
      };
      expect(await codeOf(readAll)).toBe('registry.bad-answer');
      expect(sent.length).toBeLessThan(ENDLESS / 4);
    });

    test('not before the last, however many there are', async () => {
      const left = Array.from({ length: 300 }, (_, n) => pageOf(n % 3 === 1, n === 299 ? '' : `c${n}`));
      const { client } = clientOf(left);
      let count = 0;
      for await (const one of all(client)) count += one === undefined ? 0 : 1;
      expect(count).toBe(200);
    });
  });
});

describe('the versions of a tool', () => {
  const facts = (version: string) => ({
    ...{ version, status: 'active', reason: null, digest: 'd', toolDigest: 't', publisher: 'ada' },
    ...{ publishedAt: '2026-11-16T00:00:00Z', downloads: 0 },
  });
  const page = (version: string, nextCursor?: string) => Response.json({ versions: [facts(version)], nextCursor });

  test('are gathered from all pages', async () => {
    const { client, sent } = clientOf([page('2.0.0', '7'), page('1.0.0')]);
    expect((await client.listVersions('x')).map(({ version }) => version)).toEqual(['2.0.0', '1.0.0']);
    expect(sent.map(({ url }) => url.slice(URL_OF_ONE.length))).toEqual([
      '/api/v1/tools/x/versions',
      '/api/v1/tools/x/versions?cursor=7',
    ]);
  });

  test('end when they fill the memory', async () => {
    const { client, sent } = clientOf(Array.from({ length: 9 }, (_, n) => page('1'.repeat(5_000_000), String(n))));
    expect(await codeOf(() => client.listVersions('x'))).toBe('registry.bad-answer');
    expect(sent).toHaveLength(1);
  });

  test('end when the registry never does', async () => {
    const { client, sent } = clientOf(Array.from({ length: 200 }, (_, n) => page('1.0.0', String(n % 2))));
    expect(await codeOf(() => client.listVersions('x'))).toBe('registry.bad-answer');
    expect(sent).toHaveLength(100);
  });
});

test('a browser can have it: nothing of Node is in the bundle', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { createClient } from './index.ts'`, resolveDir: import.meta.dirname },
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', conditions: ['toolmark-source'] },
    external: ['node:*'],
  });
  const text = outputFiles[0]?.text ?? '';
  expect(text).toContain('createClient');
  expect(text).not.toMatch(/from\s*"node:|import\s*"node:|\bBuffer\b|process\./);
});
