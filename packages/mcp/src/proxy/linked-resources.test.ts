import process from 'node:process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JsonObject, Policy } from '@toolmark/core';
import { afterEach, describe, expect, test } from 'vitest';
import type { Advisories } from '../advisories/advisories.ts';
import { DEFAULT_LIMITS } from '../connect/limits.ts';
import { scriptedServer } from '../connect/scripted-server.ts';
import { Guard } from './guard.ts';
import { type HttpListener, serveHttp } from './http-listener.ts';
import { lockOf, RawClient, type RawOptions } from './raw-client.ts';

const LINK = { name: 'link', description: 'Links to resources.', inputSchema: { type: 'object' } };
const CHANGED = { ...LINK, description: 'Links to other resources.' };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Speaks both generations. The result of `link` is the content in its arguments; reading says who was asked. */
function server(name: string, script = ''): string {
  return `
    const capabilities = { tools: {}, resources: { subscribe: true }, logging: {} };
    const done = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    let tools = ${JSON.stringify([LINK])};
    greeting = JSON.stringify({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } });
    const send = (method, params) => out(JSON.stringify({ jsonrpc: '2.0', method, params }));
    on['server/discover'] = id => reply(id, JSON.stringify({ ...done, supportedVersions: ['2026-07-28'], capabilities }));
    on['tools/list'] = id => reply(id, JSON.stringify({ ...done, tools }));
    on['tools/call'] = (id, { arguments: { content, isError } }) => reply(id, JSON.stringify({ resultType: 'complete', content, isError }));
    on['resources/read'] = (id, { uri }) => reply(id, JSON.stringify({ ...done, contents: [{ uri, text: 'read by ${name}' }] }));
    on['resources/subscribe'] = on['resources/unsubscribe'] = (id, { uri }) => { reply(id, '{}'); send('notifications/resources/updated', { uri }); };
    on['subscriptions/listen'] = (id, { notifications }) =>
      send('notifications/subscriptions/acknowledged', { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
    on['logging/setLevel'] = id => reply(id, '{}');
    ${script}`;
}

let client: RawClient | undefined;
let guard: Guard | undefined;
let listener: HttpListener | undefined;
afterEach(async () => {
  await client?.close();
  await listener?.close();
  await guard?.close();
  client = guard = listener = undefined;
});

const LINKED: Policy = { version: 1, resources: 'linked' };
const link = (uri: string): JsonObject => ({ type: 'resource_link', uri, name: 'a' });
const embedded = (uri: string): JsonObject => ({ type: 'resource', resource: { uri, text: 'x' } });
const REPORT = 'report://made/1';

async function open(options: Partial<RawOptions> = {}, script = ''): Promise<RawClient> {
  client = new RawClient({
    sources: { s: scriptedServer(server('s', script)) },
    lock: lockOf({ s: { tools: [LINK] } }),
    policy: LINKED,
    ...options,
  });
  await client.initialize();
  return client;
}

const read = (raw: RawClient, uri: string): Promise<JsonObject> => raw.request('resources/read', { uri });
const name = (raw: RawClient, ...content: JsonObject[]): Promise<JsonObject> => raw.call('link', { content });
const refusal = (code: string): JsonObject => ({ error: { code: -32602, data: { code } } });

