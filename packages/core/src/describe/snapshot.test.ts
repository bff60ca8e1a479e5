import { expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import type { Json } from '../base/index.ts';
import { parseSnapshot } from './snapshot.ts';

const EMPTY = { tools: [], prompts: [], resources: [], templates: [] };

test.each<[string, unknown, string[]]>([
  ['null', null, ['schema.type ']],
  ['a number', 5, ['schema.type ']],
  ['a word', 'tools', ['schema.type ']],
  ['an object that lists nothing', {}, ['schema.type ']],
  ['some other object', { jsonrpc: '2.0', result: {} }, ['schema.type ']],
  ['a date', new Date(0), ['json.not-json ']],
  ['tools by name', { tools: { a: { name: 'a' } } }, ['schema.type /tools']],
  ['no tools but null', { tools: null, prompts: [] }, ['schema.type /tools']],
  ['a prompt without a name', { prompts: [{ name: 'a' }, {}] }, ['schema.type /prompts/1']],
  ['a resource without a uri', { resources: [{ name: 'a' }] }, ['schema.type /resources/0']],
  ['a template that is a word', { resourceTemplates: ['file:///{path}'] }, ['schema.type /resourceTemplates/0']],
])('rejects %s as a snapshot', (_, value, places) => {
  const error = refusalOf(() => parseSnapshot(value));
  expect(error.code).toBe('snapshot.malformed');
  expect(placesOf(error)).toEqual(places);
});

test('reports every malformed member', () => {
  const error = refusalOf(() =>
    parseSnapshot({
      serverInfo: 'weather',
      instructions: [],
      tools: [{ name: 'a' }, { name: 1 }, 7],
      prompts: {},
      resources: [{ name: 'no uri' }],
      templates: [{ uriTemplate: 1 }],
    }),
  );
  expect(placesOf(error)).toEqual([
    'schema.type /instructions',
    'schema.type /prompts',
    'schema.type /resources/0',
    'schema.type /serverInfo',
    'schema.type /templates/0',
    'schema.type /tools/1/name',
    'schema.type /tools/2',
  ]);
});

test.each<[string, Json]>([
  ['an array of tools', [{ name: 'a' }]],
  ['a tools/list result', { tools: [{ name: 'a' }], nextCursor: 'more' }],
  ['a JSON-RPC reply', { id: 1, result: { tools: [{ name: 'a' }] } }],
])('%s is a snapshot that has nothing but tools', (_, value) => {
  expect(parseSnapshot(value)).toEqual({ ...EMPTY, tools: [{ name: 'a' }] });
  expect(parseSnapshot(new TextEncoder().encode(JSON.stringify(value)))).toEqual(parseSnapshot(value));
});

test('a whole server is read with all its members, unknown ones of items included', () => {
  const whole = {
    serverInfo: { name: 'weather', version: '1' },
    instructions: '',
    tools: [{ name: '__proto__', 'x-new': null }],
    prompts: [{ name: 'constructor', arguments: [] }],
    resources: [{ uri: 'file:///a', annotations: {} }],
  };
  const templates = [{ uriTemplate: 'file:///{path}' }];
  expect(parseSnapshot({ ...whole, resourceTemplates: templates })).toEqual({ ...whole, templates });
  expect(parseSnapshot({ ...whole, templates })).toEqual({ ...whole, templates });
});

test('a server that lists nothing has a snapshot if the caller says so', () => {
  expect(parseSnapshot({ serverInfo: {} })).toEqual({ ...EMPTY, serverInfo: {} });
  expect(parseSnapshot({ tools: [] })).toEqual(EMPTY);
});
