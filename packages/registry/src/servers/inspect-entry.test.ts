import { Readable } from 'node:stream';
import type { JsonObject } from '@toolmark/core';
import { PUBLISHER_PROVIDED, TOOLHIVE_NAMESPACE } from '@toolmark/core/formats';
import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { openTestRegistry } from '../../../../test/registry.ts';
import { sampleServer, sampleTool } from '../../../../test/server-entry.ts';
import { sql } from '../database/statement.ts';
import { importDocuments } from '../importing/import-documents.ts';
import { candidateOf } from '../syncing/candidate.ts';
import { syncServers } from '../syncing/sync-servers.ts';
import { inspectEntry } from './inspect-entry.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

function inspect(entry: JsonObject | string) {
  return inspectEntry(Buffer.from(typeof entry === 'string' ? entry : JSON.stringify(entry)), NOW);
}

const REMOTE_REF = { type: 'object', properties: { x: { $ref: 'https://evil.example/schema.json' } } };
const BAD_TOOLS: readonly (readonly [why: string, tools: JsonObject[], code: string])[] = [
  [
    'a schema of an unknown type',
    [sampleTool('look', { inputSchema: { type: 'objekt' } })],
    'semantic.parameter-keyword',
  ],
  ['a remote $ref', [sampleTool('look', { inputSchema: REMOTE_REF })], 'semantic.parameter-remote-ref'],
  ['two tools of one name', [sampleTool('look'), sampleTool('look')], 'semantic.duplicate-name'],
  ['an invalid name', [sampleTool('look up/../x')], 'semantic.tool-name'],
  ['a name that is too long', [sampleTool('x'.repeat(129))], 'semantic.tool-name'],
  ['hidden characters', [sampleTool('look', { description: 'Looks\u202eup.' })], 'semantic.hidden-characters'],
];

test.each(BAD_TOOLS)('rejects definitions with %s', (_, tools, code) => {
  const error = refusalOf(() => inspect(sampleServer({ name: 'com.example/bad' }, tools)));
  expect(error.code).toBe('server.invalid-tools');
  expect(error.findings).toContainEqual(expect.objectContaining({ code, severity: 'error' }));
});

test('rejects two definitions of one name', () => {
  const url = 'https://mcp.example.com/two-ways';
  const extension = (tool: JsonObject) => ({ status: 'active', tools: ['look'], tool_definitions: [tool] });
  const extensions = {
    'ghcr.io/com.example/bad:1': extension(sampleTool('look')),
    [url]: extension(sampleTool('look', { description: 'Does something else.' })),
  };
  const _meta = { [PUBLISHER_PROVIDED]: { [TOOLHIVE_NAMESPACE]: extensions } };
  const remotes = [{ type: 'streamable-http', url }];
  const error = refusalOf(() => inspect(sampleServer({ name: 'com.example/bad', remotes, _meta })));
  expect([error.code, error.findings[0]?.code]).toEqual(['server.invalid-tools', 'semantic.duplicate-name']);
});

test.each([
  ['text that is not JSON', 'nonsense', /^json\./],
  ['a name without a slash', sampleServer({ name: 'weather' }), /^server\.malformed$/],
  ['a version range', sampleServer({ version: '^1.0.0' }), /^server\.malformed$/],
  ['the version "latest"', sampleServer({ version: 'latest' }), /^server\.malformed$/],
  ['the format of May 2025', { ...sampleServer(), version_detail: { version: '1' } }, /^server\.old-format$/],
  ['a long description', sampleServer({ description: 'x'.repeat(101) }), /^server\.malformed$/],
  ['too many bytes', sampleServer({ extra: 'x'.repeat(600_000) }), /^request\.too-large$/],
])('rejects %s', (_, entry, code) => {
  expect(refusalOf(() => inspect(entry)).code).toMatch(code);
});

test('[servers.definitions] import and sync reject the same definitions', async () => {
  const registry = await openTestRegistry();
  const entries = BAD_TOOLS.map(([, tools], index) => sampleServer({ name: `com.example/bad${index}` }, tools));
  const lines = entries.map(server => JSON.stringify({ server })).join('\n');
  const imported = await importDocuments(registry, Readable.from([Buffer.from(lines)]));
  expect(imported.refused.map(({ code }) => code)).toEqual(entries.map(() => 'server.invalid-tools'));
  const candidates = entries.map(entry => candidateOf(Buffer.from(JSON.stringify(entry))));
  const codes: string[] = [];
  const pages = async function* () {
    yield { candidates };
  };
  await syncServers(registry, pages(), { report: ({ code }) => void codes.push(code) });
  expect(codes).toEqual(entries.map(() => 'server.invalid-tools'));
  expect(await registry.database.reader.all(sql`select name from servers`)).toEqual([]);
});
