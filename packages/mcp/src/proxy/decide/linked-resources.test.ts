import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JsonObject, Policy } from '@toolmark/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  guardScripts,
  guardSettings,
  lockOf,
  MODERN_META,
  type RawClient,
  type RawOptions,
} from '../../../../../test/fakes/raw-client.ts';
import { scriptedServer } from '../../../../../test/fakes/scripted-server.ts';
import type { Advisories } from '../../advisories/watch-advisories.ts';
import { serveHttp } from '../client/http-listener.ts';
import { Guard } from '../guard.ts';

const LINK = { name: 'link', description: 'Links to resources.', inputSchema: { type: 'object' } };
const CHANGED = { ...LINK, description: 'Links to other resources.' };
/** Supports both protocol generations. `link` returns the content in its arguments; reads name the server. */
function server(name: string, script = ''): string {
  return `
    const capabilities = { tools: {}, resources: { subscribe: true }, logging: {} };
    let tools = ${JSON.stringify([LINK])};
    initializeResult = JSON.stringify({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } });
    discover({ capabilities });
    on['tools/list'] = id => reply(id, JSON.stringify({ ...cached, tools }));
    on['tools/call'] = (id, { arguments: { content, isError } }) => reply(id, JSON.stringify({ resultType: 'complete', content, isError }));
    on['resources/read'] = (id, { uri }) => reply(id, JSON.stringify({ ...cached, contents: [{ uri, text: 'read by ${name}' }] }));
    on['resources/subscribe'] = on['resources/unsubscribe'] = (id, { uri }) => { reply(id, '{}'); send('notifications/resources/updated', { uri }); };
    on['subscriptions/listen'] = (id, { notifications }) =>
      send('notifications/subscriptions/acknowledged', { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
    on['logging/setLevel'] = id => reply(id, '{}');
    ${script}`;
}

const LINKED: Policy = { version: 1, resources: 'linked' };
const link = (uri: string): JsonObject => ({ type: 'resource_link', uri, name: 'a' });
const embedded = (uri: string): JsonObject => ({ type: 'resource', resource: { uri, text: 'x' } });
const REPORT = 'report://made/1';

async function open(options: Partial<RawOptions> = {}, script = ''): Promise<RawClient> {
  const client = guardScripts({ s: server('s', script) }, { s: { tools: [LINK] } }, { policy: LINKED, ...options });
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
  ])('%s can be read when the policy allows linked resources, and the log names the call', async (_title, make) => {
    const raw = await open();
    expect(await read(raw, REPORT)).toMatchObject({ error: { code: -32602, message: `Unknown resource: ${REPORT}` } });
    await name(raw, make(REPORT));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ uri: REPORT, text: 'read by s' }] } });
    const [, called, allowed] = raw.records;
    expect(allowed).toMatchObject({ method: 'resources/read', decision: 'allow', code: 'guard.linked', name: REPORT });
    expect([allowed?.link, allowed?.digest, allowed?.session]).toEqual([called?.id, called?.digest, called?.session]);
  });

  test('[guard.linked-default] is refused by default, and the refusal names the policy option', async () => {
    const raw = await open({ policy: { version: 1 } });
    await name(raw, link(REPORT));
    const answer = await read(raw, REPORT);
    expect(answer).toMatchObject(refusal('guard.unlocked'));
    for (const text of [JSON.stringify(answer), raw.stderr.join('\n'), raw.records.at(-1)?.explain])
      expect(text).toContain('resources: linked');
    expect(raw.records.at(-1)).toMatchObject({ decision: 'deny', link: raw.records[0]?.id });
  });

  test('can be subscribed to, and its updates arrive', async () => {
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

  test('[guard.linked-only] is forgotten after an hour or after a thousand later links', async () => {
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

  test('[guard.linked-only] is refused once the tool that linked to it has changed', async () => {
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

  test('is refused once an advisory names the tool that linked to it', async () => {
    let warning: string | undefined;
    const advisories = { refusalOf: () => warning, onChange: () => {} } as unknown as Advisories;
    const raw = await open({ advisories });
    await name(raw, link(REPORT));
    warning = 'It steals.';
    expect(await read(raw, REPORT)).toMatchObject(refusal('guard.advisory'));
  });

  test('is not readable when the result was withheld', async () => {
    const tool = { ...LINK, outputSchema: { type: 'object', required: ['n'] } };
    const raw = await open({ lock: lockOf({ s: { tools: [tool] } }) }, `tools = ${JSON.stringify([tool])};`);
    expect(await name(raw, link(REPORT))).toMatchObject({ result: { isError: true } });
    expect(await read(raw, REPORT)).toHaveProperty('error');
  });

  test('passes in audit mode without the option, and the log records the denial', async () => {
    const raw = await open({ policy: { version: 1 }, mode: 'audit' });
    await name(raw, link(REPORT));
    expect(await read(raw, REPORT)).toHaveProperty('result');
    expect(raw.records.at(-1)).toMatchObject({ decision: 'deny', code: 'guard.unlocked', isOverruled: true });
  });

  test('can be read and subscribed to by a client of 2026-07-28', async () => {
    const raw = guardScripts({ s: server('s') }, { s: { tools: [LINK] } }, { policy: LINKED });
    const ask = (method: string, params: object): Promise<JsonObject> =>
      raw.request(method, { ...params, _meta: MODERN_META });
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

  test('a link is read from the server that returned it', async () => {
    const raw = await open(both);
    await nameBy(raw, 'b', link(REPORT));
    await nameBy(raw, 'a', link('report://a'));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ text: 'read by b' }] } });
    expect(await read(raw, 'report://a')).toMatchObject({ result: { contents: [{ text: 'read by a' }] } });
  });

  test('[guard.linked-only] a URI that two servers linked to is read from neither, even after many other links', async () => {
    const raw = await open(both);
    await nameBy(raw, 'a', link(REPORT));
    await nameBy(raw, 'b', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject(refusal('guard.ambiguous-uri'));
    await nameBy(raw, 'b', ...Array.from({ length: 1_000 }, (_, i) => link(`a:${i}`)));
    await nameBy(raw, 'a', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject(refusal('guard.ambiguous-uri'));
  });

  test('a link to a resource locked for another server is read there', async () => {
    const resources = [{ uri: REPORT, name: 'r' }];
    const listing = `on['resources/list'] = id => reply(id, '${JSON.stringify({ resources })}');`;
    const raw = await open({
      sources: { a: scriptedServer(server('a')), b: scriptedServer(server('b', listing)) },
      lock: lockOf({ a: { tools: [LINK] }, b: { tools: [LINK], resources } }),
    });
    await nameBy(raw, 'a', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ text: 'read by b' }] } });
  });

  test('in filter mode a link is read from its server without the option', async () => {
    const raw = await open({ ...both, policy: { version: 1 }, mode: 'filter' });
    await nameBy(raw, 'b', link(REPORT));
    expect(await read(raw, REPORT)).toMatchObject({ result: { contents: [{ text: 'read by b' }] } });
  });
});

describe('over HTTP, with clients of the SDK', () => {
  async function serve(): Promise<string> {
    const servers = [{ key: 's', source: scriptedServer(server('s')) }];
    const guard = new Guard(guardSettings({ servers, lock: lockOf({ s: { tools: [LINK] } }), policy: LINKED }));
    const settings = { host: '127.0.0.1', port: 0, maxBytes: 100_000, stderr: () => {}, now: Date.now };
    const listener = await serveHttp(guard, settings);
    onTestFinished(() => listener.close().then(() => guard.close()));
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

  test('a session cannot read what was linked in another session', async () => {
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