describe('a resource that a result links to', () => {
  test.each([
    ['a link', link],
    ['an embedded resource', embedded],
  ])('%s can be read where the policy says so, and the log names the call', async (_title, make) => {
    const raw = await open();
    expect(await read(raw, REPORT)).toMatchObject({ error: { code: -32602, message: `Unknown resource: ${REPORT}` } });
    await name(raw, make(REPORT));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ uri: REPORT, text: 'read by s' }] } });
    const [, called, allowed] = raw.records;
    expect(allowed).toMatchObject({ method: 'resources/read', decision: 'allow', code: 'guard.linked', name: REPORT });
    expect([allowed?.link, allowed?.digest, allowed?.session]).toEqual([called?.id, called?.digest, called?.session]);
  });

  test('[guard.linked-default] is refused by default, and the refusal names the word of the policy', async () => {
    const raw = await open({ policy: { version: 1 } });
    await name(raw, link(REPORT));
    const answer = await read(raw, REPORT);
    expect(answer).toMatchObject(refusal('guard.unlocked'));
    for (const text of [JSON.stringify(answer), raw.talk.join('\n'), raw.records.at(-1)?.explain])
      expect(text).toContain('resources: linked');
    expect(raw.records.at(-1)).toMatchObject({ decision: 'deny', link: raw.records[0]?.id });
  });

  test('can be followed, and says when it changes', async () => {
    const raw = await open();
    expect(await raw.request('resources/subscribe', { uri: REPORT })).toMatchObject({ error: { code: -32602 } });
    await name(raw, link(REPORT));
    expect(await raw.request('resources/subscribe', { uri: REPORT })).toMatchObject({ result: {} });
    await raw.until(() => raw.heard.length === 1);
    expect(raw.heard).toMatchObject([{ method: 'notifications/resources/updated', params: { uri: REPORT } }]);
  });

  test.each<[string, JsonObject[], string, JsonObject]>([
    ['another one', [link(REPORT)], 'report://made/2', { error: { code: -32602 } }],
    ['one below it', [link('file:///a')], 'file:///a/b', { error: { code: -32602 } }],
    ['the same in another spelling', [link('file:///a')], 'file:///%61', { error: { code: -32602 } }],
    ['only in a text', [{ type: 'text', text: REPORT }], REPORT, { error: { code: -32602 } }],
    ['a page', [link('ui://page')], 'ui://page', refusal('guard.unpinned')],
    ['a skill', [link('SKILL://a')], 'SKILL://a', refusal('guard.unpinned')],
    ['a folder above', [link('file:///a/../b')], 'file:///a/../b', refusal('guard.ambiguous-uri')],
    ['a folder above, encoded', [link('file:///a/%2e%2e/b')], 'file:///a/%2e%2e/b', refusal('guard.ambiguous-uri')],
    [
      'a place with a user name',
      [link('https://a@b.example/')],
      'https://a@b.example/',
      refusal('guard.ambiguous-uri'),
    ],
    ['no URI', [link('passwd')], 'passwd', refusal('guard.ambiguous-uri')],
    ['too long', [link(`a:${'b'.repeat(9_000)}`)], `a:${'b'.repeat(9_000)}`, { error: { code: -32602 } }],
    ['named by something that is not a text', [{ type: 'resource_link', uri: 5 }], '5', { error: { code: -32602 } }],
  ])('[guard.linked-only] is not read: %s', async (_title, content, uri, expected) => {
    const raw = await open();
    await raw.call('link', { content });
    expect(await read(raw, uri)).toMatchObject(expected);
    expect(raw.records.at(-1)).toMatchObject({ decision: 'deny' });
  });

  test('[guard.linked-forgotten] is forgotten after an hour, and when a thousand others were named after it', async () => {
    let now = 0;
    const raw = await open({ now: () => now });
    await name(raw, link(REPORT));
    now += 3_599_999;
    expect(await read(raw, REPORT)).toHaveProperty('result');
    now += 1;
    expect(await read(raw, REPORT)).toHaveProperty('error');
    await name(raw, link(REPORT));
    expect(await read(raw, REPORT)).toHaveProperty('result');
    await name(raw, ...Array.from({ length: 1_000 }, (_, i) => link(`a:${i}`)));
    expect(await read(raw, REPORT)).toHaveProperty('error');
    expect(await read(raw, 'a:999')).toHaveProperty('result');
  });

  test('[guard.linked-drift] is refused once the tool that named it has changed', async () => {
    const script = `on['logging/setLevel'] = id => {
      tools = ${JSON.stringify([CHANGED])};
      send('notifications/tools/list_changed');
      reply(id, '{}');
    };`;
    const raw = await open({}, script);
    await name(raw, link(REPORT));
    await raw.request('logging/setLevel', { level: 'info' });
    expect(await read(raw, REPORT)).toMatchObject({ error: { data: { code: 'guard.drifted' } } });
  });

  test('is refused once an advisory names the tool that named it', async () => {
    let warning: string | undefined;
    const advisories = { refusalOf: () => warning, onChange: () => {} } as unknown as Advisories;
    const raw = await open({ advisories });
    await name(raw, link(REPORT));
    warning = 'It steals.';
    expect(await read(raw, REPORT)).toMatchObject(refusal('guard.advisory'));
  });

  test('does not count where the result was withheld', async () => {
    const tool = { ...LINK, outputSchema: { type: 'object', required: ['n'] } };
    const raw = await open({ lock: lockOf({ s: { tools: [tool] } }) }, `tools = ${JSON.stringify([tool])};`);
    expect(await name(raw, link(REPORT))).toMatchObject({ result: { isError: true } });
    expect(await read(raw, REPORT)).toHaveProperty('error');
  });

  test('passes in mode audit without the word, and the log says what would have been refused', async () => {
    const raw = await open({ policy: { version: 1 }, mode: 'audit' });
    await name(raw, link(REPORT));
    expect(await read(raw, REPORT)).toHaveProperty('result');
    expect(raw.records.at(-1)).toMatchObject({ decision: 'deny', code: 'guard.unlocked', isOverruled: true });
  });

  test('of a client of 2026-07-28 can be read and followed', async () => {
    client = new RawClient({
      sources: { s: scriptedServer(server('s')) },
      lock: lockOf({ s: { tools: [LINK] } }),
      policy: LINKED,
    });
    const raw = client;
    const ask = (method: string, params: object): Promise<JsonObject> =>
      raw.request(method, { ...params, _meta: META });
    expect(await ask('resources/read', { uri: REPORT })).toHaveProperty('error');
    await ask('tools/call', { name: 'link', arguments: { content: [link(REPORT)] } });
    expect(await ask('resources/read', { uri: REPORT })).toMatchObject({
      result: { contents: [{ text: 'read by s' }] },
    });
    void ask('subscriptions/listen', { notifications: { resourceSubscriptions: [REPORT, 'report://other'] } });
    await raw.until(() => raw.heard.length > 0);
    expect(raw.heard[0]).toMatchObject({ params: { notifications: { resourceSubscriptions: [REPORT] } } });
    expect(raw.records.at(-1)).toMatchObject({ method: 'subscriptions/listen', code: 'guard.linked', name: REPORT });
  });
});

