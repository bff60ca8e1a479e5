import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { signDocument } from '../../../packages/core/src/index.ts';
import { sampleDocument } from '../../document.ts';
import { issue, issueAuthority, toPem } from '../../pki.ts';
import {
  describeDatabases,
  startRegistry,
  type TestPublisher,
  type TestRegistry,
  type TestResponse,
} from '../../registry.ts';
import { sampleServer } from '../../server-entry.ts';
import { rawRequest } from './raw-request.ts';
import { rowsIn } from './rows-of.ts';

const TOOLS = '/api/v1/tools';
const SERVER = 'io.github.owner/weather';

/** For tests of what clients get that still send: none of them may be cut off because the machine is busy. */
const PATIENT = { request: 600_000, drain: 600_000, drainIdle: 600_000 };

describeDatabases('who may do what', (start, kind) => {
  let registry: TestRegistry;
  let ada: TestPublisher;
  let bob: TestPublisher;
  const secrets: string[] = [];
  beforeAll(async () => {
    registry = await start({ rateLimits: { readsPerMinute: 1e6, writesPerMinute: 1e6, failuresPerMinute: 1e6 } });
    [ada, bob] = [await registry.createPublisher('ada'), await registry.createPublisher('bob')];
    await ada.publish({ name: 'open_invoices', version: '1.0.0' });
    secrets.push(registry.adminToken, ada.token, bob.token);
  });

  test('[registry.tokens] refuses wrong, expired, revoked and suspended tokens with the same error', async () => {
    const tokens = { wrong: `tmk_${'A'.repeat(43)}`, empty: '', ...(await deadTokens()) };
    secrets.push(...Object.values(tokens).filter(token => token !== ''));
    const before = await changes();
    const answers = new Set<string>();
    for (const [method, route] of await routes()) {
      for (const [why, token] of Object.entries(tokens)) {
        const response = await registry.request(method, route, { token, ...(method === 'get' ? {} : { body: {} }) });
        expect([why, method, route, response.status]).toEqual([why, method, route, 401]);
        answers.add(seen(response).body);
      }
    }
    expect(answers.size).toBe(1);
    expect(await changes()).toBe(before);
  });

  async function deadTokens() {
    const make = async (body: object) =>
      (await registry.admin.post('/api/v1/publishers/ada/tokens', { label: 'x', ...body })).json;
    const expired = await make({ expires_at: '2020-01-01T00:00:00Z' });
    const revoked = await make({});
    await ada.delete(`/api/v1/publishers/ada/tokens/${revoked.id}`);
    const eve = await registry.createPublisher('eve');
    await registry.admin.patch('/api/v1/publishers/eve', { status: 'suspended' });
    return { expired: expired.token as string, revoked: revoked.token as string, suspended: eve.token };
  }

  /** All that take a token; the others do not look at one, because clients send theirs wherever they ask. */
  async function routes(): Promise<[method: string, route: string][]> {
    const { paths } = (await registry.get('/openapi.json')).json;
    const operations = Object.entries(paths as Record<string, Record<string, { security: object[] }>>);
    return operations.flatMap(([route, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.some(one => 'token' in one))
        .map(([method]): [string, string] => [method, route.replace(/\{\w+\}/g, 'open_invoices')]),
    );
  }

  test.each([
    '/api/v1/me?as=admin',
    `${TOOLS}/open_invoices?version=1.0.0`,
    `${TOOLS}/open_invoices/versions/1.0.0/document?x`,
    '/api/v1/advisories?since=1',
  ])('refuses the unknown parameter in %s', async target => {
    const { status, json } = await registry.admin.get(target);
    expect([status, json.code]).toEqual([400, 'request.malformed']);
  });

  test.each([
    ['short', 'x'.repeat(31)],
    ['long', 'x'.repeat(257)],
    ['blank', ' '.repeat(40)],
  ])('an admin token that is too %s is refused before anything is made', async (_, adminToken) => {
    await expect(start({ adminToken })).rejects.toMatchObject({ code: 'admin.unusable-token' });
  });

  /** How many events have changed anything. */
  async function changes(): Promise<number> {
    const { reader } = registry.service.registry.database;
    return (await rowsIn(reader, 'events')).filter(({ kind }) => kind !== 'attempt.refused').length;
  }

  test("refuses changes to another publisher's tools and account", async () => {
    const { id: token } = (await registry.admin.post('/api/v1/publishers/ada/tokens', { label: 'kept' })).json;
    const [{ fingerprint }] = (await registry.admin.get('/api/v1/publishers/ada')).json.certificates;
    expect((await registry.admin.post('/v0.1/publish', sampleServer({ name: SERVER }))).status).toBe(200);
    const before = await changes();
    const certificate = new TextDecoder().decode(toPem(bob.signer.certificate));
    const attempts: [method: string, target: string, body?: unknown][] = [
      ['post', TOOLS, bob.sign({ name: 'open_invoices', version: '9.0.0' })],
      ['post', `${TOOLS}/open_invoices/versions/1.0.0/status`, { status: 'yanked', reason: 'Mine.' }],
      ['post', `${TOOLS}/open_invoices/visibility`, { visibility: 'private' }],
      ['post', `${TOOLS}/open_invoices/transfer`, { to: 'bob' }],
      ['put', `${TOOLS}/open_invoices/grants/bob`],
      ['delete', `${TOOLS}/open_invoices/grants/bob`],
      ['post', '/api/v1/publishers', { id: 'mallory', name: 'Mallory', permissions: ['admin'] }],
      ['get', '/api/v1/publishers/ada'],
      ['patch', '/api/v1/publishers/ada', { status: 'suspended' }],
      ['patch', '/api/v1/publishers/bob', { permissions: ['admin'] }],
      ['post', '/api/v1/publishers/ada/tokens', { label: 'mine' }],
      ['post', '/api/v1/publishers/bob/tokens', { label: 'mine' }],
      ['delete', `/api/v1/publishers/ada/tokens/${token}`],
      ['post', '/api/v1/publishers/ada/certificates', { certificate }],
      ['delete', `/api/v1/publishers/ada/certificates/${fingerprint}`],
      ['get', '/api/v1/security-events'],
      ['post', '/v0.1/publish', sampleServer({ name: SERVER, version: '2.0.0' })],
      ['patch', `/v0.1/servers/${encodeURIComponent(SERVER)}/status`, { status: 'deleted' }],
      ['patch', `/v0.1/servers/${encodeURIComponent(SERVER)}/versions/1.0.0/status`, { status: 'deleted' }],
    ];
    for (const [method, target, body] of attempts) {
      const { status } = await registry.request(method, target, { token: bob.token, body });
      expect([method, target, status]).toEqual([method, target, 403]);
    }
    // A token of one account is not found among those of another.
    expect((await bob.delete(`/api/v1/publishers/bob/tokens/${token}`)).status).toBe(404);
    expect(await changes()).toBe(before);
  });

  describe.each([
    [
      'private',
      'a_hidden_ledger',
      () => ada.post(`${TOOLS}?visibility=private`, ada.sign({ name: 'a_hidden_ledger', version: '1.0.0' })),
      201,
    ],
    [
      'held',
      'open_lnvoices',
      async () => (await registry.createPublisher('lou')).publish({ name: 'open_lnvoices', version: '1.0.0' }),
      202,
    ],
  ] as const)('a tool that is %s', (_, name, publish, status) => {
    test('[registry.private] is to others as if there were none: not in reads, writes, searches, filters or counts', async () => {
      const searches = [
        '',
        '?q=invoices',
        `?name=${name}`,
        '?capability=network_request',
        '?domain=x',
        '?min_reputation=0',
        '?limit=1',
        `?q=${name}`,
      ];
      const asking = [undefined, bob.token];
      const search = () =>
        Promise.all(
          asking.flatMap(token => searches.map(async query => seen(await registry.as(token).get(TOOLS + query)))),
        );
      const before = await search();
      expect((await publish()).status).toBe(status);
      expect(await search()).toEqual(before);
      for (const token of asking) {
        expect(await everything(name, token)).toEqual(await everything('x'.repeat(name.length), token));
      }
      expect((await registry.admin.get(`${TOOLS}/${name}`)).status).toBe(200);
    });
  });

  /** Every answer about a name, with the name taken out. */
  async function everything(name: string, token: string | undefined) {
    const tool = `${TOOLS}/${name}`;
    const asks: [method: string, target: string, body?: unknown][] = [
      ...(['get', 'head'] as const).flatMap((method): [string, string][] =>
        ['', '/versions', '/versions/1.0.0', '/versions/9.9.9', '/versions/1.0.0/document'].map(rest => [
          method,
          tool + rest,
        ]),
      ),
      ['post', `${tool}/versions/1.0.0/status`, { status: 'yanked', reason: 'x' }],
      ['post', `${tool}/visibility`, { visibility: 'public' }],
      ['post', `${tool}/transfer`, { to: 'bob' }],
      ['put', `${tool}/grants/bob`],
      ['put', `${tool}/grants/missing`],
      ['delete', `${tool}/grants/bob`],
    ];
    const answers = [];
    for (const [method, target, body] of asks) {
      const response = await registry.request(method, target, { token, body, headers: { 'if-none-match': '*' } });
      answers.push({ ask: `${method} ${target.replace(name, 'NAME')}`, ...seen(response, name) });
    }
    return answers;
  }

  test('a grant shows a private tool until it is taken back, and never a held one', async () => {
    const path = `${TOOLS}/a_hidden_ledger`;
    const status = async (target: string) => (await bob.get(target)).status;
    const found = async () => (await bob.get(`${TOOLS}?name=a_hidden`)).json.tools.length;
    await ada.put(`${path}/grants/bob`);
    expect([await status(path), await found()]).toEqual([200, 1]);
    await ada.delete(`${path}/grants/bob`);
    expect([await status(path), await found()]).toEqual([404, 0]);
    await registry.admin.put(`${TOOLS}/open_lnvoices/grants/bob`);
    expect(await status(`${TOOLS}/open_lnvoices`)).toBe(404);
  });

  test('attempts that honest publishers do not make are listed for admins and counted', async () => {
    const send = (body: Uint8Array | string, query = '') => bob.post(TOOLS + query, body);
    const text = Buffer.from(bob.sign({ name: 'bobs_own', version: '1.0.0' })).toString('utf8');
    expect((await send(text)).status).toBe(201);
    const codes = async (asked: Promise<TestResponse>) => (await asked).json.code;
    expect(await codes(send(text.replace('Searches', 'Forwards')))).toBe('publish.tampered');
    expect(await codes(send(text.replace(/"signature":"..../, '"signature":"AAAA')))).toBe('publish.tampered');
    expect(await codes(send(bob.sign({ name: 'bobs_own', version: '1.0.0', description: 'Other words.' })))).toBe(
      'publish.version-taken',
    );
    expect(await codes(send(ada.sign({ name: 'from_ada' })))).toBe('publish.untrusted');
    expect(await codes(send(bob.sign({ name: 'open_invoices' }), '?dry_run=true'))).toBe('publish.not-owner');
    expect((await send(bob.sign({ name: 'open_invoice' }))).json.outcome).toBe('held');

    const { events } = (await registry.admin.get('/api/v1/security-events?limit=6')).json;
    expect(events.map(({ code, publisher, tool }: Record<string, string>) => [code, publisher, tool])).toEqual([
      ['publish.name-held', 'bob', 'open_invoice'],
      ['publish.not-owner', 'bob', 'open_invoices'],
      ['publish.untrusted', 'bob', 'from_ada'],
      ['publish.version-taken', 'bob', 'bobs_own'],
      ['publish.tampered', 'bob', 'bobs_own'],
      ['publish.tampered', 'bob', 'bobs_own'],
    ]);
    const metrics = (await registry.get('/metrics')).text;
    expect(metrics).toContain('toolmark_security_events_total{code="publish.tampered"} 2');
    expect(metrics).toContain('toolmark_security_events_total{code="publish.name-held"} 2');
  });

  test('hostile names and values get an answer, and never the wrong one', async () => {
    const long = 'a'.repeat(10_000);
    const names = [
      '%2F',
      '..%2F..%2Fhealthz',
      '%00',
      'a%00b',
      '%E0%A4%A',
      '%ff%fe',
      '%',
      '__proto__',
      'constructor',
      long,
      "'--",
      '%F0%9F%98%80',
    ];
    for (const name of names) {
      for (const target of [`${TOOLS}/${name}`, `${TOOLS}/a/versions/${name}/document`, `/api/v1/publishers/${name}`]) {
        const head = `GET ${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${registry.adminToken}\r\nconnection: close\r\n\r\n`;
        const { status, text } = await rawRequest(registry.url, head);
        expect([name.slice(0, 20), [400, 404].includes(status)]).toEqual([name.slice(0, 20), true]);
        expect(text).toContain('application/problem+json');
      }
      const found = await registry.get(`${TOOLS}?name=${encodeURIComponent(name.slice(0, 128))}`);
      expect(found.json.tools ?? found.json.code).toEqual([]);
    }
    const cursor = Buffer.from('[0,"a\\u0000"]').toString('base64url');
    for (const query of [
      'q=%00',
      'name=%00',
      'name=a%00bc',
      'capability=%00',
      'domain=%00',
      `cursor=${cursor}`,
      '__proto__=1',
      'q=%ff',
    ]) {
      const { status } = await registry.get(`${TOOLS}?${query}`);
      expect([query, status < 500]).toEqual([query, true]);
    }
    const label = await registry.admin.post('/api/v1/publishers/ada/tokens', { label: 'a\0b' });
    expect([label.status, label.json.code]).toEqual([400, 'request.malformed']);
    const summary = await ada.publish({ name: 'odd_text', description: 'Searches \u0000 the \u202e invoices.' });
    expect(summary.status).not.toBe(500);
  });

  test('documents of every age and signer are judged, and none breaks the registry', async () => {
    const old = await issue({ name: 'CN=old', key: 'rsa-2048' });
    const certificate = new TextDecoder().decode(toPem(old.certificate));
    await registry.admin.post('/api/v1/publishers/ada/certificates', { certificate });
    const sample = sampleDocument('1.0') as { tool: object };
    for (const profile of ['etdi-document', 'etdi-tool'] as const) {
      const name = profile.replace('-', '_');
      const body = signDocument({ ...sample, tool: { ...sample.tool, name } } as never, old, {
        now: new Date(),
        profile,
      });
      expect((await ada.post(TOOLS, body)).status).toBe(201);
      const { registry: facts } = (await registry.get(`${TOOLS}/${name}`)).json;
      expect(facts.verification).toMatchObject({ outcome: 'trusted', profile });
    }
    const text = Buffer.from(ada.sign({ name: 'big_numbers' })).toString('utf8');
    const big = text.replace('"properties":', '"maxProperties":9007199254740993,"properties":');
    const { status, json } = await ada.post(TOOLS, big);
    expect([status, json.code]).toEqual([422, 'publish.invalid']);
  });

  test('no token, hash of one or key is ever logged, not even when the database is gone', async () => {
    await registry.service.registry.database.close();
    const broken = await ada.get(`${TOOLS}/open_invoices`);
    expect(broken.status).toBeGreaterThanOrEqual(500);
    const logged = registry.logged.join('');
    expect(logged).toContain('"level":50');
    for (const secret of secrets) {
      expect(logged).not.toContain(secret);
      expect(logged).not.toContain(createHash('sha256').update(secret).digest('hex'));
    }
    for (const word of ['Bearer', 'PRIVATE KEY', 'postgres://'])
      expect([kind, logged.includes(word)]).toEqual([kind, false]);
  });
});

describe('a registry with roots of its own', () => {
  test('accepts signers under trusted roots until their certificate is revoked for the publisher', async () => {
    const root = await issueAuthority({ name: 'CN=root', key: 'ec-p256' });
    const signer = await issue({ name: 'CN=carol', key: 'ed25519', issuer: root });
    const registry = await startRegistry({ trust: { roots: [root.certificate] } });
    const carol = await registry.createPublisher('carol');
    const sample = sampleDocument() as { tool: object };
    const publish = (version: string) => {
      const body = signDocument({ ...sample, tool: { ...sample.tool, version } } as never, signer, { now: new Date() });
      return carol.post(TOOLS, body);
    };
    expect((await publish('1.0.0')).status).toBe(201);
    const certificate = new TextDecoder().decode(toPem(signer.certificate));
    const { fingerprint } = (await registry.admin.post('/api/v1/publishers/carol/certificates', { certificate })).json;
    await registry.admin.delete(`/api/v1/publishers/carol/certificates/${fingerprint}`);
    const refused = await publish('1.0.1');
    expect([refused.status, refused.json.code]).toEqual([422, 'publish.untrusted']);
    await registry.close();
  });
});

describe('malformed requests', () => {
  let registry: TestRegistry;
  let ada: TestPublisher;
  beforeAll(async () => {
    registry = await startRegistry({ timeouts: PATIENT });
    ada = await registry.createPublisher('ada');
    return () => registry.close();
  });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    registry.request('post', `${TOOLS}/x/visibility`, { token: ada.token, body, headers });

  test.each([
    ['a member twice', '{"visibility":"public","visibility":"private"}', 'json.duplicate-key'],
    ['100,000 levels', '['.repeat(100_000), 'json.too-deep'],
    ['an unknown member', '{"visibility":"public","__proto__":{}}', 'request.malformed'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'json.encoding'],
    ['nothing', '', 'request.malformed'],
    ['a list', '[]', 'request.malformed'],
  ])('a body with %s is refused with a code', async (_, body, code) => {
    const { status, json } = await post(body);
    expect([status, json.code]).toEqual([400, code]);
  });

  test('a body of faults is not answered with one many times its size', async () => {
    const body = `{"permissions":[${'"x",'.repeat(200_000)}"x"]}`;
    const answer = await registry.admin.patch('/api/v1/publishers/ada', body);
    expect([answer.status, answer.json.findings.length <= 50, answer.bytes.length < 50_000]).toEqual([400, true, true]);
    const keys = `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":1`).join()}}`;
    expect((await post(keys)).bytes.length).toBeLessThan(5_000);
  });

  const head = (more: string, token = ada.token) =>
    `POST ${TOOLS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${more}\r\n`;

  test.each([
    ['stops sending', { ...PATIENT, drainIdle: 50 }],
    ['does not end in time', { ...PATIENT, drain: 50 }],
  ])('10 GB that are announced are not waited for: a client that %s is answered and cut off', async (_, timeouts) => {
    const hurried = await startRegistry({ timeouts });
    const { token } = await hurried.createPublisher('ada');
    const { status, text } = await rawRequest(hurried.url, head('content-length: 10000000000\r\n', token));
    expect([status, text.includes('request.too-large')]).toEqual([413, true]);
    await hurried.close();
  });

  test('10 MB that are sent, and chunks without an end, are not read to the end', async () => {
    const piece = 'a'.repeat(65_536);
    const counted = await rawRequest(
      registry.url,
      head('content-length: 10485760\r\n'),
      Array<string>(160).fill(piece),
    );
    expect([counted.status, counted.text.includes('request.too-large')]).toEqual([413, true]);
    const chunks = Array<string>(2_000).fill(`10000\r\n${piece}\r\n`);
    const chunked = await rawRequest(registry.url, head('transfer-encoding: chunked\r\n'), chunks);
    expect([chunked.status, chunked.text.includes('request.too-large')]).toEqual([413, true]);
    expect(chunked.sent).toBeLessThan(16_000_000);
  });

  /** Sends a whole body piece by piece before it reads anything, as simple clients do. */
  function sendAllThenRead(more: string, pieces: readonly string[], pauseMs: number): Promise<string> {
    const { hostname, port } = new URL(registry.url);
    const socket = connect(Number(port), hostname);
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.pause();
      socket.write(head(more));
      const next = (index: number): void => {
        const piece = pieces[index];
        if (piece !== undefined) socket.write(piece, () => setTimeout(next, pauseMs, index + 1));
        else socket.once('data', chunk => resolve(chunk.toString('latin1'))).resume();
      };
      next(0);
    }).finally(() => socket.destroy()) as Promise<string>;
  }

  const MEGABYTE = 'a'.repeat(1_048_576);
  test.each([
    ['a counted body', 'content-length: 20971520\r\n', Array<string>(20).fill(MEGABYTE), 0],
    [
      'a counted body and then closes',
      'content-length: 20971520\r\nconnection: close\r\n',
      Array<string>(20).fill(MEGABYTE),
      0,
    ],
    [
      'chunks',
      'transfer-encoding: chunked\r\n',
      [...Array<string>(20).fill(`100000\r\n${MEGABYTE}\r\n`), '0\r\n\r\n'],
      0,
    ],
    ['a counted body slowly', 'content-length: 1310720\r\n', Array<string>(8).fill('a'.repeat(163_840)), 100],
  ])('a client that sends all of %s before it reads gets its 413', async (_, more, pieces, pauseMs) => {
    const answer = await sendAllThenRead(more, pieces, pauseMs);
    expect([answer.slice(0, 12), answer.includes('request.too-large')]).toEqual(['HTTP/1.1 413', true]);
  });

  test('fetch gets the 413 of a body that is too large, counted and streamed', async () => {
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
    const streamed = () => Readable.toWeb(Readable.from(Array<string>(30).fill(MEGABYTE))) as ReadableStream;
    for (const body of ['a'.repeat(30_000_000), streamed()]) {
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      const response = await fetch(`${registry.url}${TOOLS}`, init);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'request.too-large']);
    }
  });

  test('a client whose token is wrong gets its 401 while it still sends', async () => {
    const init = { method: 'POST', headers: { authorization: 'Bearer wrong' }, body: 'a'.repeat(30_000_000) };
    expect((await fetch(`${registry.url}${TOOLS}`, init)).status).toBe(401);
  });

  test('a client that never stops sending is cut off after 64 MiB', async () => {
    const pieces = (function* () {
      for (;;) yield `100000\r\n${MEGABYTE}\r\n`;
    })();
    const { hostname, port } = new URL(registry.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    const ended = new Promise<void>(resolve => socket.once('close', () => resolve()));
    socket.write(head('transfer-encoding: chunked\r\n'));
    let sent = 0;
    for (const piece of pieces) {
      if (socket.destroyed) break;
      sent += 1;
      await new Promise<void>(resolve => socket.write(piece, () => resolve()));
    }
    await ended;
    expect(sent).toBeLessThan(200);
  });

  test('nothing is unpacked', async () => {
    const { status, json } = await post(gzipSync('{"visibility":"public"}'), { 'content-encoding': 'gzip' });
    expect([status, json.code]).toEqual([415, 'request.unsupported-type']);
  });

  test.each([
    ['in the head', 'x-slow: '],
    ['in the body', 'content-length: 100\r\n\r\n'],
  ])('a client that stops %s is cut off', async (_, rest) => {
    const hurried = await startRegistry({ timeouts: { request: 600, headers: 300 } });
    const token = `authorization: Bearer ${hurried.adminToken}\r\n`;
    const { status } = await rawRequest(hurried.url, `POST ${TOOLS} HTTP/1.1\r\nhost: x\r\n${token}${rest}`);
    expect([0, 400, 408]).toContain(status);
    expect(hurried.logged.join('')).not.toContain('"level":50');
    await hurried.close();
  });

  test('headers without an end are refused', async () => {
    const { status } = await rawRequest(
      registry.url,
      `GET ${TOOLS} HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(status).toBe(431);
  });

  test('answers a wrong method with the allowed ones', async () => {
    const wrong = await registry.delete(TOOLS);
    expect([wrong.status, wrong.json.code, wrong.headers.get('allow')]).toEqual([
      405,
      'request.method',
      'OPTIONS, POST, GET, HEAD',
    ]);
    expect((await registry.post('/healthz')).headers.get('allow')).toBe('OPTIONS, GET, HEAD');
    expect((await registry.get('/nowhere')).json.code).toBe('request.not-found');
  });

  test('HEAD answers like GET without a body, and counts for nothing', async () => {
    await ada.publish({ name: 'counted_once', version: '1.0.0' });
    const document = `${TOOLS}/counted_once/versions/1.0.0/document`;
    const got = await registry.get(document);
    const head = await registry.request('head', document);
    expect([head.status, head.bytes.length, head.headers.get('etag')]).toEqual([200, 0, got.headers.get('etag')]);
    await registry.get(document, { 'if-none-match': got.headers.get('etag') ?? '' });
    await registry.service.downloads.flush();
    expect((await registry.get(`${TOOLS}/counted_once`)).json.registry.downloads).toBe(1);
  });

  test('pages of other origins may read and never write', async () => {
    const preflight = await registry.request('options', TOOLS, {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await registry.get(TOOLS)).headers.get('access-control-allow-origin')).toBe('*');
    expect((await post({})).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('every answer carries the headers that keep browsers careful', async () => {
    for (const response of [
      await registry.get(TOOLS),
      await post({}),
      await registry.get('/nowhere'),
      await registry.put(TOOLS),
    ]) {
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('caches public answers briefly, private ones privately, and problems never', async () => {
    const kept = async (target: string, token?: string) => {
      const { headers } = await registry.as(token).get(target);
      return [headers.get('cache-control'), headers.get('vary')];
    };
    expect(await kept(TOOLS)).toEqual(['public, max-age=5, stale-while-revalidate=30', 'authorization']);
    expect(await kept(TOOLS, ada.token)).toEqual(['private, no-cache', 'authorization']);
    expect((await kept(`${TOOLS}/nobody_has_this`))[0]).toBe('no-store');
    expect((await kept('/api/v1/me'))[0]).toBe('no-store');
  });
});

describe('limits', () => {
  test('limits requests by account and address without affecting others', async () => {
    const registry = await startRegistry({
      rateLimits: { readsPerMinute: 20, writesPerMinute: 12, failuresPerMinute: 3 },
      trustProxy: true,
    });
    const ada = await registry.createPublisher('ada');
    const bob = await registry.createPublisher('bob');
    const read = async (token?: string, from = '203.0.113.1') =>
      await registry.as(token).get('/healthz', { 'x-forwarded-for': `198.51.100.9, ${from}` });
    const statuses = async (times: number, ask: () => Promise<TestResponse>) => {
      const seen = [];
      for (let i = 0; i < times; i++) seen.push((await ask()).status);
      return seen;
    };
    expect((await statuses(22, () => read())).slice(-2)).toEqual([429, 429]);
    const refused = await read();
    expect([refused.json.code, refused.headers.get('retry-after')]).toEqual(['request.too-many', '3']);
    expect((await read(undefined, '203.0.113.2')).status).toBe(200);
    expect((await read(ada.token)).status).toBe(200);
    expect((await statuses(20, () => read(ada.token))).at(-1)).toBe(429);
    expect((await read(bob.token)).status).toBe(200);
    const write = () => bob.post(`${TOOLS}/x/visibility`, {});
    expect((await statuses(13, write)).at(-1)).toBe(429);
    expect(await statuses(4, () => read('wrong', '2001:db8::1'))).toEqual([401, 401, 401, 429]);
    // Its neighbour in the same /64 is the same caller.
    expect((await read('wrong', '2001:db8::2')).status).toBe(429);
    expect((await read('wrong', '2001:db8:0:1::2')).status).toBe(401);
    await registry.close();
  });

  test('[registry.tokens] wrong tokens do not lock out right ones of the same address', async () => {
    const registry = await startRegistry();
    const ada = await registry.createPublisher('ada');
    const me = (token: string) => registry.as(token).get('/api/v1/me');
    const wrong = await Promise.all(Array.from({ length: 40 }, (_, index) => me(`tmk_wrong${index}`)));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await me(ada.token)).status).toBe(200);
    expect((await me(registry.adminToken)).status).toBe(200);
    await registry.close();
  });

  test('X-Forwarded-For is not believed where no proxy is said to be', async () => {
    const registry = await startRegistry({
      rateLimits: { readsPerMinute: 2, writesPerMinute: 100, failuresPerMinute: 3 },
    });
    const read = async (i: number) => (await registry.get('/healthz', { 'x-forwarded-for': `203.0.113.${i}` })).status;
    expect([await read(1), await read(2), await read(3)]).toEqual([200, 200, 429]);
    await registry.close();
  });
});

/** An answer without the requested name, the time and the request id. */
function seen({ status, headers, bytes }: TestResponse, name = '\0') {
  const kept = [...headers].filter(([key]) => !['date', 'keep-alive', 'x-request-id'].includes(key));
  const body = Buffer.from(bytes)
    .toString('utf8')
    .replaceAll(headers.get('x-request-id') ?? '\0', 'ID');
  return { status, headers: kept, body: body.replaceAll(name, 'NAME') };
}
