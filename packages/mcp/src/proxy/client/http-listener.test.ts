import { once } from 'node:events';
import { connect } from 'node:net';
import process from 'node:process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { guardSettings, lockOf } from '../../../../../test/fakes/raw-client.ts';
import { scriptedServer } from '../../../../../test/fakes/scripted-server.ts';
import { Guard } from '../guard.ts';
import type { AuditTrail } from '../guard-settings.ts';
import { type HttpLimits, type HttpListener, serveHttp } from './http-listener.ts';

const ECHO = { name: 'echo', description: 'Gives back what it gets.', inputSchema: { type: 'object' } };
const REGION = {
  name: 'region',
  description: 'Wants its region in a header.',
  inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
};
const EVIL = { name: 'evil', description: 'Was never locked.', inputSchema: { type: 'object' } };

/** Supports both protocol generations. The arguments of a call choose what it does. */
const SERVER = `
  initializeResult = JSON.stringify({ protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo: { name: 's', version: '1' } });
  discover({ serverInfo: { name: 's', version: '1' } });
  on['tools/list'] = id => answer(id, { ...cached, tools: ${JSON.stringify([ECHO, REGION, EVIL])} });
  on['subscriptions/listen'] = (id, { notifications }) => {
    send('notifications/subscriptions/acknowledged', { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
  };
  const held = new Map();
  on['tools/call'] = (id, { arguments: args = {}, _meta = {} }) => {
    const result = JSON.stringify({ resultType: 'complete', content: [{ type: 'text', text: JSON.stringify({ args, pid: process.pid }) }] });
    if (args.progress) send('notifications/progress', { progressToken: _meta.progressToken, progress: 1 });
    for (let i = 1; i <= (args.logs ?? 0); i++) log(i);
    if (args.log) log(args.log);
    if (args.wait) { const wait = () => (isCancelled ? reply(id, result) : setTimeout(wait, 5)); wait(); }
    else if (args.hold || args.flood) held.set(args.hold, () => reply(id, result));
    else if (args.ask) { asking = () => reply(id, result); out('{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{}}'); }
    else reply(id, result);
    if (args.release) held.get(args.release)?.();
    if (args.flood) flood(_meta.progressToken);
  };
  let asking = () => {};
  let isCancelled = false;
  const flood = progressToken => {
    if (isCancelled) return;
    for (let i = 0; i < 100; i++) send('notifications/progress', { progressToken, progress: 1, message: 'x'.repeat(5000) });
    setImmediate(flood, progressToken);
  };
  onMessage = ({ id, method }) => {
    if (id === 'q' && method === undefined) asking();
    isCancelled ||= method === 'notifications/cancelled';
    if (method === 'notifications/cancelled') log('cancelled');
  };
`;

let guard: Guard;
let listener: HttpListener | undefined;
const records: string[] = [];
const withheld: string[] = [];
let opened = 0;
afterEach(async () => {
  await listener?.close();
  await guard.close();
  listener = undefined;
  records.length = 0;
  withheld.length = 0;
  opened = 0;
});

async function serve(
  { token, ...limits }: Partial<HttpLimits> & { token?: string } = {},
  now = Date.now,
): Promise<string> {
  const audit: AuditTrail = {
    record: async ({ name, code }) => void records.push(`${name} ${code}`),
    withholdResult: () => {},
    takeUpdate: () => {},
    withholdItem: (server, _, name, code) => void withheld.push(`${server} ${name} ${code}`),
  };
  const servers = [{ key: 's', source: scriptedServer(SERVER) }];
  guard = new Guard(guardSettings({ servers, lock: lockOf({ s: { tools: [ECHO, REGION] } }), audit, now }));
  const open = guard.open.bind(guard);
  guard.open = link => {
    opened++;
    return open(link);
  };
  const settings = { host: '127.0.0.1', port: 0, token, maxBytes: 100_000, limits, stderr: () => {}, now };
  listener = await serveHttp(guard, settings);
  return listener.url;
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const request = (method: string, params: object = {}, id: string | number = 1): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const CLIENT_INFO = { name: 'c', version: '1' };
const INITIALIZE = request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: { sampling: {} },
  clientInfo: CLIENT_INFO,
});
const echo = (args: object, id: string | number = 1, meta: object = {}): object =>
  request(
    'tools/call',
    { name: 'echo', arguments: args, ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}) },
    id,
  );

