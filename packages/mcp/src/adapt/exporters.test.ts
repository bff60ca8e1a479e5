import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import type { Tool as McpSdkTool } from '@modelcontextprotocol/server';
import { type JsonObject, parseMetadataPolicy, sha256 } from '@toolmark/core';
import { asSchema, dynamicTool, generateText, jsonSchema, stepCountIs, type ToolSet } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { fakeConnection, HOSTILE, hide } from '../../../../test/fakes/fake-connection.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { describeShared } from '../../../../test/shared.ts';
import type { ExportOptions } from './fit-tools.ts';
import { importServers } from './import-servers.ts';
import { importTools } from './import-tools.ts';
import type { ImportedTool } from './imported-tool.ts';
import { toAiSdkTools } from './to-ai-sdk-tools.ts';
import { type AnthropicTool, toAnthropicTools } from './to-anthropic-tools.ts';
import { toMcpTools } from './to-mcp-tools.ts';
import { toOpenAiResponsesTools, toOpenAiTools } from './to-openai-tools.ts';
import type { AdaptWarning } from './warning.ts';

const FORECAST = {
  name: 'get_forecast',
  title: 'Forecast',
  description: 'Gets the forecast of a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  annotations: { readOnlyHint: true },
};

async function imported(tools: readonly object[]): Promise<readonly ImportedTool[]> {
  return (await importTools(fakeConnection(tools), { warn: () => {} })).tools;
}

/** As data: what an SDK would write on the wire, plus what the AI SDK reads from its objects. */
const SHAPES: readonly [string, (tools: readonly ImportedTool[]) => unknown][] = [
  ['OpenAI', toOpenAiTools],
  ['OpenAI Responses', toOpenAiResponsesTools],
  ['Anthropic', toAnthropicTools],
  ['MCP', toMcpTools],
  ['AI SDK', tools => JSON.parse(JSON.stringify(toAiSdkTools(tools)))],
];

/** Control, bidi, zero-width, private use and tag characters outside of flags. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u200b\u202a-\u202e\u2060-\u206f\ufeff\ue000-\uf8ff]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/u;

/** Names and texts at any depth that hold something hidden. */
function findHidden(shape: unknown): string[] {
  const texts: string[] = [];
  JSON.stringify(shape, (key, value: unknown) => {
    texts.push(key);
    if (typeof value === 'string') texts.push(value);
    return typeof value === 'bigint' ? Number(value) : value;
  });
  return texts.filter(text => HIDDEN.test(text));
}

describe.each(SHAPES)('%s tools', (_, toShape) => {
  test('contain the cleaned text without hidden characters', async () => {
    const shape = toShape(await imported([HOSTILE, FORECAST]));
    expect(findHidden(shape)).toEqual([]);
    expect(JSON.stringify(shape)).toContain(String.raw`Sends a mail.hidden\n# Newsection`);
    expect(findHidden([HOSTILE.description])).toHaveLength(1);
  });

  test('contain no hidden characters for any input', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })).map(s => s.toWellFormed());
    const schema = fc.record({ description: text, title: text, default: text, $comment: text, 'x-own': text });
    const hostile = fc.record({
      title: text,
      description: text,
      inputSchema: fc.record({ type: fc.constant('object'), description: text, properties: fc.record({ a: schema }) }),
      annotations: fc.record({ title: text, more: text }),
      _meta: fc.record({ note: text }),
    });
    await fc.assert(
      fc.asyncProperty(hostile, async members => {
        expect(findHidden(toShape(await imported([{ name: 'a', ...members }])))).toEqual([]);
      }),
    );
  });

  test('are copies, independent of the imported tool', async () => {
    const tools = await imported([FORECAST]);
    const before = JSON.stringify(tools);
    spoil(toShape(tools));
    expect(JSON.stringify(tools)).toBe(before);
  });
});

function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) spoil(item);
  Object.assign(value, { spoilt: true });
}

