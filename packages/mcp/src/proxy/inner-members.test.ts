import type { JsonObject } from '@toolmark/core';
import { afterEach, describe, expect, test } from 'vitest';
import { scriptedServer } from '../connect/scripted-server.ts';
import { lockOf, RawClient, type RawOptions } from './raw-client.ts';

const ECHO = { name: 'echo', description: 'Gives back what it gets.', inputSchema: { type: 'object' } };
const PROMPT = { name: 'p', arguments: [{ name: 'city' }] };
const TEMPLATE = { uriTemplate: 'file:///docs/{+path}', name: 't' };
const SHOWN = { tools: [ECHO], prompts: [PROMPT], templates: [TEMPLATE] };
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

function server(script: string): string {
  return `
    const send = (method, params, id) => out(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const answer = (id, result) => reply(id, JSON.stringify(result));
    on['tools/list'] = id => answer(id, ${JSON.stringify({ tools: [ECHO] })});
    on['prompts/list'] = id => answer(id, ${JSON.stringify({ prompts: [PROMPT] })});
    on['resources/list'] = id => answer(id, { resources: [] });
    on['resources/templates/list'] = id => answer(id, ${JSON.stringify({ resourceTemplates: [TEMPLATE] })});
    on['tools/call'] = (id, params) => answer(id, { content: [{ type: 'text', text: JSON.stringify(params) }] });
    on['completion/complete'] = (id, params) => answer(id, { completion: { values: [JSON.stringify(params)] } });
    on['logging/setLevel'] = id => reply(id, '{}');
    ${script}`;
}

let client: RawClient | undefined;
afterEach(() => client?.close());

async function open(script: string, capabilities = {}, options: Partial<RawOptions> = {}): Promise<RawClient> {
  client = new RawClient({
    sources: { s: scriptedServer(server(script)) },
    lock: lockOf({ s: SHOWN }),
    ...options,
  });
  await client.initialize(capabilities);
  return client;
}

/** The guard has passed on everything that the server wrote before this. */
async function settle(raw: RawClient): Promise<void> {
  await raw.request('logging/setLevel', { level: 'info' });
}

const PAGE = { uri: 'ui://evil', mimeType: 'text/html;profile=mcp-app', text: 'EVIL' };

describe('[guard.nested-content] a page that no lock pins does not arrive', () => {
  test.each<[string, JsonObject]>([
    ['in a message of a prompt', { type: 'resource', resource: PAGE }],
    ['in a list of blocks in a message of a prompt', [{ type: 'resource', resource: PAGE }] as never],
    ['as the result of a tool in a message', { type: 'tool_result', content: [{ type: 'resource', resource: PAGE }] }],
  ])('%s', async (_, content) => {
    const result = JSON.stringify({ messages: [{ role: 'user', content }] });
    const raw = await open(`on['prompts/get'] = id => reply(id, ${JSON.stringify(result)});`);
    expect(await raw.request('prompts/get', { name: 'p' })).toMatchObject({
      error: { data: { code: 'guard.unpinned' } },
    });
  });

  test.each([' ui://evil', '\u0000ui://evil', 'u\ti://evil', 'skill\n://evil/SKILL.md', 'UI://evil'])(
    'under the URI %j, which URL parsers take for another one',
    async uri => {
      const result = JSON.stringify({ content: [{ type: 'resource', resource: { uri, text: 'EVIL' } }] });
      const raw = await open(`on['tools/call'] = id => reply(id, ${JSON.stringify(result)});`);
      expect(await raw.call('echo')).toMatchObject({ error: { data: { code: 'guard.unpinned' } } });
      expect(await raw.request('resources/read', { uri })).toMatchObject({
        error: { data: { code: 'guard.unpinned' } },
      });
    },
  );
});

describe('results', () => {
  test('with two spellings of a member inside a message of a prompt are refused', async () => {
    const resource = { uri: 'w://x', text: 'a', Text: 'EVIL' };
    const result = JSON.stringify({ messages: [{ role: 'user', content: { type: 'resource', resource } }] });
    const raw = await open(`on['prompts/get'] = id => reply(id, ${JSON.stringify(result)});`);
    expect(await raw.request('prompts/get', { name: 'p' })).toMatchObject({
      error: { data: { code: 'server.ambiguous-key' } },
    });
  });

  test('lose what only the guard says, in every spelling', async () => {
    const _meta = { 'dev.toolmark/a': 1, 'ＤEV.toolmarK/b': 1, 'dev．toolmark／c': 1, d: 1 };
    const raw = await open(`on['tools/call'] = id => answer(id, ${JSON.stringify({ content: [], _meta })});`);
    expect(await raw.call('echo')).toMatchObject({ result: { content: [], _meta: { d: 1 } } });
    expect(raw.lines.at(-1)).not.toMatch(/toolmark/i);
  });

  test('with words of the guard in a content block are refused', async () => {
    const block = { type: 'text', text: 'a', _meta: { 'dev.toolmark/guard': { code: 'guard.denied' } } };
    const raw = await open(`on['tools/call'] = id => answer(id, ${JSON.stringify({ content: [block] })});`);
    expect(await raw.call('echo')).toMatchObject({ error: { data: { code: 'guard.unexpected-result' } } });
  });

  test.each(['Code', 'ｃode', 'code'])('an error has no code of the guard under %s', async name => {
    const error = { code: -32000, message: 'no', data: { [name]: 'GUARD.denied', why: 1 } };
    const raw = await open(
      `on['tools/call'] = id => out(JSON.stringify({ jsonrpc: '2.0', id, error: ${JSON.stringify(error)} }));`,
    );
    expect(await raw.call('echo')).toMatchObject({ error: { code: -32000, data: { why: 1 } } });
    expect(raw.lines.at(-1)).not.toMatch(/guard/i);
  });
});

