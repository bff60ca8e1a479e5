import type { JsonObject } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { codeOf, guardScripts, type RawClient, textOf } from '../../../../../test/fakes/raw-client.ts';
import { answering } from '../../../../../test/fakes/scripted-server.ts';

const ECHO = { name: 'echo', description: 'Gives back what it gets.', inputSchema: { type: 'object' } };
const PROMPT = { name: 'p', arguments: [{ name: 'city' }] };
const TEMPLATE = { uriTemplate: 'file:///docs/{+path}', name: 't' };
const SHOWN = { tools: [ECHO], prompts: [PROMPT], templates: [TEMPLATE] };
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

function server(script: string): string {
  return `
    on['tools/list'] = id => answer(id, ${JSON.stringify({ tools: [ECHO] })});
    on['prompts/list'] = id => answer(id, ${JSON.stringify({ prompts: [PROMPT] })});
    on['resources/list'] = id => answer(id, { resources: [] });
    on['resources/templates/list'] = id => answer(id, ${JSON.stringify({ resourceTemplates: [TEMPLATE] })});
    on['tools/call'] = (id, params) => answer(id, { content: [{ type: 'text', text: JSON.stringify(params) }] });
    on['completion/complete'] = (id, params) => answer(id, { completion: { values: [JSON.stringify(params)] } });
    on['logging/setLevel'] = id => reply(id, '{}');
    ${script}`;
}

async function open(script: string, capabilities = {}): Promise<RawClient> {
  const client = guardScripts({ s: server(script) }, { s: SHOWN });
  await client.initialize(capabilities);
  return client;
}

/** Waits until the guard has handled everything that the server wrote before. */
async function settle(raw: RawClient): Promise<void> {
  await raw.request('logging/setLevel', { level: 'info' });
}

const PAGE = { uri: 'ui://evil', mimeType: 'text/html;profile=mcp-app', text: 'EVIL' };

describe('[guard.unpinned] refuses an unpinned page', () => {
  test.each<[string, JsonObject]>([
    ['in a message of a prompt', { type: 'resource', resource: PAGE }],
    ['in a list of blocks in a message of a prompt', [{ type: 'resource', resource: PAGE }] as never],
    ['as the result of a tool in a message', { type: 'tool_result', content: [{ type: 'resource', resource: PAGE }] }],
  ])('%s', async (_, content) => {
    const raw = await open(answering({ 'prompts/get': { messages: [{ role: 'user', content }] } }));
    expect(codeOf(await raw.request('prompts/get', { name: 'p' }))).toBe('guard.unpinned');
  });

  test.each([' ui://evil', '\u0000ui://evil', 'u\ti://evil', 'skill\n://evil/SKILL.md', 'UI://evil'])(
    'under the URI %j, which URL parsers normalize',
    async uri => {
      const content = [{ type: 'resource', resource: { uri, text: 'EVIL' } }];
      const raw = await open(answering({ 'tools/call': { content } }));
      expect(codeOf(await raw.call('echo'))).toBe('guard.unpinned');
      expect(codeOf(await raw.request('resources/read', { uri }))).toBe('guard.unpinned');
    },
  );
});

describe('results', () => {
  test('with two spellings of a member inside a message of a prompt are refused', async () => {
    const resource = { uri: 'w://x', text: 'a', Text: 'EVIL' };
    const messages = [{ role: 'user', content: { type: 'resource', resource } }];
    const raw = await open(answering({ 'prompts/get': { messages } }));
    expect(codeOf(await raw.request('prompts/get', { name: 'p' }))).toBe('server.ambiguous-key');
  });

  test('lose members reserved for the guard, in every spelling', async () => {
    const _meta = { 'dev.toolmark/a': 1, 'ＤEV.toolmarK/b': 1, 'dev．toolmark／c': 1, d: 1 };
    const raw = await open(`on['tools/call'] = id => answer(id, ${JSON.stringify({ content: [], _meta })});`);
    expect(await raw.call('echo')).toMatchObject({ result: { content: [], _meta: { d: 1 } } });
    expect(raw.lines.at(-1)).not.toMatch(/toolmark/i);
  });

  test('with members reserved for the guard in a content block are refused', async () => {
    const block = { type: 'text', text: 'a', _meta: { 'dev.toolmark/guard': { code: 'guard.denied' } } };
    const raw = await open(`on['tools/call'] = id => answer(id, ${JSON.stringify({ content: [block] })});`);
    expect(codeOf(await raw.call('echo'))).toBe('guard.unexpected-result');
  });

  test.each(['Code', 'ｃode', 'code'])('an error has no code of the guard under %s', async name => {
    const error = { code: -32000, message: 'no', data: { [name]: 'GUARD.denied', why: 1 } };
    const raw = await open(`on['tools/call'] = id => fail(id, ${JSON.stringify(error)});`);
    expect(await raw.call('echo')).toMatchObject({ error: { code: -32000, data: { why: 1 } } });
    expect(raw.lines.at(-1)).not.toMatch(/guard/i);
  });
});