type Exporter = (tools: readonly ImportedTool[], options: ExportOptions) => object;
const MODEL_APIS: readonly [string, Exporter][] = [
  ['OpenAI', toOpenAiTools],
  ['OpenAI Responses', toOpenAiResponsesTools],
  ['Anthropic', toAnthropicTools],
  ['AI SDK', toAiSdkTools],
];

async function exported(tools: readonly object[], toShape: Exporter) {
  const policy = parseMetadataPolicy({ names: { pattern: '.+', maxLength: 128 }, maxDescriptionLength: null });
  const warnings: AdaptWarning[] = [];
  const all = await importTools(fakeConnection(tools), { policy });
  const shapes = toShape(all.tools, { warn: warning => warnings.push(warning) });
  return { shapes: Object.values(shapes) as unknown[], warnings };
}

const withSchema = (inputSchema: unknown): object => ({ name: 'bad', inputSchema });
const withParameter = (schema: unknown): object => withSchema({ type: 'object', properties: { x: schema } });
const MANY = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, {}]));
const DEEP = Array.from({ length: 100 }).reduce<object>(inner => ({ properties: { x: inner } }), {});

describe.each(MODEL_APIS)('a tool that %s would refuse is omitted alone', (_, toShape) => {
  test.each<[string, object]>([
    ['a name with a dot', { name: 'a.b' }],
    ['a name of 65 characters', { name: 'x'.repeat(65) }],
    ['a name in other letters', { name: 'é' }],
    ['an unknown type', withParameter({ type: 'strin' })],
    ['a parameter that is not a schema', withParameter('oops')],
    ['a pattern that is none', withParameter({ pattern: '(' })],
    ['required that is not an array', withParameter({ required: true })],
    ['a bound that is not a number', withParameter({ minimum: '5' })],
    ['a reference to nothing', withParameter({ $ref: '#/$defs/x' })],
    ['a reference to the network', withParameter({ $ref: 'https://evil.example/x' })],
    ['parameters behind the network', withSchema({ anyOf: [{ $ref: 'https://evil.example/x' }] })],
    ['a reference to a variant that gives way', withSchema({ anyOf: [{}], properties: { x: { $ref: '#/anyOf/0' } } })],
    ['10,000 parameters', withSchema({ properties: MANY })],
    ['a hundred levels', withSchema(DEEP)],
    [
      'odd names that are used elsewhere',
      withSchema({ properties: { 'a[b]': {} }, dependentRequired: { 'a[b]': ['c'] } }),
    ],
    ['odd names that are referred to', withSchema({ properties: { 'a[b]': {}, c: { $ref: '#/properties/a[b]' } } })],
    [
      'a name made to equal the alias of another',
      withSchema({ properties: { 'a[b]': {}, [`a_b__${sha256('a[b]').slice(7, 15)}`]: {} } }),
    ],
  ])('%s', async (_title, bad) => {
    const { shapes, warnings } = await exported([FORECAST, bad], toShape);
    expect(shapes).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: 'TOOLMARK_UNFIT', findings: [{ code: 'adapt.unfit-tools' }] }]);
  });
});