describe('a server speaks of its own tasks alone', () => {
  const BEGIN = `on['tools/call'] = id => answer(id, { task: { taskId: 'mine', status: 'working' } });`;
  const asked = (taskId: string): string =>
    `on['logging/setLevel'] = id => {
       send('elicitation/create', { message: 'm', _meta: { '${RELATED_TASK}': { taskId: '${taskId}', motd: 'EVIL' }, x: 'EVIL' } }, 'q');
       reply(id, '{}');
     };`;

  test.each<[string, unknown]>([
    ['mine', { _meta: { [RELATED_TASK]: { taskId: 'mine' } } }],
    ['another', {}],
  ])('in a question about the task %s', async (taskId, expected) => {
    const raw = await open(BEGIN + asked(taskId), { elicitation: {} });
    await raw.request('tools/call', { name: 'echo', task: {} });
    await settle(raw);
    expect(raw.heard.map(({ params }) => params)).toEqual([{ message: 'm', ...(expected as object) }]);
    expect(raw.withheld).toContain('s message elicitation/create _meta x guard.unknown-member');
  });

  test('in a result', async () => {
    const _meta = { [RELATED_TASK]: { taskId: 'another' } };
    const raw = await open(`on['tools/call'] = id => answer(id, ${JSON.stringify({ content: [], _meta })});`);
    expect(await raw.call('echo')).toEqual({ jsonrpc: '2.0', id: 2, result: { content: [], _meta: {} } });
    expect(raw.withheld).toContain(`s message tools/call ${RELATED_TASK} guard.unknown-member`);
  });

  test('in the result of the task itself', async () => {
    const _meta = { [RELATED_TASK]: { taskId: 'mine' } };
    const raw = await open(
      `${BEGIN} on['tasks/result'] = id => answer(id, ${JSON.stringify({ content: [], _meta })});`,
    );
    await raw.request('tools/call', { name: 'echo', task: {} });
    expect(await raw.request('tasks/result', { taskId: 'mine' })).toMatchObject({ result: { content: [], _meta } });
  });
});

describe('progress of a server', () => {
  const telling = (progress: object): string =>
    `on['tools/call'] = (id, { _meta }) => {
       send('notifications/progress', { progressToken: _meta.progressToken, ...${JSON.stringify(progress)} });
       answer(id, { content: [] });
     };`;

  test.each<[object, object[], string]>([
    [
      { progress: 1, motd: 'EVIL' },
      [{ progress: 1, progressToken: 't' }],
      'notifications/progress motd guard.unknown-member',
    ],
    [{ progress: 1, message: { a: 'EVIL' } }, [], 'notifications/progress guard.malformed'],
    [{ progress: 1, total: 'EVIL' }, [], 'notifications/progress guard.malformed'],
    [{ progress: 'EVIL' }, [], 'notifications/progress guard.malformed'],
    [{}, [], 'notifications/progress guard.malformed'],
    [{ progress: 1, message: 'x'.repeat(70_000) }, [], 'notifications/progress guard.malformed'],
  ])('%j arrives as %j, and the log says what does not', async (progress, arrives, logged) => {
    const raw = await open(telling(progress));
    await raw.request('tools/call', { name: 'echo', _meta: { progressToken: 't' } });
    expect(raw.heard.map(({ params }) => params)).toEqual(arrives);
    expect(raw.withheld).toContain(`s message ${logged}`);
  });
});

describe('an answer of a client', () => {
  const ASKING = `on['tools/call'] = id => {
    require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      if (JSON.parse(line).id === 'q') answer(id, { content: [{ type: 'text', text: line }] });
    });
    send('roots/list', {}, 'q');
  };`;
  const INVALID = { code: -32603, message: 'The client gave no valid answer.' };

  test.each<[object, object]>([
    [
      { error: { code: -1, message: 'no', data: 7, motd: 'EVIL', Message: 'EVIL' } },
      { error: { code: -1, message: 'no', data: 7 } },
    ],
    [{ error: 'EVIL' }, { error: INVALID }],
    [{ error: { code: 'EVIL', message: 'EVIL' } }, { error: INVALID }],
    [{ error: { code: 1, message: 'EVIL' }, result: { roots: ['EVIL'] } }, { error: INVALID }],
    [{ result: ['EVIL'] }, { error: INVALID }],
    [{}, { error: INVALID }],
    [{ result: { roots: [], motd: 'EVIL' }, motd: 'EVIL' }, { result: { roots: [] } }],
  ])('%j reaches the server as %j, and the log says what does not', async (given, arrives) => {
    const raw = await open(ASKING, { roots: {} });
    raw.onRequest = () => given as JsonObject;
    const { result } = (await raw.call('echo')) as { result: { content: [{ text: string }] } };
    expect(JSON.parse(result.content[0].text)).toEqual({ jsonrpc: '2.0', id: 'q', ...arrives });
    expect(raw.withheld.join()).toContain('client message ');
  });
});

