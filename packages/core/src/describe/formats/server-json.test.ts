import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../../test/refusal.ts';
import type { Json } from '../../base/index.ts';
import { toolDigest } from '../identity.ts';
import { findServerErrors, parseServerJson } from './server-json.ts';
import { isServerName, isServerVersion } from './server-rules.ts';
import { toolPointersOfServer, toolsOfServer } from './tools-of-server.ts';

const IMAGE = 'ghcr.io/acme/weather:1.0.0';
const TOOL = { name: 'get_forecast', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } };

function serverWith(more: Record<string, Json>): Record<string, Json> {
  return { name: 'com.example/weather', description: 'Weather.', version: '1.2.3', ...more };
}

function withExtensions(extensions: Record<string, Json>, more: Record<string, Json> = {}): Record<string, Json> {
  const packages = [{ registryType: 'oci', identifier: IMAGE, transport: { type: 'stdio' } }];
  const _meta = { 'io.modelcontextprotocol.registry/publisher-provided': { 'io.github.stacklok': extensions } };
  return serverWith({ packages, _meta, ...more });
}

const AT = '/_meta/io.modelcontextprotocol.registry~1publisher-provided/io.github.stacklok';
const KEY = IMAGE.replaceAll('/', '~1');

test.each<[string, Json, string[]]>([
  ['null', null, ['schema.type ']],
  ['a list', [], ['schema.type ']],
  ['nothing', {}, ['schema.required ', 'schema.required ', 'schema.required ']],
  [
    'members of the wrong type',
    serverWith({ title: 7, packages: {} }),
    ['schema.type /packages', 'schema.type /title'],
  ],
  ['a package without what it needs', serverWith({ packages: [{}] }), Array(3).fill('schema.required /packages/0')],
  ['a long description', serverWith({ description: 'x'.repeat(101) }), ['schema.length /description']],
  ['a name without namespace', serverWith({ name: 'weather' }), ['server.name /name']],
  ['the version "latest"', serverWith({ version: 'latest' }), ['server.version /version']],
  ['a blank title', serverWith({ title: ' ' }), ['server.blank /title']],
  ['a website without https', serverWith({ websiteUrl: 'http://a.example' }), ['server.url /websiteUrl']],
  ['a website that is none', serverWith({ websiteUrl: 'javascript:alert(1)' }), ['schema.format /websiteUrl']],
  [
    'an icon that is data',
    serverWith({ icons: [{ src: 'data:image/png;base64,AA' }] }),
    ['schema.format /icons/0/src'],
  ],
  [
    'stdio with a url',
    serverWith({
      packages: [
        { registryType: 'npm', identifier: 'a', version: '1.0.0', transport: { type: 'stdio', url: 'http://a' } },
      ],
    }),
    ['server.transport /packages/0/transport/url'],
  ],
  [
    'sse without a url',
    serverWith({ packages: [{ registryType: 'npm', identifier: 'a', version: '1.0.0', transport: { type: 'sse' } }] }),
    ['server.transport /packages/0/transport'],
  ],
  [
    'arguments that say nothing',
    serverWith({
      packages: [
        {
          registryType: 'npm',
          identifier: 'a',
          version: '1.0.0',
          transport: { type: 'stdio' },
          runtimeArguments: [{ type: 'named' }],
          packageArguments: [{ type: 'positional' }],
        },
      ],
    }),
    ['server.argument /packages/0/packageArguments/0', 'server.argument /packages/0/runtimeArguments/0'],
  ],
  [
    'a stdio remote',
    serverWith({ remotes: [{ type: 'stdio', url: 'https://a.example' }] }),
    ['schema.enum /remotes/0/type'],
  ],
  [
    'a local remote',
    serverWith({ remotes: [{ type: 'sse', url: 'http://user@127.0.0.1:80/' }] }),
    ['server.url /remotes/0/url'],
  ],
  [
    'an undeclared variable',
    serverWith({ remotes: [{ type: 'sse', url: 'https://{tenant}.example', variables: {} }] }),
    ['server.variable /remotes/0/url'],
  ],
  [
    'a large integer',
    withExtensions({ [IMAGE]: { custom_metadata: { n: 2n ** 60n } } }),
    [`server.large-integer ${AT}/${KEY}/custom_metadata/n`],
  ],
  ['an extension that is a word', withExtensions({ [IMAGE]: 'x' }), [`schema.type ${AT}/${KEY}`]],
  [
    'a tool without a name',
    withExtensions({ [IMAGE]: { tool_definitions: [{}] } }),
    [`schema.required ${AT}/${KEY}/tool_definitions/0`],
  ],
  [
    'two extensions of which none matches',
    withExtensions({ 'ghcr.io/acme/weather:0.9.0': {}, other: {} }),
    [`server.extension-key ${AT}/ghcr.io~1acme~1weather:0.9.0`, `server.extension-key ${AT}/other`],
  ],
])('%s is refused', (_, value, places) => {
  const error = refusalOf(() => parseServerJson(value));
  expect(error.code).toBe('server.malformed');
  expect(placesOf(error).filter(place => !place.startsWith('schema.unknown'))).toEqual(places);
});