describe('schemas are converted to a form that APIs accept', () => {
  const parametersOf = async (inputSchema: object): Promise<object> => {
    const { shapes, warnings } = await exported([withSchema(inputSchema)], toAnthropicTools);
    expect(warnings.filter(({ code }) => code === 'TOOLMARK_UNFIT')).toEqual([]);
    return (shapes as { input_schema: object }[])[0]?.input_schema ?? {};
  };

  test.each<[string, object, object]>([
    ['a list that says nothing of its items', { type: 'array' }, { type: 'array', items: {} }],
    ['a list among other types', { type: ['string', 'array'] }, { type: ['string', 'array'], items: {} }],
    [
      'a tuple of older drafts',
      { type: 'array', items: [{}, { type: 'array' }], additionalItems: false },
      { type: 'array', prefixItems: [{}, { type: 'array', items: {} }], items: false },
    ],
    ['an exclusive bound of draft 4', { minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }],
    ['a bound that draft 4 includes', { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
    ['a bound of nothing', { exclusiveMaximum: true }, {}],
    ['data that looks like a schema', { const: { type: 'array' } }, { const: { type: 'array' } }],
    [
      'parameters called like keywords',
      { properties: { items: { type: 'array' }, type: { type: 'string' }, enum: { type: 'array' } } },
      {
        properties: {
          items: { type: 'array', items: {} },
          type: { type: 'string' },
          enum: { type: 'array', items: {} },
        },
      },
    ],
  ])('%s', async (_title, schema, sent) => {
    expect(
      await parametersOf({ $schema: 'http://json-schema.org/draft-04/schema#', properties: { x: schema } }),
    ).toEqual({
      type: 'object',
      properties: { x: sent },
    });
  });

  test('a union at the root, with a warning that it says less', async () => {
    const $defs = { A: { properties: { a: {} }, required: ['a'] }, B: { properties: { b: {} } } };
    const union = withSchema({ anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }], $defs });
    const { shapes, warnings } = await exported([union], toAnthropicTools);
    expect(shapes).toMatchObject([{ input_schema: { properties: { a: {}, b: {} } } }]);
    expect(warnings).toMatchObject([{ code: 'TOOLMARK_ADJUSTED', findings: [{ pointer: '/inputSchema' }] }]);
  });

  test.each<[string, Exporter, number]>([
    ['OpenAI', toOpenAiTools, 1],
    ['OpenAI Responses', toOpenAiResponsesTools, 1],
    ['Anthropic', toAnthropicTools, 0],
    ['AI SDK', toAiSdkTools, 0],
  ])('a description of 1,500 characters for %s', async (_title, toShape, count) => {
    const { shapes, warnings } = await exported([{ name: 'a', description: 'é'.repeat(1500) }], toShape);
    const kept = count === 1 ? `${'é'.repeat(1024 - '…(truncated)'.length)}…(truncated)` : 'é'.repeat(1500);
    expect(JSON.stringify(shapes)).toContain(`"${kept}"`);
    expect(warnings.map(({ code }) => code)).toEqual(Array(count).fill('TOOLMARK_ADJUSTED'));
  });

  test('a cap that is none is refused', async () => {
    const tools = await imported([FORECAST]);
    expect(refusalOf(() => toAnthropicTools(tools, { maxDescriptionLength: Number.NaN })).code).toBe(
      'policy.malformed',
    );
  });

  const ODD = {
    type: 'object',
    properties: { 'filter[id]': { enum: [`x${hide('y')}`] }, ['k'.repeat(70)]: {}, '': {}, fine: {} },
    required: ['filter[id]', 'fine'],
  };

  test('names of parameters that Anthropic refuses, which reach the server as they were', async () => {
    const connection = fakeConnection([{ name: 'a', inputSchema: ODD }]);
    const { tools, callByName } = await importTools(connection);
    const [tool] = toAnthropicTools(tools);
    const names = Object.keys(tool?.input_schema.properties ?? {});
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    expect(tool?.input_schema.required).toEqual([names[0], 'fine']);
    await callByName('a', Object.fromEntries(names.map(name => [name, 'x'])));
    const args = { 'filter[id]': `x${hide('y')}`, ['k'.repeat(70)]: 'x', '': 'x', fine: 'x' };
    expect(connection.calls).toMatchObject([{ args }]);
  });

  test('names of parameters inside variants, and arguments that merely look renamed', async () => {
    const connection = fakeConnection([{ name: 'a', inputSchema: { anyOf: [{ properties: { $top: {} } }] } }]);
    const { tools, callByName } = await importTools(connection);
    const [tool] = toOpenAiTools(tools, { warn: () => {} });
    const [name = ''] = Object.keys(tool?.function.parameters.properties ?? {});
    await callByName('a', { [name]: 1, other_0123abcd: 2 });
    expect(connection.calls).toMatchObject([{ args: { $top: 1, other_0123abcd: 2 } }]);
  });
});

