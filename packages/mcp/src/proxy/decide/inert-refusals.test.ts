import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { Digest, JsonObject } from '@toolmark/core';
import { type AuditEvent, type AuditLink, makeAuditRecord } from '@toolmark/core/guard';
import fc from 'fast-check';
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
import type { AuditLog } from '../../audit/audit-log.ts';
import { auditTrail } from '../approve/audit-trail.ts';
import { serveHttp } from '../client/http-listener.ts';
import { Guard } from '../guard.ts';
import { errorAnswer, RpcError } from '../json-rpc.ts';
import { guardError, toolRefusal, unknownThing } from './refusals.ts';

/** An escape sequence, C1, bidirectional controls, a line break, zero width, a tag letter and private use. */
const EVIL = 'x\u001b[2J\u009b31m\u202e\u2066\n\u200b\u{e0041}\ue000z';
const STEERS = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;

const GRID = {
  name: 'grid',
  description: 'Draws.',
  inputSchema: { type: 'object', properties: { kind: { enum: ['a'] } }, additionalProperties: false },
  outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
};
const FREE = { name: 'free', description: 'Takes anything.', inputSchema: { type: 'object' } };
const SHOWN = {
  tools: [GRID, FREE],
  prompts: [{ name: 'plan' }],
  resources: [{ uri: 'w://today', name: 'today' }],
  templates: [{ uriTemplate: 'w://city/{name}', name: 'city' }],
};

/** Answers every request with a hostile error, and a call of `grid` with a result that breaks its schema. */
const SERVER = `
  const evil = ${JSON.stringify(EVIL)};
  const shown = ${JSON.stringify(SHOWN)};
  initializeResult = JSON.stringify({ protocolVersion: '2025-11-25', serverInfo: { name: 'x', version: '1' },
    capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} } });
  const refuse = id => fail(id, { code: -32000, message: evil, data: { [evil]: [evil] } });
  on['tools/list'] = id => reply(id, JSON.stringify({ tools: [...shown.tools, { ...shown.tools[1], name: evil }] }));
  on['prompts/list'] = id => reply(id, JSON.stringify({ prompts: [...shown.prompts, { name: evil }] }));
  on['resources/list'] = id => reply(id, JSON.stringify({ resources: [...shown.resources, { name: 'e', uri: evil }] }));
  on['resources/templates/list'] = id => reply(id, JSON.stringify({ resourceTemplates: shown.templates }));
  on['tools/call'] = (id, { name }) => name === 'grid'
    ? reply(id, JSON.stringify({ content: [], structuredContent: { [evil]: evil } })) : refuse(id);
  for (const method of ['prompts/get', 'resources/read', 'resources/subscribe', 'completion/complete', 'logging/setLevel'])
    on[method] = refuse;`;

const DIGEST: Digest = `sha256:${'a'.repeat(64)}`;

/** A guard that records values in its audit log. */
function start(script: string, options: Partial<RawOptions> = {}): { raw: RawClient; log: string[] } {
  const log: string[] = [];
  const append = (event: AuditEvent): AuditLink => {
    const { line, link } = makeAuditRecord(event, undefined, new Date(0));
    log.push(line);
    return link;
  };
  const appendAll: AuditLog['appendAll'] = ([first, ...rest]) =>
    rest.reduce((_, event) => append(event), append(first));
  const fake = { append, appendAll };
  const lock = options.lock ?? lockOf({ s: SHOWN });
  const audit = auditTrail({ log: fake, grounds: { lock: DIGEST, policy: null }, lock, withValues: true });
  return { raw: guardScripts({ s: script }, {}, { lock, audit, ...options }), log };
}

/** Every string in a value with a control or hidden character, member names included. */
function steeringIn(value: unknown): string[] {
  if (typeof value === 'string') return STEERS.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [...steeringIn(name), ...steeringIn(item)]);
}

function expectInert({ raw, log }: { raw: RawClient; log: string[] }, answer: JsonObject): void {
  expect(steeringIn(answer)).toEqual([]);
  expect(log.filter(line => STEERS.test(line) || steeringIn(JSON.parse(line)).length > 0)).toEqual([]);
  expect(raw.stderr.filter(line => STEERS.test(line))).toEqual([]);
}

