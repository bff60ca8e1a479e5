import { expect, test } from 'vitest';
import { type Json, readJson } from '../base/index.ts';
import { type Kind, recognise } from './recognise.ts';

const SERVER = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

test.each<[Kind, Json]>([
  ['unknown', null],
  ['unknown', 'tools'],
  ['unknown', 7],
  ['unknown', {}],
  ['unknown', { name: 'a' }],
  ['unknown', { tools: { a: {} } }],
  ['unknown', { tool: 'a' }],
  ['unknown', { $schema: { toString: 1 } }],
  ['unknown', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
  ['unknown', { mcpServers: {} }],
  ['tool-document', { schema_version: '1.0', tool: {} }],
  ['tool-document', { schema_version: null }],
  ['tool-document', { tool: { name: 'a' } }],
  ['mcp-tool', { name: 'a', inputSchema: {} }],
  ['mcp-tool', { name: 'a', description: 'Reads.' }],
  ['mcp-tool', { inputSchema: {} }],
  ['mcp-tool', { name: 'constructor', description: '' }],
  ['mcp-tools', []],
  ['mcp-tools', [7]],
  ['mcp-tools', { tools: [] }],
  ['mcp-tools', { name: 'weather', description: 'Server.', tools: [] }],
  ['mcp-tools', { jsonrpc: '2.0', id: 1, result: { tools: [] } }],
  ['mcp-tools', { serverInfo: {}, tools: [], prompts: [] }],
  ['server-json', { $schema: SERVER, name: 'io.example/weather', description: 'Weather.' }],
  ['server-json', { name: 'io.example/weather', description: 'Weather.', packages: [] }],
  ['server-json', { name: 'io.example/weather', description: 'Weather.', remotes: [] }],
  ['toolhive', { name: 'a', description: 'b', image: 'ghcr.io/a/b:1', tools: ['x'] }],
  ['toolhive', { tool_definitions: [] }],
  ['toolhive', { remote_servers: {} }],
  ['toolhive', { servers: {} }],
  ['toolhive', { url: 'https://a.example', transport: 'sse', tools: ['x'] }],
  ['server-json', { name: 'io.example/weather', description: 'Weather.', version: '1.0.0' }],
  ['server-registry', { data: { servers: [] } }],
  ['docker', { name: 'weather', about: {} }],
  ['docker', { name: 'weather', type: 'server', image: 'mcp/weather', tools: [{ name: 'x' }] }],
  ['docker', [{ name: 'x', arguments: [] }]],
  ['docker', { tools: [{ name: 'x' }, { name: 'y', arguments: [] }] }],
  ['ambiguous', { packages: [], tools: [{ name: 'x' }] }],
  ['ambiguous', { image: 'a', tools: ['x', { name: 'y' }] }],
  ['ambiguous', { image: 'a', inputSchema: {}, tools: ['x'] }],
])('%s: %j', (kind, value) => {
  expect(recognise(value)).toBe(kind);
});

test('inherited names do not identify a file', () => {
  expect(recognise(readJson(new TextEncoder().encode('{"__proto__":{"tools":[],"inputSchema":{}}}')))).toBe('unknown');
});
