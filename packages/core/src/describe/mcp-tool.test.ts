import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import type { Json } from '../base/index.ts';
import { findToolList, parseMcpTool, parseToolList } from './mcp-tool.ts';
import { metadataOfMcpTool } from './metadata.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a tool', () => {
  test.each<[string, unknown, string[]]>([
    ['null', null, ['schema.type ']],
    ['a list', [], ['schema.type ']],
    ['JSON text that is not parsed', '{"name":"a"}', ['schema.type ']],
    ['undefined', undefined, ['json.not-json ']],
    ['a date', new Date(0), ['json.not-json ']],
    ['a map', new Map([['name', 'a']]), ['json.not-json ']],
    [
      'a class instance with a name',
      new (class {
        readonly name = 'a';
      })(),
      ['json.not-json '],
    ],
    ['an inherited name', Object.create({ name: 'a' }), ['json.not-json ']],
    ['no name', {}, ['schema.required ']],
    ['an empty name', { name: '' }, ['schema.length /name']],
    ['a number as name', { name: 7 }, ['schema.type /name']],
    ['a name with half a surrogate pair', { name: '\ud800' }, ['json.not-json /name']],
    [
      'null members',
      { name: 'a', description: null, annotations: null },
      ['schema.type /annotations', 'schema.type /description'],
    ],
    ['a schema that is true', { name: 'a', inputSchema: true }, ['schema.type /inputSchema']],
    [
      'NaN deep in a schema',
      { name: 'a', inputSchema: { a: [{ b: Number.NaN }] } },
      ['json.not-json /inputSchema/a/0/b'],
    ],
    [
      'a hint that is a word',
      { name: 'a', annotations: { readOnlyHint: 'true' } },
      ['schema.type /annotations/readOnlyHint'],
    ],
    [
      'an icon without a source',
      { name: 'a', icons: [{}, { src: 'x', theme: 'blue' }] },
      ['schema.enum /icons/1/theme', 'schema.required /icons/0'],
    ],
  ])('that is or has %s is refused', (_, value, places) => {
    const error = refusalOf(() => parseMcpTool(value));
    expect(error.code).toBe('tool.malformed');
    expect(placesOf(error)).toEqual(places);
  });

  test('is refused with every malformed member', () => {
    const error = refusalOf(() =>
      parseMcpTool({
        name: [],
        title: 1,
        description: {},
        inputSchema: 'x',
        outputSchema: [],
        annotations: { title: 1, readOnlyHint: 0, destructiveHint: 0, idempotentHint: 0, openWorldHint: 0 },
        execution: { taskSupport: 'perhaps' },
        icons: {},
        _meta: { 'dev.toolmark/metadata': { x: 1 } },
      }),
    );
    expect(error.findings.map(finding => finding.pointer).sort()).toEqual([
      '/_meta/dev.toolmark~1metadata/x',
      '/annotations/destructiveHint',
      '/annotations/idempotentHint',
      '/annotations/openWorldHint',
      '/annotations/readOnlyHint',
      '/annotations/title',
      '/description',
      '/execution/taskSupport',
      '/icons',
      '/inputSchema',
      '/name',
      '/outputSchema',
      '/title',
    ]);
  });

  test('that contains itself is refused where the circle closes', () => {
    const tool: Record<string, unknown> = { name: 'a' };
    tool._meta = { tool };
    expect(placesOf(refusalOf(() => parseMcpTool(tool)))).toEqual(['json.not-json /_meta/tool']);
  });

  test('keeps unknown members, whatever their names', () => {
    const text = '{"name":"constructor","__proto__":{"name":"b"},"toString":null,"x":[{"y":1}]}';
    const tool = parseMcpTool(utf8(text));
    expect(Object.keys(tool)).toEqual(['name', '__proto__', 'toString', 'x']);
    expect(tool.name).toBe('constructor');
  });

  test('is the same from bytes and from a value', () => {
    const value = { name: '__proto__', inputSchema: { type: 'object', properties: { constructor: {} } } };
    expect(parseMcpTool(utf8(JSON.stringify(value)))).toEqual(parseMcpTool(value));
  });

  test('may spell a hint it does not declare as null', () => {
    const tool = { name: 'a', annotations: { title: null, readOnlyHint: null } };
    expect(parseMcpTool(tool)).toBe(tool);
    expect(metadataOfMcpTool(tool)).toBeUndefined();
  });

  test('with a duplicate name is rejected by the reader', () => {
    expect(refusalOf(() => parseMcpTool(utf8('{"name":"a","name":"b"}'))).code).toBe('json.duplicate-key');
  });
});

describe('a list of tools', () => {
  const tools = [{ name: 'a' }, { name: 'b' }];

  test.each<[string, Json]>([
    ['an array', tools],
    ['a tools/list result', { tools, nextCursor: 'x' }],
    ['a JSON-RPC reply', { jsonrpc: '2.0', id: 1, result: { tools } }],
    ['a snapshot', { serverInfo: {}, tools, prompts: [] }],
  ])('is found in %s', (_, value) => {
    expect(parseToolList(value)).toEqual(tools);
    expect(parseToolList(utf8(JSON.stringify(value)))).toEqual(tools);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['a word', 'tools'],
    ['an object without tools', {}],
    ['tools by name', { tools: { a: {} } }],
    ['a reply with an error', { error: { code: 1 } }],
    ['a result that is a word', { result: 'tools' }],
  ])('is not found in %s', (_, value) => {
    expect(refusalOf(() => parseToolList(value)).code).toBe('tool-list.malformed');
  });

  test('is refused with every malformed tool at its place', () => {
    const bad = [{ name: 'a' }, null, { name: 1, title: 1 }];
    const error = refusalOf(() => parseToolList({ result: { tools: bad } }));
    expect(error.code).toBe('tool-list.malformed');
    expect(placesOf(error)).toEqual([
      'schema.type /result/tools/1',
      'schema.type /result/tools/2/name',
      'schema.type /result/tools/2/title',
    ]);
    expect(placesOf(refusalOf(() => parseToolList(bad)))[0]).toBe('schema.type /1');
  });

  test('may be empty', () => {
    expect(parseToolList([])).toEqual([]);
    expect(findToolList({ tools: [] })).toEqual({ tools: [], pointer: '/tools' });
  });
});