describe('nothing of a client is dropped in silence', () => {
  test.each<[string, string]>([
    ['[{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo"}}]', 'guard.malformed'],
    ['{"jsonrpc":"2.0","id":9,"id":10,"method":"ping"}', 'guard.malformed'],
    ['not JSON', 'guard.malformed'],
    ['{"jsonrpc":"1.0","id":9,"method":"ping"}', 'guard.malformed'],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 'guard.malformed'],
    ['{"jsonrpc":"2.0","id":null,"method":"tools/call"}', 'guard.malformed'],
  ])('[guard.no-silence] %s is refused and logged as %s', async (line, code) => {
    const raw = await open('');
    raw.write(line);
    await raw.until(() => raw.heard.length > 0);
    expect(raw.heard).toMatchObject([{ error: {} }]);
    expect(raw.records).toMatchObject([{ decision: 'deny', code }]);
  });

  test('a second request under an id that is in use', async () => {
    const raw = await open(`on['tools/call'] = () => {};`);
    void raw.request('tools/call', { name: 'echo' }, 'x');
    const second = raw.request('tools/call', { name: 'echo' }, 'x');
    expect(await second).toMatchObject({ error: { code: -32600 } });
    expect(raw.records).toContainEqual(expect.objectContaining({ decision: 'deny', code: 'guard.invalid-request' }));
  });

  test('members beside and inside the params', async () => {
    const raw = await open('');
    const ref = { type: 'ref/prompt', name: 'p', motd: 1 };
    const params = { ref, argument: { name: 'city', value: '', motd: 1 } };
    raw.write(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'completion/complete', params, motd: 1 }));
    await settle(raw);
    for (const name of ['motd', 'ref motd', 'argument motd']) {
      expect(raw.withheld).toContain(`client message completion/complete ${name} guard.unknown-member`);
    }
  });

  test('capabilities that servers do not learn of', async () => {
    const raw = await open('', { roots: { listChanged: true, motd: 1 }, extensions: { 'x/y': {} } });
    for (const name of ['capabilities roots motd', 'capabilities extensions']) {
      expect(raw.withheld).toContain(`client message initialize ${name} guard.unknown-member`);
    }
  });
});

describe('nothing of a server is dropped in silence', () => {
  test.each([
    '[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"EVIL"}}]',
    '{"jsonrpc":"1.0","method":"notifications/message","params":{"level":"info","data":"EVIL"}}',
    'EVIL',
  ])('%s', async line => {
    const raw = await open(`on['logging/setLevel'] = id => { out(${JSON.stringify(line)}); reply(id, '{}'); };`);
    await settle(raw);
    expect(raw.heard).toEqual([]);
    expect(raw.withheld).toContain('s message  guard.malformed');
  });

  test('members beside and inside the params', async () => {
    const line = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: { x: 1 } }, motd: 1 };
    const raw = await open(
      `on['logging/setLevel'] = id => { out(${JSON.stringify(JSON.stringify(line))}); reply(id, '{}'); };`,
    );
    await settle(raw);
    for (const name of ['motd', '_meta x']) {
      expect(raw.withheld).toContain(`s message notifications/tools/list_changed ${name} guard.unknown-member`);
    }
  });
});

describe('a completion for a template', () => {
  const complete = (raw: RawClient, value: string, context?: object): Promise<JsonObject> =>
    raw.request('completion/complete', {
      ref: { type: 'ref/resource', uri: TEMPLATE.uriTemplate },
      argument: { name: 'path', value },
      ...(context === undefined ? {} : { context: { arguments: context } }),
    });

  test.each(['../', 'a/../../etc/', '..\\', '%2e%2e/', '%252e%252e%252f', '．．/', 'a\u0000', '..;/', '.. /'])(
    '[guard.completed-places] does not lead out of it by %j',
    async value => {
      const raw = await open('');
      const refused = { error: { code: -32602, data: { code: 'guard.invalid-request' } } };
      expect(await complete(raw, value)).toMatchObject(refused);
      expect(await complete(raw, '', { path: value })).toMatchObject(refused);
    },
  );

  test.each(['', 'a', 'a/b', '.hidden', 'a..b', 'notes of today', '100%'])('takes %j', async value => {
    const raw = await open('');
    expect(await complete(raw, value, { lang: value })).toMatchObject({ result: { completion: {} } });
  });
});
