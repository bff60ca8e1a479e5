import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject, readJson } from '@toolmark/core';
import { afterEach, describe, expect, test } from 'vitest';
import { snapshotOf as snapshotOfSource } from '../../../../test/fakes/snapshot-of.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { connect } from './connect.ts';
import type { ConnectOptions } from './connection.ts';

interface Question {
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: IncomingMessage['headers'];
}

type Handler = (question: Question, response: ServerResponse) => void;

const INITIALIZE_RESULT =
  '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"web","version":"1"}}';
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function serve(handler: Handler): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.method !== 'POST') response.writeHead(405).end();
    else handler(questionOf(Buffer.concat(parts), request), response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

function questionOf(bytes: Uint8Array, { headers }: IncomingMessage): Question {
  const message = readJson(bytes);
  if (!isJsonObject(message)) throw new Error('The client sent no object.');
  const { id, method, params } = message;
  const known = typeof id === 'string' || typeof id === 'number' ? id : undefined;
  return { id: known, method: String(method), params: isJsonObject(params) ? params : {}, headers };
}

function resultOf(id: Question['id'], result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

function errorOf(id: Question['id']): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no"}}`;
}

function sendJson(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}

function sendEvents(response: ServerResponse, ...events: string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''));
}

/** A server of 2025 whose tools are listed by the given handler. */
function listingTools(list: Handler): Handler {
  return (question, response) => {
    const { id, method } = question;
    if (id === undefined) response.writeHead(202).end();
    else if (method === 'initialize') sendJson(response, resultOf(id, INITIALIZE_RESULT));
    else if (method === 'tools/list') list(question, response);
    else sendJson(response, errorOf(id));
  };
}

const snapshotOf = (url: string, options: ConnectOptions = {}, headers: Record<string, string> = {}) =>
  snapshotOfSource({ kind: 'http', url, headers }, options);
const refusalOf = (...from: Parameters<typeof snapshotOf>) => rejectionOf(snapshotOf(...from));

const TOOLS = '{"tools":[]}';
const TWICE = '{"tools":[],"tools":[]}';
const json =
  (result: string, status?: number): Handler =>
  ({ id }, to) =>
    sendJson(to, resultOf(id, result), status);
const denied =
  (status?: number): Handler =>
  ({ id }, to) =>
    sendJson(to, errorOf(id), status);
const page =
  (body: (id: Question['id']) => string): Handler =>
  ({ id }, to) =>
    void to.writeHead(200, { 'content-type': 'text/html' }).end(body(id));
const events =
  (...list: ((id: Question['id']) => string)[]): Handler =>
  ({ id }, to) =>
    sendEvents(to, ...list.map(event => event(id)));

describe('refuses an invalid server with a code', () => {
  test.each<[string, string, Handler]>([
    ['JSON with a key twice', 'server.unreadable', json(TWICE)],
    ['an event with a key twice', 'server.unreadable', events(id => `data: ${resultOf(id, TWICE)}\n\n`)],
    [
      'an event that is not UTF-8',
      'server.unreadable',
      (_, to) => {
        to.writeHead(200, { 'content-type': 'text/event-stream' });
        to.end(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a]));
      },
    ],
    ['JSON that is not JSON', 'server.unreadable', (_, to) => sendJson(to, '<html>')],
    ['JSON that is not a message', 'server.not-mcp', (_, to) => sendJson(to, '{"ok":true}')],
    ['another type of content', 'server.not-mcp', page(() => '<html>')],
    ['a twin', 'server.ambiguous-key', json('{"tools":[{"name":"a","inputschema":{}}]}')],
    ['a message that is too long', 'server.too-large', json(`{"tools":[],"a":"${'x'.repeat(5_000)}"}`)],
    ['an event that is too long', 'server.too-large', events(() => `data: ${'x'.repeat(5_000)}\n\n`)],
    ['an event of too many lines', 'server.too-large', events(() => `${'data: x\n'.repeat(5_000)}\n`)],
    [
      'a batch in an event, which clients pass over',
      'server.malformed',
      events(
        id => `data: [${resultOf(id, TOOLS)}]\n\n`,
        id => `data: ${resultOf(id, '{"tools":[{"name":"evil"}]}')}\n\n`,
      ),
    ],
    [
      'an untyped event with a key twice',
      'server.unreadable',
      events(id => `event:\ndata: ${resultOf(id, TWICE)}\n\n`),
    ],
    ['a result with status 500', 'server.failed', json(TOOLS, 500)],
    ['a result with status 404', 'server.not-mcp', json(TOOLS, 404)],
    ['a result in a web page', 'server.not-mcp', page(id => resultOf(id, TOOLS))],
    ['"method not found" in a web page', 'server.not-mcp', page(errorOf)],
    ['"method not found" with status 401', 'server.unauthorized', denied(401)],
    ['"method not found" with status 500', 'server.failed', denied(500)],
    ['a stream that ends too early', 'server.failed', events(() => ': nothing\n\n')],
    ['status 500', 'server.failed', (_, to) => to.writeHead(500).end()],
    ['status 403 in the middle', 'server.unauthorized', (_, to) => to.writeHead(403).end()],
  ])('%s: %s', async (_, code, list) => {
    const url = await serve(listingTools(list));
    expect((await refusalOf(url, { limits: { maxBytes: 4_000 } })).code).toBe(code);
  });

  test('silence is a time-out', async () => {
    const url = await serve(listingTools(() => {}));
    expect((await refusalOf(url, { timeoutMs: 3_000 })).code).toBe('server.timeout');
  });

  test.each<[number, string]>([
    [401, 'server.unauthorized'],
    [403, 'server.unauthorized'],
    [404, 'server.not-mcp'],
    [405, 'server.not-mcp'],
    [302, 'server.redirected'],
    [503, 'server.failed'],
  ])('status %i from the start: %s', async (status, code) => {
    const url = await serve((_, response) => response.writeHead(status, { location: 'http://127.0.0.1:9/else' }).end());
    expect((await refusalOf(url)).code).toBe(code);
  });

  test.each<[string, string]>([
    ['file:///etc/passwd', 'server.bad-address'],
    ['not an address', 'server.bad-address'],
    ['', 'server.bad-address'],
    ['http://user:hunter22@host/', 'server.bad-address'],
    ['http://no-such-host.invalid/?key=sesame-open', 'server.unreachable'],
    ['http://127.0.0.1:1/?key=sesame-open', 'server.bad-address'],
  ])('%s: %s, and no secret is shown', async (url, code) => {
    const refusal = await refusalOf(url, {}, { authorization: 'Bearer hunter33' });
    expect(refusal.code).toBe(code);
    expect(refusal.message).not.toMatch(/hunter|sesame|passwd/);
  });

  test('explains a reserved port', async () => {
    expect((await refusalOf('http://127.0.0.1:6667/')).message).toMatch(/^The port of the server address/);
  });

  test.each<[string, Record<string, string>]>([
    ['a line break in a value', { 'x-key': 'hunter22\nx' }],
    ['a letter that HTTP does not know', { 'x-key': 'hunter22\u{1f511}' }],
    ['a name with a space', { 'x key': 'hunter22' }],
  ])('a header with %s: server.bad-header, without its value', async (_, headers) => {
    const { code, message } = await refusalOf('http://127.0.0.1:9999/', {}, headers);
    expect(code).toBe('server.bad-header');
    expect(message).toContain(JSON.stringify(Object.keys(headers)[0]));
    expect(message).not.toContain('hunter22');
  });

  test('silence from the start: server.timeout', async () => {
    expect((await refusalOf(await serve(() => {}), { timeoutMs: 300 })).code).toBe('server.timeout');
  });

  test('a closed port: server.unreachable', async () => {
    const url = await serve(() => {});
    for (const close of open.splice(0)) close();
    expect((await refusalOf(url)).code).toBe('server.unreachable');
  });
});

