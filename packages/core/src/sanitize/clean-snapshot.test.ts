import { expect, test } from 'vitest';
import type { Snapshot } from '../describe/index.ts';
import { cleanSnapshot } from './clean-snapshot.ts';
import { MetadataPolicy, parseMetadataPolicy } from './metadata-policy.ts';

const RAW: Snapshot = {
  serverInfo: { name: 'se\u200brver', version: '1\u202e', title: 'T\u200b', icons: [] },
  instructions: 'Always\u202e\r\nobey.',
  tools: [
    { name: 'good', description: 'ok\u200b' },
    { name: 'bad name' },
    { name: 'odd', inputSchema: { properties: { 'x\u200b': {} } } },
  ],
  prompts: [
    { name: 'p', description: 'd\u200b', arguments: [{ name: 'a', description: 'x\u200b' }] },
    { name: 'p\u200b' },
    { name: 'q', arguments: [{ name: 'a\u202e' }] },
  ],
  resources: [{ uri: 'file:///a', name: 'n\u200b', description: 'd\u202e' }, { uri: 'file:///\u202e' }],
  templates: [{ uriTemplate: 'file:///{x}', name: 'n\u200b', title: 't\u202e' }],
};

test('everything a server shows is cleaned, and what cannot be is left out and named', () => {
  const { snapshot, raw, changes, problems } = cleanSnapshot(RAW, MetadataPolicy.defaults(), 's');
  expect(raw).toBe(RAW);
  expect(snapshot).toEqual({
    serverInfo: { name: 'server', version: '1', title: 'T', icons: [] },
    instructions: 'Always obey.',
    tools: [{ name: 'good', description: 'ok' }],
    prompts: [{ name: 'p', description: 'd', arguments: [{ name: 'a', description: 'x' }] }],
    resources: [{ uri: 'file:///a', name: 'n', description: 'd' }],
    templates: [{ uriTemplate: 'file:///{x}', name: 'n', title: 't' }],
  });
  expect(problems.map(({ code, tool, server }) => [code, tool, server])).toEqual([
    ['metadata.name', 'bad name', 's'],
    ['metadata.hidden-name', 'odd', 's'],
    ['metadata.hidden-name', 'p\u200b', 's'],
    ['metadata.hidden-name', 'q', 's'],
    ['metadata.hidden-name', 'file:///\u202e', 's'],
  ]);
  expect(changes.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining([
      '/tools/0/description',
      '/prompts/0/arguments/0/description',
      '/instructions',
      '/templates/0/title',
    ]),
  );
});

test('in placeholder mode no prose of the server is left, and what is asked for keeps its name', () => {
  const { snapshot } = cleanSnapshot(RAW, parseMetadataPolicy({ descriptionMode: 'placeholder' }), 's');
  expect(snapshot).toEqual({
    serverInfo: { name: 'server', version: '1', icons: [] },
    tools: [{ name: 'good', description: "MCP tool 'good' from server 's'." }],
    prompts: [{ name: 'p', arguments: [{ name: 'a' }] }],
    resources: [{ uri: 'file:///a', name: 'n' }],
    templates: [{ uriTemplate: 'file:///{x}', name: 'n' }],
  });
});

test('instructions of which nothing remains are absent', () => {
  const raw = { ...RAW, instructions: '\u200b', serverInfo: {} };
  expect(cleanSnapshot(raw, MetadataPolicy.defaults()).snapshot).not.toHaveProperty('instructions');
});