test.each([
  ...['localhost', 'localhost.', 'a.LOCALHOST.', '%6cocalhost', 'ｌocalhost', '{port}.localhost'],
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:0.0.0.0]',
  ],
])('a remote on the machine of its user is refused, spelled %s', host => {
  const variables = { port: { description: 'Port.' } };
  const remote = { type: 'sse', url: `http://${host}:{port}/`, variables };
  expect(placesOf(refusalOf(() => parseServerJson(serverWith({ remotes: [remote] }))))).toEqual([
    'server.url /remotes/0/url',
  ]);
});

test.each<[string, Json]>([
  ['its version', serverWith({ version_detail: { version: '1.0.0' } })],
  ['its packages', serverWith({ packages: [{ registry_name: 'npm', name: 'a', version: '1.0.0' }] })],
  ['its remotes', serverWith({ remotes: [{ transport_type: 'sse', url: 'https://a.example' }] })],
])('an entry of May 2025, known by %s, gets an error of its own', (_, value) => {
  const error = refusalOf(() => parseServerJson(value));
  expect(error.code).toBe('server.old-format');
  expect(error.message).toContain('2025-12-11');
});

test.each<[string, Json, string[]]>([
  ['unknown members', serverWith({ hello: 1 }), ['warning schema.unknown-member /hello']],
  [
    'another schema',
    serverWith({ $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json' }),
    ['warning server.schema-version /$schema'],
  ],
  ['more in _meta', serverWith({ _meta: { 'com.example': {} } }), ['info server.meta-dropped /_meta/com.example']],
  [
    'an extension for another tag',
    withExtensions({ 'ghcr.io/acme/weather:0.9.0': { tool_definitions: [TOOL] } }),
    [`warning server.extension-key ${AT}/ghcr.io~1acme~1weather:0.9.0`],
  ],
  [
    'names and definitions that disagree',
    withExtensions({ [IMAGE]: { tools: ['gone'], tool_definitions: [TOOL, { name: 'not.listable' }] } }),
    [`warning server.tools-mismatch ${AT}/${KEY}/tool_definitions`, `warning server.tools-mismatch ${AT}/${KEY}/tools`],
  ],
  [
    'a name that ToolHive does not list',
    withExtensions({ [IMAGE]: { tools: ['nasa/apod'] } }),
    [`warning server.listed-name ${AT}/${KEY}/tools/0`],
  ],
  [
    'more than the official registry takes',
    withExtensions({ [IMAGE]: { overview: 'é'.repeat(2048) } }),
    ['warning server.extension-size /_meta/io.modelcontextprotocol.registry~1publisher-provided'],
  ],
])('%s are kept and reported', (_, value, expected) => {
  const { server, findings } = parseServerJson(value);
  expect(server).toBe(value);
  expect(findings.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)).toEqual(expected);
});

test('the limit of publisher-provided data is counted in bytes and can be set', () => {
  const value = withExtensions({ [IMAGE]: { overview: 'é'.repeat(100) } });
  const provided = (value._meta as Record<string, Json>)['io.modelcontextprotocol.registry/publisher-provided'];
  const bytes = new TextEncoder().encode(JSON.stringify(provided)).length;
  expect(findServerErrors(value, '', { maxExtensionBytes: bytes })).toEqual([]);
  expect(findServerErrors(value, '', { maxExtensionBytes: bytes - 1 })).toMatchObject([
    { code: 'server.extension-size', severity: 'error' },
  ]);
});

test('a hostile file gets a report that ends, in linear time', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`member${i}`, null]));
  expect(findServerErrors(serverWith(many)).length).toBeLessThan(2000);
  expect(
    findServerErrors(serverWith({ remotes: [{ type: 'sse', url: `https://${'{a'.repeat(100_000)}` }] })).length,
  ).toBeLessThan(9);
});