describe('with several servers', () => {
  const both = {
    sources: { a: scriptedServer(server('a')), b: scriptedServer(server('b')) },
    lock: lockOf({ a: { tools: [LINK] }, b: { tools: [LINK] } }),
  };
  const nameBy = (raw: RawClient, key: string, ...content: JsonObject[]): Promise<JsonObject> =>
    raw.call(`${key}__link`, { content });

  test('a link leads to the server that gave it', async () => {
    const raw = await open(both);
    await nameBy(raw, 'b', link(REPORT));
    await nameBy(raw, 'a', link('report://a'));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ text: 'read by b' }] } });
    expect(await read(raw, 'report://a')).toMatchObject({ result: { contents: [{ text: 'read by a' }] } });
  });

  test('[guard.linked-twice] what two servers named is read from none, also after one of them has named many others', async () => {
    const raw = await open(both);
    await nameBy(raw, 'a', link(REPORT));
    await nameBy(raw, 'b', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject(refusal('guard.ambiguous-uri'));
    await nameBy(raw, 'b', ...Array.from({ length: 1_000 }, (_, i) => link(`a:${i}`)));
    await nameBy(raw, 'a', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject(refusal('guard.ambiguous-uri'));
  });

  test('a link to what another server has locked leads there', async () => {
    const resources = [{ uri: REPORT, name: 'r' }];
    const listing = `on['resources/list'] = id => reply(id, '${JSON.stringify({ resources })}');`;
    const raw = await open({
      sources: { a: scriptedServer(server('a')), b: scriptedServer(server('b', listing)) },
      lock: lockOf({ a: { tools: [LINK] }, b: { tools: [LINK], resources } }),
    });
    await nameBy(raw, 'a', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ text: 'read by b' }] } });
  });

  test('in mode filter a link leads to its server without the word', async () => {
    const raw = await open({ ...both, policy: { version: 1 }, mode: 'filter' });
    await nameBy(raw, 'b', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ text: 'read by b' }] } });
  });
});

describe('over HTTP, with clients of the SDK', () => {
  async function serve(): Promise<string> {
    guard = new Guard({
      servers: [{ key: 's', source: scriptedServer(server('s')) }],
      lock: lockOf({ s: { tools: [LINK] } }),
      policy: LINKED,
      mode: 'enforce',
      env: { PATH: process.env.PATH },
      timeoutMs: 20_000,
      callTimeoutMs: 20_000,
      maxAgeMs: 3_600_000,
      recheckEveryCall: false,
      limits: DEFAULT_LIMITS,
      talk: () => {},
      now: Date.now,
    });
    const settings = {
      host: '127.0.0.1',
      port: 0,
      token: undefined,
      maxBytes: 100_000,
      limits: {},
      talk: () => {},
      now: Date.now,
    };
    listener = await serveHttp(guard, settings);
    return listener.url;
  }

  test.each([
    ['2025-11-25', 'legacy'],
    ['2026-07-28', 'auto'],
  ] as const)('a client of %s reads what its result linked to', async (_revision, mode) => {
    const url = await serve();
    const sdk = new Client({ name: 'scenario', version: '1' }, { versionNegotiation: { mode } });
    await sdk.connect(new StreamableHTTPClientTransport(new URL(url)));
    await expect(sdk.readResource({ uri: REPORT })).rejects.toThrow(/Unknown resource/);
    const { content } = await sdk.callTool({ name: 'link', arguments: { content: [link(REPORT)] } });
    expect(content).toEqual([link(REPORT)]);
    expect(await sdk.readResource({ uri: REPORT })).toMatchObject({ contents: [{ text: 'read by s' }] });
    await sdk.close();
  });

  test('a session does not read what the result of another one linked to', async () => {
    const url = await serve();
    const [one, other] = [0, 1].map(
      () => new Client({ name: 'scenario', version: '1' }, { versionNegotiation: { mode: 'legacy' } }),
    );
    await one?.connect(new StreamableHTTPClientTransport(new URL(url)));
    await other?.connect(new StreamableHTTPClientTransport(new URL(url)));
    await one?.callTool({ name: 'link', arguments: { content: [link(REPORT)] } });
    await expect(other?.readResource({ uri: REPORT })).rejects.toThrow(/Unknown resource/);
    await one?.close();
    await other?.close();
  });
});