function post(
  url: string,
  body: object | string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url, { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body: text, signal: signal ?? null });
}

/** Initializes a session and returns its header. */
async function begin(url: string): Promise<Record<string, string>> {
  const response = await post(url, INITIALIZE);
  expect(response.status).toBe(200);
  await response.json();
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
}

/** Opens the stream of a session. */
const streamOf = (url: string, session: Record<string, string>): Promise<Response> =>
  fetch(url, { headers: { accept: 'text/event-stream', ...session } });

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const MODERN_META = {
  [VERSION]: '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/logLevel': 'debug',
};

/** A call of `echo` by a client of 2026-07-28. */
const callModern = (
  url: string,
  args: object,
  progressToken: string | number = 1,
  signal?: AbortSignal,
): Promise<Response> =>
  postModern(url, 'tools/call', { name: 'echo', arguments: args, _meta: { progressToken } }, signal && { signal });

function postModern(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  {
    id = 1,
    headers = {},
    signal,
  }: { id?: string | number; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const name = params.name === undefined ? {} : { 'mcp-name': String(params.name) };
  const all = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name, ...headers };
  const meta = { ...MODERN_META, ...(params._meta as object) };
  return post(url, request(method, { ...params, _meta: meta }, id), all, signal);
}

/** Messages of a stream, as they come. */
async function* messagesOf(response: Response): AsyncGenerator<Record<string, unknown>> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

async function nextOf(messages: AsyncGenerator<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { value } = await messages.next();
  return value;
}

async function saidBy(response: Response): Promise<{ args: unknown; pid: number }> {
  const { result } = (await response.json()) as { result: { content: { text: string }[] } };
  return JSON.parse(result.content[0]?.text ?? '');
}