describe('names', () => {
  test.each<[string, Exporter]>([...MODEL_APIS, ['MCP', toMcpTools]])(
    'that are duplicates stop the export to %s',
    async (_, toShape) => {
      const once = await imported([FORECAST]);
      for (const twice of [
        [...once, ...once],
        [...once, ...(await imported([FORECAST]))],
      ]) {
        const refusal = refusalOf(() => toShape(twice, {}));
        expect([refusal.code, refusal.findings.length]).toEqual(['adapt.unfit-tools', 1]);
        expect(refusal.message).toContain('import their servers together');
      }
    },
  );

  test('the name profile llm makes names that fit', async () => {
    const policy = parseMetadataPolicy({ names: { profile: 'llm', onInvalid: 'sanitize' } });
    const { tools } = await importTools(fakeConnection([{ name: 'a.b' }, { name: 'é'.repeat(90) }]), { policy });
    expect(toOpenAiTools(tools).map(tool => tool.function.name)).toEqual([
      expect.stringMatching(/^a_b_[0-9a-f]{8}$/),
      expect.stringMatching(/^tool_[0-9a-f]{8}$/),
    ]);
  });
});

describe('a schema', () => {
  test.each<[string, object, object]>([
    ['that is missing', {}, { type: 'object', properties: {} }],
    ['without a type', { inputSchema: {} }, { type: 'object', properties: {} }],
    [
      'with a choice at its root',
      { inputSchema: { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
      { type: 'object', properties: { a: {}, b: {} } },
    ],
    ['that also allows null', { inputSchema: { type: ['object', 'null'] } }, { type: 'object', properties: {} }],
    [
      'with an integer that only a bigint holds',
      { inputSchema: { properties: { n: { maximum: 10n ** 400n, minimum: -(2n ** 63n) } } } },
      { type: 'object', properties: { n: { maximum: Number.MAX_VALUE, minimum: -(2 ** 63) } } },
    ],
  ])('%s can be sent', async (_, members, parameters) => {
    const [tool] = toOpenAiTools(await imported([{ name: 'a', ...members }]), { warn: () => {} });
    expect(JSON.parse(JSON.stringify(tool?.function.parameters))).toEqual(parameters);
  });

  test('with a parameter called __proto__ keeps it', async () => {
    const inputSchema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    const [tool] = toAnthropicTools(await imported([{ name: 'a', inputSchema }]));
    expect(Object.keys(tool?.input_schema.properties ?? {})).toEqual(['__proto__']);
  });
});

test('the types of the packages themselves fit', async () => {
  const tools = await imported([HOSTILE, FORECAST]);
  const shapes = [
    toOpenAiTools(tools) satisfies OpenAI.ChatCompletionTool[],
    toOpenAiResponsesTools(tools) satisfies OpenAI.Responses.Tool[],
    toAnthropicTools(tools) satisfies Anthropic.Tool[],
    toMcpTools(tools) satisfies McpSdkTool[],
    Object.values(toAiSdkTools(tools) satisfies ToolSet),
  ];
  expect(shapes.map(shape => shape.length)).toEqual([2, 2, 2, 2, 2]);
});

describe('the AI SDK', () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };

  /** A model that calls a tool once and then says goodbye. */
  function model(toolName: string, input: object): MockLanguageModelV3 {
    const call = { type: 'tool-call', toolCallId: '1', toolName, input: JSON.stringify(input) } as const;
    const bye = { type: 'text', text: 'bye' } as const;
    return new MockLanguageModelV3({
      doGenerate: [
        { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
        { content: [bye], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] },
      ],
    });
  }

  async function run(result: JsonObject, input: object = { to: 'me', mode: 'html' }) {
    const connection = fakeConnection([HOSTILE], result);
    const { tools } = await importTools(connection, { server: 'mail' });
    const mock = model('send_mail', input);
    const stopWhen = stepCountIs(2);
    const answer = await generateText({ model: mock, prompt: 'Go on.', tools: toAiSdkTools(tools), stopWhen });
    return { connection, answer, mock };
  }

  test('shows the model the cleaned tool, and its call reaches the server with restored values', async () => {
    const { connection, answer, mock } = await run({ content: [{ type: 'text', text: 'sent' }] });
    expect(answer.text).toBe('bye');
    const [shown] = mock.doGenerateCalls[0]?.tools ?? [];
    expect(shown).toMatchObject({
      type: 'function',
      name: 'send_mail',
      description: 'Sends a mail.hidden\n# Newsection',
    });
    expect(shown).toMatchObject({ inputSchema: { properties: { mode: { enum: ['plain', 'html'] } } } });
    expect(findHidden(shown)).toEqual([]);
    expect(connection.calls).toMatchObject([{ name: 'send_mail', args: { to: 'me', mode: `html${hide('x')}` } }]);
  });

  test.each<[string, JsonObject, object]>([
    [
      'texts and pictures',
      {
        content: [
          { type: 'text', text: 'sent' },
          { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        ],
      },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'sent' },
          { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
        ],
      },
    ],
    [
      'an error',
      { content: [{ type: 'text', text: 'no' }], isError: true },
      { type: 'error-json', value: { content: [{ type: 'text', text: 'no' }], isError: true } },
    ],
    [
      'anything else, with a large integer',
      { content: [{ type: 'audio' }], structuredContent: { id: 2n ** 60n } },
      { type: 'json', value: { content: [{ type: 'audio' }], structuredContent: { id: 2 ** 60 } } },
    ],
    ['nothing', {}, { type: 'json', value: {} }],
  ])('a result of %s comes back to the model', async (_, result, output) => {
    const { mock } = await run(result);
    const last = mock.doGenerateCalls[1]?.prompt.at(-1);
    expect(last).toMatchObject({ role: 'tool', content: [{ type: 'tool-result', output }] });
  });

  test('arguments that are not an object never reach the server', async () => {
    const { connection, mock } = await run({}, [1]);
    expect(connection.calls).toEqual([]);
    expect(mock.doGenerateCalls[1]?.prompt.at(-1)).toMatchObject({ content: [{ output: { type: 'error-text' } }] });
  });

  test('accepts our schema as its own, unchanged', async () => {
    const { get_forecast: ours } = toAiSdkTools(await imported([FORECAST]));
    if (ours === undefined) throw new Error('The tool is missing.');
    const theirs = dynamicTool({ inputSchema: jsonSchema({ type: 'object' }), execute: async () => ({}) });
    expect(ours.type).toBe(theirs.type);
    expect(Object.keys(ours.inputSchema)).toEqual(
      expect.arrayContaining(Object.keys(theirs.inputSchema).filter(key => key !== '_type')),
    );
    expect(asSchema(ours.inputSchema)).toBe(ours.inputSchema);
    expect(await asSchema(ours.inputSchema).jsonSchema).toEqual(FORECAST.inputSchema);
  });
});