describe('[output.inert] text with terminal control characters is escaped in', () => {
  const refArgument = { name: 'x', value: EVIL };
  test.each<[string, string, JsonObject]>([
    ['an unknown tool', 'tools/call', { name: EVIL, arguments: { [EVIL]: EVIL } }],
    ['an unlocked tool that the server lists', 'tools/call', { name: EVIL }],
    ['the name of an argument', 'tools/call', { name: 'grid', arguments: { [EVIL]: 1 } }],
    ['the value of an argument', 'tools/call', { name: 'grid', arguments: { kind: EVIL } }],
    ['a result that does not fit', 'tools/call', { name: 'grid', arguments: {} }],
    ['an error of the server', 'tools/call', { name: 'free', arguments: { [EVIL]: EVIL } }],
    ['an unknown prompt', 'prompts/get', { name: EVIL }],
    ['an error for a prompt', 'prompts/get', { name: 'plan' }],
    ['an unknown resource', 'resources/read', { uri: EVIL }],
    ['an error for a resource', 'resources/read', { uri: 'w://today' }],
    ['an unknown subscription', 'resources/subscribe', { uri: EVIL }],
    [
      'a completion for an unknown prompt',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: EVIL }, argument: refArgument },
    ],
    [
      'a completion for an unknown resource',
      'completion/complete',
      { ref: { type: 'ref/resource', uri: EVIL }, argument: refArgument },
    ],
    ['a completion for an unknown kind', 'completion/complete', { ref: { type: EVIL }, argument: refArgument }],
    ['a cursor', 'tools/list', { cursor: EVIL }],
    ['a level', 'logging/setLevel', { level: EVIL }],
    ['a task', 'tasks/result', { taskId: EVIL }],
    ['a task status', 'tasks/get', { taskId: EVIL }],
    ['an unknown method', EVIL, { [EVIL]: EVIL }],
  ])('%s', async (_, method, params) => {
    const { raw, log } = start(SERVER);
    await raw.initialize();
    const answer = await raw.request(method, params);
    expect(answer.error !== undefined || (answer.result as JsonObject).isError === true).toBe(true);
    expectInert({ raw, log }, answer);
  });

  test.each(['tools/list', 'prompts/list', 'resources/list'])('reports about items withheld from %s', async method => {
    const { raw, log } = start(SERVER);
    await raw.initialize();
    expectInert({ raw, log }, await raw.request(method));
    expect(log.join()).toContain('guard.unlocked');
    expect(raw.stderr.join()).toContain(String.raw`\u{202e}`);
  });

  test('the text of an advisory', async () => {
    const { raw, log } = start(SERVER, { advisories: { refusalOf: () => EVIL } });
    await raw.initialize();
    await raw.request('tools/list');
    expectInert({ raw, log }, await raw.call('free'));
    expect(log.join()).toContain('guard.advisory');
  });

  test('the key of a server that cannot be reached', async () => {
    const { raw, log } = start('process.exit(3);', {
      sources: { [EVIL]: scriptedServer('process.exit(3);') },
      lock: lockOf({ [EVIL]: SHOWN }),
    });
    expectInert({ raw, log }, await raw.initialize());
  });

  test('the error with which a server answers initialize', async () => {
    const { raw, log } = start(`${SERVER} on.initialize = refuse;`);
    const answer = await raw.initialize();
    expect(answer.error).toBeDefined();
    expectInert({ raw, log }, answer);
  });

  test('a message of the server that cannot be read', async () => {
    const { raw, log } = start(
      `${SERVER} on['tools/call'] = () => out('{"' + evil.replace('\\n', '') + '":1,' + evil);`,
    );
    await raw.initialize();
    const answer = await raw.call('free');
    expect(answer.error).toBeDefined();
    expectInert({ raw, log }, answer);
  });

  test('a message of the client that cannot be read', async () => {
    const { raw, log } = start(SERVER);
    await raw.initialize();
    const name = JSON.stringify(EVIL);
    raw.write(`{"jsonrpc":"2.0","id":7,"method":"ping","params":{${name}:1,${name}:2}}`);
    raw.write(`{"jsonrpc":"2.0","id":8,\u202e}`);
    raw.write(`{"jsonrpc":"2.0","id":9,"method":"ping","params":${name}}`);
    await raw.until(() => raw.heard.length >= 3);
    for (const answer of raw.heard) expectInert({ raw, log }, answer);
  });

  test('the version in a request over HTTP', async () => {
    const guard = new Guard(
      guardSettings({ servers: [{ key: 's', source: scriptedServer(SERVER) }], lock: lockOf({ s: SHOWN }) }),
    );
    const settings = { host: '127.0.0.1', port: 0, maxBytes: 100_000, stderr: () => {}, now: Date.now };
    const listener = await serveHttp(guard, settings);
    onTestFinished(() => listener.close().then(() => guard.close()));
    const version = '\u009b31m';
    const params = { _meta: { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': version } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/list',
    };
    const sent = httpRequest(listener.url, { method: 'POST', headers });
    sent.end(Buffer.from(body));
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    expect(text).toContain(String.raw`\\u{9b}31m`);
    expect(steeringIn(JSON.parse(text))).toEqual([]);
  });
});

describe('for any text', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 300 });
  const anyJson = fc.jsonValue({ stringUnit: 'binary' });

  test('an error answer is inert', () => {
    fc.assert(
      fc.property(anyText, anyJson, (text, data) => {
        const given = JSON.parse(JSON.stringify(data));
        expect(steeringIn(errorAnswer(1, new RpcError(-1, text, given)))).toEqual([]);
        expect(steeringIn(errorAnswer(1, guardError('guard.drifted', text)))).toEqual([]);
        for (const list of ['tools', 'prompts', 'resources', 'templates'] as const)
          expect(steeringIn(errorAnswer(1, unknownThing(list, text)))).toEqual([]);
      }),
    );
  });

  test('a refused call is inert', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(steeringIn(toolRefusal('guard.denied', text, 1, true))).toEqual([]);
      }),
    );
  });
});