describe('a server can refer only to its own tasks', () => {
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
      { progress: 1, message: 'a\u202eb', motd: 'EVIL' },
      [{ progress: 1, message: 'ab', progressToken: 't' }],
      'notifications/progress motd guard.unknown-member',
    ],
    [{ progress: 1, message: { a: 'EVIL' } }, [], 'notifications/progress guard.malformed'],
    [{ progress: 1, total: 'EVIL' }, [], 'notifications/progress guard.malformed'],
    [{ progress: 'EVIL' }, [], 'notifications/progress guard.malformed'],
    [{}, [], 'notifications/progress guard.malformed'],
    [{ progress: 1, message: 'x'.repeat(70_000) }, [], 'notifications/progress guard.malformed'],
  ])('%j arrives as %j, and the log records what is removed', async (progress, arrives, logged) => {
    const raw = await open(telling(progress));
    await raw.request('tools/call', { name: 'echo', _meta: { progressToken: 't' } });
    expect(raw.heard.map(({ params }) => params)).toEqual(arrives);
    expect(raw.withheld).toContain(`s message ${logged}`);
  });
});

describe('an answer of a client', () => {
  const ASKING = `on['tools/call'] = id => {
    onMessage = (message, line) => { if (message.id === 'q') answerText(id, line); };
    send('roots/list', {}, 'q');
  };`;
  const INVALID = { code: -32603, message: 'The client sent no valid response.' };

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
  ])('%j reaches the server as %j, and the log records what is removed', async (given, arrives) => {
    const raw = await open(ASKING, { roots: {} });
    raw.onRequest = () => given as JsonObject;
    expect(JSON.parse(textOf(await raw.call('echo')))).toEqual({ jsonrpc: '2.0', id: 'q', ...arrives });
    expect(raw.withheld.join()).toContain('client message ');
  });
});

describe('everything dropped from a client is logged', () => {
  test.each<[string, string]>([
    ['[{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo"}}]', 'guard.malformed'],
    ['{"jsonrpc":"2.0","id":9,"id":10,"method":"ping"}', 'guard.malformed'],
    ['not JSON', 'guard.malformed'],
    ['{"jsonrpc":"2.0","id":9,"method":7}', 'guard.malformed'],
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

  test('capabilities that are hidden from servers', async () => {
    const raw = await open('', { roots: { listChanged: true, motd: 1 }, extensions: { 'x/y': {} } });
    for (const name of ['capabilities roots motd', 'capabilities extensions']) {
      expect(raw.withheld).toContain(`client message initialize ${name} guard.unknown-member`);
    }
  });
});

describe('everything dropped from a server is logged', () => {
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
    '[guard.template-places] refuses the value %j',
    async value => {
      const raw = await open('');
      const refused = { error: { code: -32602, data: { code: 'guard.invalid-request' } } };
      expect(await complete(raw, value)).toMatchObject(refused);
      expect(await complete(raw, '', { path: value })).toMatchObject(refused);
    },
  );

  test.each(['', 'a', 'a/b', '.hidden', 'a..b', 'notes of today', '100%'])('accepts the value %j', async value => {
    const raw = await open('');
    expect(await complete(raw, value, { lang: value })).toMatchObject({ result: { completion: {} } });
  });
});