describe('over the wire', () => {
  /** Runs a client of an SDK against an API that refuses everything, and gives what it was sent. */
  async function sentBy(ask: (baseURL: string) => Promise<unknown>): Promise<{ tools: unknown }> {
    const bodies: string[] = [];
    const api = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      bodies.push(body);
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
    });
    await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
    try {
      await ask(`http://127.0.0.1:${(api.address() as AddressInfo).port}`).catch(() => {});
    } finally {
      api.close();
    }
    return JSON.parse(bodies[0] ?? '{}');
  }

  const parameters = {
    type: 'object',
    properties: { mode: { enum: ['plain', 'html'] }, size: { maximum: 2 ** 63 } },
    required: ['to'],
  };
  const client = { apiKey: 'none', maxRetries: 0 };
  const model = 'm';
  const messages = [{ role: 'user' as const, content: 'Go on.' }];

  test.each<[string, (tools: readonly ImportedTool[], baseURL: string) => Promise<unknown>, object]>([
    [
      'OpenAI',
      (tools, baseURL) =>
        new OpenAI({ ...client, baseURL }).chat.completions.create({ model, messages, tools: toOpenAiTools(tools) }),
      { type: 'function', function: { name: 'send_mail', parameters } },
    ],
    [
      'OpenAI, for responses,',
      (tools, baseURL) =>
        new OpenAI({ ...client, baseURL }).responses.create({ model, input: '', tools: toOpenAiResponsesTools(tools) }),
      { type: 'function', name: 'send_mail', strict: false, parameters },
    ],
    [
      'Anthropic',
      (tools, baseURL) => {
        const body = { model, max_tokens: 1, messages, tools: toAnthropicTools(tools) };
        return new Anthropic({ ...client, baseURL }).messages.create(body);
      },
      { name: 'send_mail', input_schema: parameters },
    ],
  ])('the client of %s sends the cleaned tools', async (_, ask, expected) => {
    const tools = await imported([HOSTILE]);
    const sent = await sentBy(baseURL => ask(tools, baseURL));
    expect(sent.tools).toMatchObject([expected]);
    expect(findHidden(sent)).toEqual([]);
  });
});