describe('refusals', () => {
  const HUGE = JSON.stringify(request('x', { text: 'x'.repeat(200_000) }));
  const LIST = JSON.stringify(request('tools/list'));
  const STREAM = { accept: 'text/event-stream' };
  test.each<[string, number, string, Record<string, string>?, (string | undefined)?, string?]>([
    ['PUT', 405, 'PUT'],
    ['OPTIONS, which denies CORS preflights', 405, 'OPTIONS'],
    ['a foreign origin', 403, 'POST', { origin: 'https://evil.example' }],
    ['another content type', 415, 'POST', { 'content-type': 'text/plain' }, '{}'],
    ['a compressed body', 415, 'POST', { 'content-encoding': 'gzip' }, '{}'],
    ['a client that accepts no stream', 406, 'POST', { accept: 'application/json' }, '{}'],
    ['broken JSON', 400, 'POST', {}, '{"jsonrpc":'],
    ['a member twice', 400, 'POST', {}, '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'],
    ['a batch', 400, 'POST', {}, `[${JSON.stringify(INITIALIZE)}]`],
    ['a number', 400, 'POST', {}, '7'],
    ['an id that is an object', 400, 'POST', {}, '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['a huge body', 413, 'POST', {}, HUGE],
    ['a request without session', 400, 'POST', {}, LIST],
    ['an unknown session', 404, 'POST', { 'mcp-session-id': 'x' }, LIST],
    ['a stream without session', 400, 'GET', STREAM],
    ['a stream of an unknown session', 404, 'GET', { ...STREAM, 'mcp-session-id': 'x' }],
    ['the end of an unknown session', 404, 'DELETE', { 'mcp-session-id': 'x' }],
    ['the end of no session', 400, 'DELETE'],
    ['another path', 404, 'POST', {}, undefined, '/'],
  ])('%s: %i, without starting a server', async (_, status, method, more = {}, body, path = '/mcp') => {
    const url = await serve();
    const headers = method === 'POST' ? { ...JSON_HEADERS, ...more } : more;
    const response = await fetch(new URL(path, url), { method, headers, body: body ?? null });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    expect(opened).toBe(0);
  });

  test.each([
    ['a batch', `[${JSON.stringify(INITIALIZE)}]`, 'client  guard.malformed'],
    ['broken JSON', '{"jsonrpc":', 'client  guard.malformed'],
    ['a huge body', HUGE, 'client  guard.malformed'],
    ['a request without session', LIST, 'client tools/list guard.invalid-request'],
    ['an answer without session', '{"jsonrpc":"2.0","id":1,"result":{}}', 'client answer guard.invalid-request'],
  ])('%s is logged', async (_, body, logged) => {
    const url = await serve();
    await (await fetch(url, { method: 'POST', headers: JSON_HEADERS, body })).text();
    expect(withheld).toEqual([logged]);
  });

  test('answers 401 on every path without the token', async () => {
    const url = await serve({ token: 'sixteen-letters-or-more' });
    const strangers = [await post(url, INITIALIZE), await fetch(new URL('/', url))];
    expect(strangers.map(({ status }) => status)).toEqual([401, 401]);
    expect(strangers[0]?.headers.get('www-authenticate')).toContain('Bearer');
    const known = await post(url, INITIALIZE, { authorization: 'Bearer sixteen-letters-or-more' });
    expect(known.status).toBe(200);
  });

  test('[guard.http-strangers] refuses a foreign Host', async () => {
    const { hostname, port } = new URL(await serve());
    const socket = connect(Number(port), hostname);
    socket.write('POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /);
    socket.destroy();
  });

  test('closes a connection that never completes its headers', async () => {
    const { hostname, port } = new URL(await serve({ headersTimeoutMs: 100, requestTimeoutMs: 200 }));
    const socket = connect(Number(port), hostname);
    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    await once(socket, 'close');
  });

  test('closes a connection that never completes its body', async () => {
    const { hostname, port } = new URL(await serve({ headersTimeoutMs: 100, requestTimeoutMs: 200 }));
    const socket = connect(Number(port), hostname);
    const headers =
      'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 9';
    socket.resume().write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n{`);
    await once(socket, 'close');
  });

  test('[guard.http-token] does not listen beyond loopback without a token', async () => {
    const settings = { host: '0.0.0.0', port: 0, maxBytes: 1, stderr: () => {}, now: Date.now };
    await serve();
    await expect(serveHttp(guard, settings)).rejects.toMatchObject({ code: 'guard.token-needed' });
  });

  test('reports a port in use', async () => {
    const { port } = new URL(await serve());
    const settings = { host: '127.0.0.1', port: Number(port), maxBytes: 1, stderr: () => {}, now: Date.now };
    await expect(serveHttp(guard, settings)).rejects.toMatchObject({ code: 'guard.cannot-listen' });
  });
});

describe('sessions up to 2025-11-25', () => {
  test('each client has its own servers, and equal ids do not collide', async () => {
    const url = await serve();
    const sessions = await Promise.all([begin(url), begin(url)]);
    const answers = await Promise.all(sessions.map(session => post(url, echo({}, 7), session).then(saidBy)));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
  });

  test('an unlocked tool is neither listed nor called', async () => {
    const url = await serve();
    const session = await begin(url);
    const listed = await (await post(url, request('tools/list'), session)).json();
    expect(JSON.stringify(listed)).not.toContain('evil');
    const called = await (await post(url, request('tools/call', { name: 'evil' }), session)).json();
    expect(called).toMatchObject({ error: { code: -32602 } });
    expect(records).toEqual(['evil guard.unlocked']);
  });

  test('answers with JSON, or with a stream when messages precede the response', async () => {
    const url = await serve();
    const session = await begin(url);
    const plain = await post(url, echo({}), session);
    expect(plain.headers.get('content-type')).toBe('application/json');
    const streamed = await post(url, echo({ progress: true }, 2, { progressToken: 'p' }), session);
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    const messages = [];
    for await (const message of messagesOf(streamed)) messages.push(message);
    expect(messages).toMatchObject([{ params: { progressToken: 'p', progress: 1 } }, { id: 2, result: {} }]);
  });

  test('a slow response becomes a stream', async () => {
    const url = await serve({ keepAliveMs: 10 });
    const { headers } = await post(url, INITIALIZE);
    const session = { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
    const streamed = await post(url, echo({ hold: 'a' }, 2), session);
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    await post(url, echo({ release: 'a' }, 3), session);
    expect(await nextOf(messagesOf(streamed))).toMatchObject({ id: 2, result: {} });
  });

  test('a server request arrives in the stream of the call, and its response is posted', async () => {
    const url = await serve();
    const session = await begin(url);
    const messages = messagesOf(await post(url, echo({ ask: true }, 2), session));
    const { id, method } = await nextOf(messages);
    expect(method).toBe('sampling/createMessage');
    const answered = await post(url, { jsonrpc: '2.0', id, result: {} }, session);
    expect(answered.status).toBe(202);
    expect(await nextOf(messages)).toMatchObject({ id: 2, result: {} });
  });

  test('other messages wait for the one stream of the session', async () => {
    const url = await serve();
    const session = await begin(url);
    await (await post(url, echo({ log: 'early' }), session)).json();
    const stream = await streamOf(url, session);
    expect((await streamOf(url, session)).status).toBe(409);
    expect(await nextOf(messagesOf(stream))).toMatchObject({
      method: 'notifications/message',
      params: { data: 'early' },
    });
  });

  test('queues 100 messages for the stream of the session and drops later ones', async () => {
    const url = await serve();
    const session = await begin(url);
    await (await post(url, echo({ logs: 101 }), session)).json();
    const messages = messagesOf(await streamOf(url, session));
    await (await post(url, echo({ log: 'later' }), session)).json();
    const heard: unknown[] = [];
    while (heard.at(-1) !== 'later') heard.push(((await nextOf(messages)).params as { data: unknown }).data);
    expect(heard).toEqual([...Array.from({ length: 100 }, (_, index) => index + 1), 'later']);
  });

  test('refuses a second request under an id in use and answers the first', async () => {
    const url = await serve();
    const session = await begin(url);
    const first = post(url, echo({ hold: 'a', progress: true }, 5, { progressToken: 1 }), session);
    const stream = messagesOf(await first);
    await nextOf(stream);
    expect((await post(url, echo({}, 5), session)).status).toBe(400);
    await post(url, echo({ release: 'a' }, 6), session);
    expect(await nextOf(stream)).toMatchObject({ id: 5, result: {} });
  });

  test('a cancelled request ends without a response', async () => {
    const url = await serve();
    const session = await begin(url);
    const messages = messagesOf(await post(url, echo({ hold: 'a', progress: true }, 5, { progressToken: 1 }), session));
    await nextOf(messages);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };
    expect((await post(url, cancel, session)).status).toBe(202);
    expect(await messages.next()).toEqual({ done: true, value: undefined });
  });

  test('DELETE ends a session and its servers', async () => {
    const url = await serve();
    const session = await begin(url);
    const { pid } = await saidBy(await post(url, echo({}), session));
    expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(200);
    expect((await post(url, echo({}), session)).status).toBe(404);
    await listener?.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('refuses an unknown version and a second initialize', async () => {
    const url = await serve();
    const session = await begin(url);
    const wrong = await post(url, echo({}), { ...session, 'mcp-protocol-version': '1999-01-01' });
    expect(wrong.status).toBe(400);
    expect((await post(url, INITIALIZE, session)).status).toBe(400);
    expect((await post(url, echo({}), { ...session, 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
  });

  test('a session beyond the limit ends the one idle for longest', async () => {
    let time = 0;
    const url = await serve({ maxSessions: 2 }, () => time++);
    const [first, second, third] = [await begin(url), await begin(url), await begin(url)];
    const statuses = await Promise.all([first, second, third].map(session => post(url, echo({}), session)));
    expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200]);
  });

  test('refuses a session when all are in use', async () => {
    const url = await serve({ maxSessions: 1 });
    const session = await begin(url);
    const stream = await streamOf(url, session);
    expect((await post(url, INITIALIZE)).status).toBe(503);
    await stream.body?.cancel();
  });

  test('closing ends streams, sessions and servers', async () => {
    const url = await serve();
    const session = await begin(url);
    const { pid } = await saidBy(await post(url, echo({}), session));
    const stream = await streamOf(url, session);
    await listener?.close();
    expect(await messagesOf(stream).next()).toEqual({ done: true, value: undefined });
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('requests since 2026-07-28', () => {
  test('clients share servers, and equal ids do not collide', async () => {
    const url = await serve();
    const stream = messagesOf(await callModern(url, { hold: 'a', progress: true }, 't'));
    expect(await nextOf(stream)).toMatchObject({ params: { progressToken: 't' } });
    const other = await callModern(url, { release: 'a' });
    expect(await saidBy(other)).toMatchObject({ args: { release: 'a' } });
    expect(await nextOf(stream)).toMatchObject({ id: 1, result: {} });
  });

  test('a repeated server/discover does not restart the server', async () => {
    const url = await serve();
    const pid = async (): Promise<number> => (await saidBy(await callModern(url, {}))).pid;
    const first = await pid();
    const discovered = await Promise.all([1, 2, 3].map(id => postModern(url, 'server/discover', {}, { id })));
    expect(discovered.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await pid()).toBe(first);
  });

  test('a log message reaches no client while two of them call', async () => {
    const url = await serve();
    const first = messagesOf(await callModern(url, { hold: 'a', progress: true }));
    await nextOf(first);
    const second = await callModern(url, { log: 'secret', release: 'a' });
    expect(JSON.stringify(await second.json())).not.toContain('notifications/message');
    expect(await nextOf(first)).toMatchObject({ id: 1, result: {} });
  });

  test('closing the connection cancels the request', async () => {
    const url = await serve();
    const gone = new AbortController();
    const args = { hold: 'a', progress: true };
    await nextOf(messagesOf(await callModern(url, args, 1, gone.signal)));
    const second = messagesOf(await callModern(url, args, 2));
    await nextOf(second);
    gone.abort();
    expect(await nextOf(second)).toMatchObject({ method: 'notifications/message', params: { data: 'cancelled' } });
  });

  test('a subscription stream carries the id of its request', async () => {
    const url = await serve();
    const listen = (id: string): Promise<Response> =>
      postModern(url, 'subscriptions/listen', { notifications: { toolsListChanged: true } }, { id });
    const streams = await Promise.all([listen('mine'), listen('mine')]);
    const first = await Promise.all(streams.map(stream => nextOf(messagesOf(stream))));
    const params = { _meta: { 'io.modelcontextprotocol/subscriptionId': 'mine' } };
    expect(first).toMatchObject([{ params }, { params }]);
  });

  test.each<[string, number, number, string, Record<string, unknown>, Record<string, string>]>([
    ['headers that differ from the body', 400, -32020, 'tools/call', { name: 'echo' }, { 'mcp-name': 'other' }],
    [
      'an argument that its header does not have',
      400,
      -32020,
      'tools/call',
      { name: 'region', arguments: { region: 'eu' } },
      {},
    ],
    [
      'a header that has another argument',
      400,
      -32020,
      'tools/call',
      { name: 'region', arguments: { region: 'eu' } },
      { 'mcp-param-region': 'us' },
    ],
    ['a method that no server knows', 404, -32601, 'x/unknown', {}, {}],
    ['a tool that is not locked', 200, -32602, 'tools/call', { name: 'evil' }, {}],
  ])('%s: %i', async (_, status, code, method, params, headers) => {
    const url = await serve();
    const response = await postModern(url, method, params, { id: 'x', headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ id: 'x', error: { code } });
  });

  test('passes an argument that matches its header', async () => {
    const url = await serve();
    const headers = { 'mcp-param-region': '=?base64?ZXU=?=' };
    const response = await postModern(url, 'tools/call', { name: 'region', arguments: { region: 'eu' } }, { headers });
    expect(await saidBy(response)).toMatchObject({ args: { region: 'eu' } });
  });

  test('refuses a server request to a client of 2026-07-28', async () => {
    const url = await serve();
    const response = await callModern(url, { ask: true });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await saidBy(response)).toMatchObject({ args: { ask: true } });
  });

  test('accepts notifications and refuses unexpected responses', async () => {
    const url = await serve();
    const headers = { 'mcp-protocol-version': '2026-07-28' };
    expect((await post(url, { jsonrpc: '2.0', method: 'notifications/cancelled' }, headers)).status).toBe(202);
    expect((await post(url, { jsonrpc: '2.0', id: 1, result: {} }, headers)).status).toBe(400);
  });
});

describe('resource limits', () => {
  test('answers 503 with retry-after when too many requests and streams are open', async () => {
    const url = await serve({ maxOpen: 1 });
    const session = await begin(url);
    const stream = await streamOf(url, session);
    const refused = await post(url, echo({}), session);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await stream.body?.cancel();
  });

  test('ends an idle session', async () => {
    let time = 0;
    const url = await serve({ idleMs: 10 }, () => time);
    const session = await begin(url);
    time = 10;
    const probe = async (): Promise<number> =>
      (await fetch(url, { method: 'DELETE', headers: { ...session, 'mcp-protocol-version': 'none' } })).status;
    // The probe is refused while the session exists, and does not count as use.
    let status = await probe();
    while (status === 400) status = await probe();
    expect(status).toBe(404);
  });

  test('a client that does not read loses its stream, and its call is cancelled', async () => {
    const url = await serve();
    const { hostname, port } = new URL(url);
    const params = { name: 'echo', arguments: { flood: true }, _meta: { ...MODERN_META, progressToken: 1 } };
    const body = JSON.stringify(request('tools/call', params));
    const headers = {
      ...JSON_HEADERS,
      host: 'localhost',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'content-length': String(body.length),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.pause();
    socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    const response = await callModern(url, { wait: true });
    const heard = [];
    for await (const message of messagesOf(response)) heard.push(message);
    // The server answers this call only after the other one was cancelled.
    expect(heard.at(-1)).toMatchObject({ result: {} });
    socket.destroy();
  });
});

describe('clients of the SDK', () => {
  test.each([
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
  ] as const)('a client that negotiates %s lists and calls with %s', async (mode, version) => {
    const url = await serve();
    const client = new Client(CLIENT_INFO, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'region']);
    const heard: number[] = [];
    const called = await client.callTool(
      { name: 'echo', arguments: { progress: true } },
      { onprogress: ({ progress }) => void heard.push(progress) },
    );
    expect(called.content).toMatchObject([{ type: 'text' }]);
    expect(heard).toEqual([1]);
    await client.close();
  });
});

const MEGABYTE = 'x'.repeat(1_000_000);
const COUNTED = Array<string>(4).fill(MEGABYTE);
const CHUNKED = [...Array<string>(4).fill(`f4240\r\n${MEGABYTE}\r\n`), '0\r\n\r\n'];
test.each([
  ['counted', 'content-length: 4000000\r\n', COUNTED],
  ['counted, to be closed', 'content-length: 4000000\r\nconnection: close\r\n', COUNTED],
  ['chunked', 'transfer-encoding: chunked\r\n', CHUNKED],
])('a client that sends a huge body (%s) before it reads gets 413', async (_, more, pieces) => {
  // Long limits: a busy machine must not cut the body off.
  const { hostname, port } = new URL(await serve({ drainMs: 600_000, drainIdleMs: 600_000 }));
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.pause();
    const headers = Object.entries(JSON_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('')}${more}\r\n`);
    const next = (index: number): void => {
      const piece = pieces[index];
      if (piece !== undefined) socket.write(piece, () => setTimeout(next, 20, index + 1));
      else socket.once('data', chunk => resolve(chunk.toString('latin1'))).resume();
    };
    next(0);
  });
  expect((await answer.finally(() => socket.destroy())).slice(0, 12)).toBe('HTTP/1.1 413');
});
