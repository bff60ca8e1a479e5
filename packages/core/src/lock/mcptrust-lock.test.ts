import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { forecast, server, summary } from '../../../../test/server.ts';
import { type JsonObject, sha256 } from '../base/index.ts';
import { mcptrustPromptHash, mcptrustTemplateHash, mcptrustToolHashes } from '../describe/index.ts';
import { compareWithMcptrust, importMcptrustLock } from './index.ts';

const HASH = sha256('x');
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** As MCPTrust would lock the small server: an input schema without members has no hash there. */
const TOOLS = Object.fromEntries(
  server().tools.map(tool => {
    const { description, inputSchema } = mcptrustToolHashes(tool);
    return [tool.name, { description_hash: description, input_schema_hash: inputSchema, risk_level: 'LOW' }];
  }),
);
const V2 = { version: '2.0', server_command: 'npx weather', tools: TOOLS };
const V3 = {
  lockFileVersion: '3.0',
  meta: { generator: 'mcptrust', updatedAt: '2025-12-23T00:00:00Z' },
  server: { name: 'weather' },
  prompts: {
    definitions: {
      summary: {
        argumentsHash: mcptrustPromptHash(summary() as JsonObject),
        descriptionHash: sha256('Summarises a forecast.'),
      },
    },
  },
  resources: {
    templates: [
      {
        uriTemplate: 'weather://{city}',
        templateHash: mcptrustTemplateHash({ uriTemplate: 'weather://{city}' }),
        nameHash: sha256('city'),
      },
    ],
  },
  tools: TOOLS,
};

describe('rejected MCPTrust locks', () => {
  test.each([
    [[], 'mcptrust-lock.unsupported-version'],
    [{ lockfileVersion: 1, servers: {} }, 'mcptrust-lock.unsupported-version'],
    [{ version: '4.0', tools: {} }, 'mcptrust-lock.unsupported-version'],
    [{ lockFileVersion: 3, tools: {} }, 'mcptrust-lock.unsupported-version'],
  ])('%j', (value, code) => {
    expect(refusalOf(() => importMcptrustLock(utf8(value))).code).toBe(code);
  });

  test.each([
    ['a word for tools', { tools: 'all' }, '/tools'],
    ['a list for prompts', { prompts: { definitions: [] } }, '/prompts/definitions'],
    ['an object for templates', { resources: { templates: {} } }, '/resources/templates'],
    ['a word for a template', { resources: { templates: ['x'] } }, '/resources/templates/0'],
  ])('%s', (_, more, pointer) => {
    const refusal = refusalOf(() => importMcptrustLock(utf8({ ...V3, ...more })));
    expect(placesOf(refusal)).toEqual([`mcptrust-lock.malformed ${pointer}`]);
  });

  test('lists that are absent or null hold nothing', () => {
    const lock = importMcptrustLock(utf8({ ...V3, prompts: {}, resources: { templates: null } }));
    expect([lock.prompts.size, lock.templates.size]).toEqual([0, 0]);
  });

  test('rejects missing and malformed hashes with every reason', () => {
    const broken = {
      ...V3,
      tools: { a: {}, b: { description_hash: '', input_schema_hash: '' }, c: null },
      prompts: { definitions: { p: { argumentsHash: 'md5:1' } } },
      resources: {
        templates: [{}, { uriTemplate: 'x', templateHash: HASH }, { uriTemplate: 'x', templateHash: HASH }],
      },
    };
    const refusal = refusalOf(() => importMcptrustLock(utf8(broken)));
    expect(refusal.code).toBe('mcptrust-lock.malformed');
    expect(placesOf(refusal).map(place => place.split(' ')[1])).toEqual([
      '/prompts/definitions/p/argumentsHash',
      '/resources/templates/0',
      '/resources/templates/2',
      '/tools/a/description_hash',
      '/tools/a/input_schema_hash',
      '/tools/b/description_hash',
      '/tools/c',
    ]);
  });
});

describe('a server against a lock of MCPTrust', () => {
  test.each([
    ['1.0', { ...V2, version: '1.0' }],
    ['2.0', V2],
  ] as const)('version %s: unchanged tools agree, and lists what was not covered', (version, value) => {
    const lock = importMcptrustLock(utf8(value));
    expect(lock.version).toBe(version);
    const { tools, prompts, uncovered } = compareWithMcptrust(lock, server());
    expect(tools).toEqual({ agreeing: ['get_forecast', 'list_cities'], moved: [], added: [], missing: [] });
    expect(prompts.added).toEqual(['summary']);
    expect(uncovered.join(' ')).toMatch(/annotations, output schemas.*instructions.*resources.*prompts/);
  });

  test('version 3.0: prompts and templates too', () => {
    const { tools, prompts, templates } = compareWithMcptrust(importMcptrustLock(utf8(V3)), server());
    expect([tools, prompts, templates].map(({ agreeing }) => agreeing)).toEqual([
      ['get_forecast', 'list_cities'],
      ['summary'],
      ['weather://{city}'],
    ]);
  });

  test('names changed parts; changes outside of MCPTrust hashes agree', () => {
    const live = server({
      tools: [forecast({ description: 'x', annotations: {} }), { name: 'exec_shell' }],
      prompts: [summary({ description: 'Summarises a forecast.  \r', arguments: [] })],
      templates: [{ uriTemplate: 'weather://{city}', name: 'town' }],
    });
    const { tools, prompts, templates } = compareWithMcptrust(importMcptrustLock(utf8(V3)), live);
    expect(tools).toEqual({
      agreeing: [],
      moved: [{ name: 'get_forecast', parts: ['description'] }],
      added: ['exec_shell'],
      missing: ['list_cities'],
    });
    expect(prompts.moved).toEqual([{ name: 'summary', parts: ['arguments', 'description'] }]);
    expect(templates.moved).toEqual([{ name: 'weather://{city}', parts: ['name'] }]);
  });

  test('tools under names in camel case, as its own fixtures have them, are read too', () => {
    const tools = { a: { descriptionHash: sha256(''), inputSchemaHash: '' } };
    const lock = importMcptrustLock(utf8({ lockFileVersion: '3.0', tools }));
    expect(compareWithMcptrust(lock, server({ tools: [{ name: 'a' }] })).tools.agreeing).toEqual(['a']);
  });

  test('names such as __proto__ are names', () => {
    const tools = JSON.parse(`{"__proto__":{"description_hash":"${HASH}","input_schema_hash":""}}`);
    const lock = importMcptrustLock(utf8({ version: '2.0', tools }));
    expect(compareWithMcptrust(lock, server()).tools.missing).toEqual(['__proto__']);
  });
});