describe('the tools of a server', () => {
  const remote = { type: 'sse', url: 'https://a.example/mcp' };

  test('are the definitions under its packages and remotes, with their digests', () => {
    const other = { ...TOOL, description: 'Other.' };
    const extensions = {
      stale: { tool_definitions: [{ name: 'x' }] },
      [IMAGE]: { tool_definitions: [TOOL] },
      [remote.url]: { tool_definitions: [other] },
    };
    const { server } = parseServerJson(withExtensions(extensions, { remotes: [remote] }));
    expect(toolsOfServer(server)).toEqual([
      { key: IMAGE, pointer: `${AT}/${KEY}/tool_definitions/0`, definition: TOOL, digest: toolDigest(TOOL) },
      {
        key: remote.url,
        pointer: `${AT}/https:~1~1a.example~1mcp/tool_definitions/0`,
        definition: other,
        digest: toolDigest(other),
      },
    ]);
  });

  test('can be keyed by its name if it has neither', () => {
    const { packages: _, ...bare } = withExtensions({ 'com.example/weather': { tool_definitions: [TOOL] } });
    expect(toolsOfServer(parseServerJson(bare).server)).toHaveLength(1);
  });

  test('may be elsewhere, with their digest here', () => {
    const provided = {
      'dev.toolmark': { [IMAGE]: { surfaceDigest: 'sha256:00', tools: 7, url: 'https://a.example' }, x: { tools: 1 } },
    };
    const { server } = parseServerJson({
      ...withExtensions({}),
      _meta: { 'io.modelcontextprotocol.registry/publisher-provided': provided },
    });
    expect(toolPointersOfServer(server)).toEqual([
      { key: IMAGE, surfaceDigest: 'sha256:00', tools: 7, url: 'https://a.example' },
    ]);
  });
});

test.each<[string, boolean]>([
  ['', false],
  ['a/', false],
  ['/b', false],
  ['a/b', false],
  ['com.example/a/b', false],
  ['-com.example/ab', false],
  ['com.example-/ab', false],
  ['com.example/_ab', false],
  ['com_example/ab', false],
  ['com.exаmple/ab', false],
  ['com.example/ab\n', false],
  [`com.example/${'a'.repeat(189)}`, false],
  [`com.example/${'a'.repeat(188)}`, true],
  ['io.github.user/weather_2.0-x', true],
  ['ab/cd', true],
])('is %j the name of a server? %s', (name, expected) => {
  expect(isServerName(name)).toBe(expected);
});

test.each<[string, boolean]>([
  ['', false],
  ['latest', false],
  ['^1.2.3', false],
  ['~1.2.3', false],
  ['>=1.2.3', false],
  ['<2', false],
  ['1.x', false],
  ['1.2.*', false],
  ['*', false],
  ['1.0 - 2.0', false],
  ['1 || 2', false],
  ['x'.repeat(256), false],
  ['1.2.3', true],
  ['2.1.0-alpha', true],
  ['2021.03.15', true],
  ['v1', true],
  ['snapshot', true],
])('is %j one version? %s', (version, expected) => {
  expect(isServerVersion(version)).toBe(expected);
});

test.each<[string, string, Record<string, Json>, string[]]>([
  ['npm', 'a', {}, ['warning /packages/0']],
  ['pypi', 'a', {}, ['warning /packages/0']],
  ['nuget', 'a', { version: '1.0.0' }, []],
  ['oci', 'a', {}, ['warning /packages/0/identifier']],
  ['oci', 'localhost:5000/a', {}, ['warning /packages/0/identifier']],
  ['oci', 'ghcr.io/a/b:1.0', {}, []],
  ['oci', 'ghcr.io/a/b@sha256:aa', {}, []],
  ['mcpb', 'https://a.example/a.mcpb', {}, ['warning /packages/0']],
  ['mcpb', 'https://a.example/a.mcpb', { fileSha256: 'a'.repeat(64) }, []],
  ['other', 'a', {}, []],
])('of the %s package %s with %j the build is known or reported', (registryType, identifier, more, expected) => {
  const packages = [{ registryType, identifier, transport: { type: 'stdio' }, ...more }];
  const findings = findServerErrors(serverWith({ packages }));
  expect(findings.every(({ code }) => code === 'server.package-version')).toBe(true);
  expect(findings.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual(expected);
});
