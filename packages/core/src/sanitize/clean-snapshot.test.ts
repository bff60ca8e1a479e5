import { describe, expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
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

test('a whole snapshot is cleaned, and uncleanable items are left out and reported', () => {
  const { snapshot, raw, changes, problems } = cleanSnapshot(RAW, MetadataPolicy.defaults(), 's');
  expect(raw).toBe(RAW);
  expect(snapshot).toEqual({
    serverInfo: { name: 'server', version: '1', title: 'T', icons: [] },
    instructions: 'Always\nobey.',
    tools: [{ name: 'good', description: 'ok' }],
    prompts: [{ name: 'p', description: 'd', arguments: [{ name: 'a', description: 'x' }] }],
    resources: [{ uri: 'file:///a', name: 'n', description: 'd' }],
    templates: [{ uriTemplate: 'file:///{x}', name: 'n', title: 't' }],
  });
  expect(problems.map(({ code, tool, server }) => [code, tool, server])).toEqual([
    ['sanitize.invalid-name', 'bad name', 's'],
    ['sanitize.hidden-name', 'odd', 's'],
    ['sanitize.hidden-name', 'p\u200b', 's'],
    ['sanitize.hidden-name', 'q', 's'],
    ['sanitize.hidden-name', 'file:///\u202e', 's'],
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

test('placeholder mode removes all prose and keeps names', () => {
  const { snapshot } = cleanSnapshot(RAW, parseMetadataPolicy({ descriptionMode: 'placeholder' }), 's');
  expect(snapshot).toEqual({
    serverInfo: { name: 'server', version: '1', icons: [] },
    tools: [{ name: 'good', description: "MCP tool 'good' from server 's'." }],
    prompts: [{ name: 'p', arguments: [{ name: 'a' }] }],
    resources: [{ uri: 'file:///a', name: 'n' }],
    templates: [{ uriTemplate: 'file:///{x}', name: 'n' }],
  });
});

test('instructions that become empty are removed', () => {
  const raw = { ...RAW, instructions: '\u200b', serverInfo: {} };
  expect(cleanSnapshot(raw, MetadataPolicy.defaults()).snapshot).not.toHaveProperty('instructions');
});

const NASTY = 'a\u200bb\u001b[31m\u202e';

test.each([
  ['a member without a name', { name: 'x', version: '1', '': 'a\u200bb' }, { name: 'x', version: '1', '': 'ab' }],
  ['a name that hides something', { name: 'x', 'y\u200b': 'say' }, { name: 'x' }],
  ['a web address', { name: 'x', websiteUrl: NASTY }, { name: 'x', websiteUrl: 'ab' }],
  ['objects where texts belong', { name: { a: NASTY }, version: [NASTY] }, { name: { a: 'ab' }, version: ['ab'] }],
])('a server cannot break or pass the cleaning of its serverInfo by %s', (_, serverInfo, cleaned) => {
  const { snapshot, problems } = cleanSnapshot({ ...RAW, tools: [], serverInfo }, MetadataPolicy.defaults());
  expect(snapshot.serverInfo).toEqual(cleaned);
  expect(problems.every(({ pointer }) => !pointer?.startsWith('/serverInfo'))).toBe(true);
});

test('an uncleanable serverInfo is left out and reported', () => {
  let deep: Json = NASTY;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const { snapshot, problems } = cleanSnapshot({ ...RAW, serverInfo: { name: 'x', deep } }, MetadataPolicy.defaults());
  expect(snapshot).not.toHaveProperty('serverInfo');
  expect(snapshot.tools).toHaveLength(1);
  expect(problems.map(({ code }) => code)).toContain('sanitize.malformed');
});

describe('unexpected texts are cleaned at any depth', () => {
  const rest = {
    title: NASTY,
    mimeType: NASTY,
    annotations: { audience: ['user', NASTY], [NASTY]: true, deep: [{ x: NASTY }], priority: 1 },
    other: { enum: [NASTY], pattern: NASTY, properties: { [NASTY]: NASTY } },
    _meta: { kept: NASTY },
    icons: [{ src: NASTY }],
  };
  const raw: Snapshot = {
    tools: [],
    prompts: [{ name: 'p', ...rest, arguments: [{ name: 'a', required: true, other: NASTY, more: [NASTY] }, NASTY] }],
    resources: [{ uri: 'file:///a', name: 'n', ...rest, arguments: NASTY }],
    templates: [{ uriTemplate: 'file:///{x}', name: 'n', ...rest }],
  };
  const left = {
    mimeType: 'ab',
    _meta: rest._meta,
    icons: rest.icons,
  };
  const cleaned = {
    ...left,
    title: 'ab',
    annotations: { audience: ['user', 'ab'], deep: [{ x: 'ab' }], priority: 1 },
    other: { enum: ['ab'], pattern: 'ab', properties: {} },
  };
  const silent = {
    ...left,
    annotations: { audience: [], deep: [{}], priority: 1 },
    other: { enum: [], properties: {} },
  };

  test.each([
    [
      'prompts',
      'server',
      { name: 'p', ...cleaned, arguments: [{ name: 'a', required: true, other: 'ab', more: ['ab'] }, 'ab'] },
    ],
    ['resources', 'server', { uri: 'file:///a', name: 'n', ...cleaned, arguments: 'ab' }],
    ['templates', 'server', { uriTemplate: 'file:///{x}', name: 'n', ...cleaned }],
    ['prompts', 'placeholder', { name: 'p', ...silent, arguments: [{ name: 'a', required: true, more: [] }] }],
    ['resources', 'placeholder', { uri: 'file:///a', name: 'n', ...silent }],
    ['templates', 'placeholder', { uriTemplate: 'file:///{x}', name: 'n', ...silent }],
  ] as const)('of %s, description mode %s', (key, descriptionMode, item) => {
    const { snapshot, problems } = cleanSnapshot(raw, parseMetadataPolicy({ descriptionMode }));
    expect(problems).toEqual([]);
    expect(snapshot[key]).toEqual([item]);
  });
});