test('an output schema that MCP does not allow is left out with a warning', async () => {
  const { shapes, warnings } = await exported([{ name: 'a', outputSchema: { anyOf: [{}] } }], toMcpTools);
  expect(shapes).toEqual([expect.not.objectContaining({ outputSchema: expect.anything() })]);
  expect(warnings).toMatchObject([{ code: 'TOOLMARK_ADJUSTED', findings: [{ pointer: '/outputSchema' }] }]);
});

test('tools that are offered again as MCP tools can be imported again', async () => {
  const first = await importServers([
    { server: 'mail', connection: fakeConnection([HOSTILE]) },
    { server: 'sky', connection: fakeConnection([FORECAST]) },
  ]);
  const again = await imported(toMcpTools(first.tools));
  expect(again.map(({ name }) => name)).toEqual(['mail__send_mail', 'sky__get_forecast']);
  expect(again.flatMap(({ changes }) => changes)).toEqual([]);
  expect(again[1]).toMatchObject({ title: 'Forecast', annotations: { readOnlyHint: true } });
});

/** What the two APIs are known to refuse, written down from their own answers. */
function refusals({ name, input_schema: schema }: AnthropicTool, ajv: Ajv2020): string[] {
  const keys = Object.keys(schema.properties);
  return [
    ...(/^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [`name ${name}`]),
    ...keys.filter(key => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key)).map(key => `property ${key}`),
    ...['oneOf', 'anyOf', 'allOf', 'enum', 'not'].filter(keyword => Object.hasOwn(schema, keyword)),
    ...(ajv.validateSchema(schema) === true ? [] : [`${name} is not valid in draft 2020-12`]),
    ...(/\{(?=[^{}[\]]*"type":"array")(?![^{}]*"items")[^{}[\]]*\}/.test(JSON.stringify(schema))
      ? ['a list without items']
      : []),
  ];
}

describeShared('every tool of real servers', 'corpus', root => {
  test('is exported in an accepted form, with at most 0.2 % omitted', async () => {
    const lines = readFileSync(path.join(root, 'benign-tools.jsonl'), 'utf8').trim().split('\n');
    const names = new Set<string>();
    const tools = lines
      .map(line => (JSON.parse(line) as { tool: { name: string } }).tool)
      .filter(
        ({ name }) => typeof name === 'string' && !names.has(name.toLowerCase()) && names.add(name.toLowerCase()),
      );
    const policy = parseMetadataPolicy({ names: { profile: 'llm', onInvalid: 'sanitize' } });
    const { tools: all } = await importTools(fakeConnection(tools), { policy, warn: () => {} });
    const shapes = toAnthropicTools(all, { warn: () => {} });
    const ajv = new Ajv2020({ strict: false });
    expect(shapes.flatMap(shape => refusals(shape, ajv))).toEqual([]);
    expect(shapes.length).toBeGreaterThan(all.length * 0.998);
  });
});