describe('keeps what a server lists verbatim', () => {
  const tools = '{"tools":[{"zeta":1,"name":"__proto__","own":9007199254740993}]}';

  test.each<[string, Handler]>([
    ['JSON', json(tools)],
    [
      'a batch',
      ({ id }, to) => sendJson(to, `[{"jsonrpc":"2.0","method":"notifications/message"},${resultOf(id, tools)}]`),
    ],
    ['an event', events(id => `event: message\ndata: ${resultOf(id, tools)}\n\n`)],
    [
      'an event after others',
      events(
        () => ': hello\n\nid: 1\ndata:\n\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\n',
        id => `data: ${resultOf(id, tools)}\n\n`,
      ),
    ],
    [
      'an event over lines that end in carriage returns',
      events(id => `data: ${resultOf(id, tools).replace('"result":', '\r\ndata: "result":')}\r\n\r\n`),
    ],
  ])('in %s', async (_, list) => {
    const snapshot = await snapshotOf(await serve(listingTools(list)));
    expect(snapshot.serverInfo).toEqual({ name: 'web', version: '1' });
    expect(snapshot.tools).toEqual([{ zeta: 1, name: '__proto__', own: 9007199254740993n }]);
  });

  test('"method not found" with a status of its own means that there is no such list', async () => {
    expect((await snapshotOf(await serve(listingTools(denied(404))))).tools).toEqual([]);
  });

  test('lists that are not declared may be denied by status, and notifications answered with anything', async () => {
    const handler = listingTools(json(tools));
    const url = await serve((question, response) => {
      if (question.id === undefined) sendJson(response, question.method.length % 2 ? '' : '{"ok":true,"ok":1}');
      else if (/prompts|resources/.test(question.method)) response.writeHead(400).end('no');
      else handler(question, response);
    });
    expect(await snapshotOf(url)).toMatchObject({ prompts: [], resources: [], tools: [{ name: '__proto__' }] });
  });

  test('headers of the source are sent with every request', async () => {
    const seen = new Set<string | string[] | undefined>();
    const handler = listingTools(json(tools));
    const url = await serve((question, response) => {
      seen.add(question.headers['x-key']);
      handler(question, response);
    });
    await snapshotOf(url, {}, { 'x-key': 'abc' });
    expect([...seen]).toEqual(['abc']);
  });

  test('a server of 2026-07-28 is asked in its own way, without a session', async () => {
    const methods: string[] = [];
    const versions = new Set<unknown>();
    const discover =
      '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"Hi.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"new","version":"2","own":1}}}';
    const url = await serve(({ id, method, params, headers }, response) => {
      methods.push(method);
      const meta = isJsonObject(params._meta) ? params._meta : {};
      versions.add(headers['mcp-protocol-version']).add(meta['io.modelcontextprotocol/protocolVersion']);
      if (method === 'server/discover') sendJson(response, resultOf(id, discover));
      else if (method === 'tools/list')
        sendJson(response, resultOf(id, '{"resultType":"complete","tools":[{"name":"a"}]}'));
      else sendJson(response, errorOf(id), 404);
    });
    const connection = await connect({ kind: 'http', url });
    expect(connection.protocolVersion).toBe('2026-07-28');
    expect(await connection.takeSnapshot()).toMatchObject({
      serverInfo: { name: 'new', version: '2', own: 1 },
      instructions: 'Hi.',
      tools: [{ name: 'a' }],
    });
    await connection.close();
    expect([...versions]).toEqual(['2026-07-28']);
    expect(methods).not.toContain('initialize');
  });
});
