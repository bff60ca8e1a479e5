import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../../test/refusal.ts';
import { type Json, type JsonObject, readJson } from '../../base/index.ts';
import { surfaceDigest } from '../identity.ts';
import { type ConvertOptions, convert } from './convert.ts';
import { parseServerJson } from './server-json.ts';
import { toolPointersOfServer, toolsOfServer } from './tools-of-server.ts';

const IMAGE = 'ghcr.io/acme/weather:1.0.0';
const AT = '/_meta/io.modelcontextprotocol.registry~1publisher-provided/io.github.stacklok';
const KEY = IMAGE.replaceAll('/', '~1');

const oci = (identifier: string): JsonObject => ({ registryType: 'oci', identifier, transport: { type: 'stdio' } });
const npm: JsonObject = { registryType: 'npm', identifier: '@acme/weather', transport: { type: 'stdio' } };
const remote: JsonObject = { type: 'streamable-http', url: 'https://a.example/mcp' };

function server(more: JsonObject, extensions: JsonObject = {}): JsonObject {
  const _meta = { 'io.modelcontextprotocol.registry/publisher-provided': { 'io.github.stacklok': extensions } };
  return { name: 'com.example/weather', description: 'Weather.', version: '1.0.0', ...more, _meta };
}

function entry(more: JsonObject): JsonObject {
  return {
    name: 'weather',
    description: 'Weather.',
    transport: 'stdio',
    image: IMAGE,
    status: 'active',
    tools: [],
    ...more,
  };
}

describe('rejected conversions', () => {
  test.each<[string, Json, ConvertOptions, string, string]>([
    ['a number', 7, { to: 'upstream' }, 'convert.unrecognised', '--from'],
    ['something else', { hello: 'world' }, { to: 'upstream' }, 'convert.unrecognised', 'unknown'],
    [
      'a file with two readings',
      { image: 'a', tools: [{ name: 'x' }] },
      { to: 'upstream' },
      'convert.unrecognised',
      'ambiguous',
    ],
    [
      'two images',
      server({ packages: [oci('a'), oci('b')] }),
      { to: 'toolhive' },
      'convert.several-images',
      'com.example/weather',
    ],
    ['npm alone', server({ packages: [npm] }), { to: 'toolhive' }, 'convert.no-image', 'com.example/weather'],
    [
      'npm alone, for Docker',
      server({ packages: [npm] }),
      { to: 'docker', name: 'a' },
      'convert.no-image',
      'com.example/weather',
    ],
    ['no package at all', server({ packages: [] }), { to: 'toolhive' }, 'convert.no-image', 'com.example/weather'],
    [
      'two extensions, none for the image',
      server({ packages: [oci(IMAGE)] }, { a: {}, b: {} }),
      { to: 'toolhive' },
      'server.malformed',
      'a package identifier',
    ],
    [
      'an entry of May 2025',
      {
        name: 'com.example/a',
        description: 'b',
        version_detail: { version: '1' },
        packages: [{ registry_name: 'npm', name: 'a' }],
      },
      { to: 'toolhive' },
      'server.old-format',
      '2025-12-11',
    ],
    [
      'a port that is none',
      server({ packages: [{ ...oci(IMAGE), transport: { type: 'sse', url: 'http://localhost:{port}/' } }] }),
      { to: 'toolhive' },
      'convert.bad-port',
      'com.example/weather',
    ],
    [
      'a name the registry refuses',
      entry({ name: 'My Weather!' }),
      { to: 'upstream' },
      'convert.name-refused',
      'My Weather!',
    ],
    [
      'a name with escapes',
      entry({ name: '\u001b[31mred' }),
      { to: 'upstream' },
      'convert.name-refused',
      '\\u{1b}[31mred',
    ],
    ['a name Docker refuses', server({ packages: [oci(IMAGE)] }), { to: 'docker' }, 'convert.name-refused', '--name'],
    [
      'an entry without a description',
      entry({ description: '' }),
      { to: 'upstream' },
      'convert.incomplete',
      '--description',
    ],
    [
      'a local remote',
      entry({ image: null, url: 'http://localhost/', transport: 'sse' } as JsonObject),
      { to: 'upstream' },
      'toolhive.malformed',
      '/image',
    ],
    ['a broken entry', entry({ env_vars: [{}] }), { to: 'upstream' }, 'toolhive.malformed', '/env_vars/0'],
    ['a large integer', entry({ custom_metadata: { n: 2n ** 60n } }), { to: 'upstream' }, 'toolhive.malformed', '2^53'],
    [
      'too much without tools',
      entry({ custom_metadata: { a: 'x'.repeat(5000) } }),
      { to: 'upstream', maxExtensionBytes: 4096 },
      'convert.too-large',
      '4096',
    ],
    [
      'too much that is not from ToolHive',
      {
        ...server({ packages: [oci(IMAGE)] }),
        _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { 'com.example': 'x'.repeat(5000) } },
      },
      { to: 'upstream', maxExtensionBytes: 4096 },
      'convert.too-large',
      '4096',
    ],
    [
      'an address that registries refuse',
      { name: 'weather', description: 'Weather.', transport: 'sse', url: 'http://localhost/', tools: [] },
      { to: 'upstream' },
      'convert.refused',
      '/remotes/0/url',
    ],
    ['a registry for Docker', { servers: {} }, { to: 'docker' }, 'convert.whole-registry', 'one entry'],
    [
      'a tool list without a package',
      { tools: [] },
      { to: 'toolhive', name: 'com.example/ab' },
      'convert.no-image',
      'com.example/ab',
    ],
    [
      'twins that do not fit',
      entry({ tool_definitions: [{ name: 'a', x: 'y'.repeat(4096) }, { name: 'a' }] }),
      { to: 'upstream', maxExtensionBytes: 4096 },
      'surface.duplicate-name',
      '"a"',
    ],
  ])('rejects %s with the reason', (_, value, options, code, words) => {
    const error = refusalOf(() => convert(value, options));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });
});

describe('the extension', () => {
  const mine = { status: 'active', tool_definitions: [{ name: 'mine' }] };
  const other = { status: 'active', tools: ['other'] };
  const stale = { status: 'active', tool_definitions: [{ name: 'other' }] };

  test.each([
    ['first', { [IMAGE]: mine, 'ghcr.io/acme/weather:0.9.0': other }],
    ['last', { 'ghcr.io/acme/weather:0.9.0': other, [IMAGE]: mine }],
  ])('is the one that matches the image, also when it is the %s', (_, extensions) => {
    const { result, losses } = convert(server({ packages: [oci(IMAGE)] }, extensions), { to: 'toolhive' });
    expect((result as JsonObject).tool_definitions).toEqual([{ name: 'mine' }]);
    expect(losses.map(({ pointer }) => pointer)).toEqual([`${AT}/ghcr.io~1acme~1weather:0.9.0`]);
  });

  test('is the one that matches the URL of the remote', () => {
    const { result } = convert(
      server({ remotes: [remote] }, { 'https://b.example': other, 'https://a.example/mcp': mine }),
      { to: 'toolhive' },
    );
    expect((result as JsonObject).tool_definitions).toEqual([{ name: 'mine' }]);
  });

  test('that matches nothing is not used, and lost with a warning', () => {
    const value = server({ packages: [oci(IMAGE)] }, { stale: other });
    const { losses, warnings } = convert(value, { to: 'toolhive' });
    expect(losses.map(({ pointer }) => pointer)).toEqual([`${AT}/stale`]);
    expect(warnings.map(({ code }) => code)).toEqual(['server.extension-key']);
    expect(refusalOf(() => convert(value, { to: 'mcp' })).code).toBe('convert.only-names');
  });

  test.each(['toolhive', 'mcp', 'docker'] as const)('that matches nothing and defines tools is refused to %s', to => {
    for (const more of [{}, { [IMAGE]: mine }]) {
      const value = server({ packages: [oci(IMAGE)] }, { ...more, stale });
      expect(() => convert(value, { to })).toThrow(expect.objectContaining({ code: 'convert.extension-key' }));
    }
  });

  test('within a limit leaves the server as it is', () => {
    const value = server({ packages: [oci(IMAGE)] }, { [IMAGE]: mine });
    expect(convert(value, { to: 'upstream', maxExtensionBytes: 4096 })).toMatchObject({ result: value, losses: [] });
  });

  test('may be missing: then there are no tools', () => {
    const { _meta, ...bare } = server({ remotes: [remote] });
    expect(convert(bare, { to: 'mcp' }).result).toEqual({ tools: [] });
  });
});

describe('tools', () => {
  const definition = {
    name: 'get.forecast',
    inputSchema: {
      type: 'object',
      properties: { at: { $ref: '#/definitions/place' } },
      definitions: { place: { type: 'string' } },
    },
    outputSchema: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    annotations: { readOnly: true, readOnlyHint: false, destructiveHint: null },
    unknown: [null, {}],
  };

  test.each<[string, Json]>([
    ['toolhive', entry({ tool_definitions: [definition] })],
    ['upstream', server({ packages: [oci(IMAGE)] }, { [IMAGE]: { tool_definitions: [definition] } })],
  ])('of %s keep everything; misnamed hints are reported and kept', (from, value) => {
    const { result, warnings } = convert(value, { to: from === 'toolhive' ? 'upstream' : 'toolhive' });
    const tools =
      from === 'toolhive'
        ? toolsOfServer(parseServerJson(result).server).map(tool => tool.definition)
        : (result as JsonObject).tool_definitions;
    expect(tools).toEqual([definition]);
    expect(warnings.filter(({ code }) => code === 'metadata.misnamed-hint').map(({ pointer }) => pointer)).toEqual([
      expect.stringMatching(/tool_definitions\/0\/annotations\/readOnly$/),
    ]);
  });

  test('that do not fit leave their digest and the pointer to them', () => {
    const tools = [{ ...definition, description: 'long '.repeat(1000) }];
    const options: ConvertOptions = {
      to: 'upstream',
      maxExtensionBytes: 4096,
      definitionsUrl: 'https://a.example/tools.json',
    };
    const { result, losses } = convert(entry({ tool_definitions: tools, tools: ['a'] }), options);
    expect(losses).toEqual([{ pointer: '/tool_definitions', reason: expect.stringContaining('4096 bytes') }]);
    expect(toolPointersOfServer(parseServerJson(result).server)).toEqual([
      {
        key: IMAGE,
        surfaceDigest: surfaceDigest({ tools, prompts: [], resources: [], templates: [] }),
        tools: 1,
        url: 'https://a.example/tools.json',
      },
    ]);
  });

  test('and whatever else can be done without are left out one after the other, until the rest fits', () => {
    const names = Array.from({ length: 500 }, (_, i) => `tool_${i}`);
    const long = entry({ tool_definitions: [definition], overview: 'long '.repeat(1000), tools: names });
    const { result, losses } = convert(long, { to: 'upstream', maxExtensionBytes: 4096 });
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/overview', '/tool_definitions', '/tools']);
    expect(toolPointersOfServer(parseServerJson(result).server)).toEqual([
      { key: IMAGE, surfaceDigest: expect.any(String), tools: 1 },
    ]);
  });

  test('that two deployments of a server share are listed once, and nothing is lost', () => {
    const shared = { tool_definitions: [definition] };
    const both = server(
      { packages: [oci(IMAGE)], remotes: [remote] },
      { [IMAGE]: shared, [String(remote.url)]: shared },
    );
    const { result, losses } = convert(both, { to: 'mcp' });
    expect(result).toEqual({ tools: [definition] });
    expect(losses.filter(({ pointer }) => pointer.includes('tool_definitions'))).toEqual([]);
  });

  test('that are only named, twice there, or without a schema are lost on the way to MCP, or not as they were', () => {
    const value = entry({ tools: ['a', 'b'], tool_definitions: [{ name: 'a' }, { name: 'a', title: 'A' }] });
    const { result, losses } = convert(value, { to: 'mcp' });
    expect(result).toEqual({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] });
    expect(losses.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/tool_definitions/0', '/tool_definitions/1', '/tools/1']),
    );
  });
});

test('everything that ToolHive cannot hold is lost with its place', () => {
  const value = {
    ...server({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json',
      version: '2.0.0',
      websiteUrl: 'https://a.example/',
      repository: { url: 'https://github.com/a/b', source: 'other', id: '7', subfolder: 'c' },
      packages: [
        npm,
        {
          ...oci(IMAGE),
          version: '2.0.0',
          runtimeHint: 'docker',
          transport: { type: 'sse', url: 'http://localhost:8080/path', headers: [] },
          runtimeArguments: [
            {
              type: 'named',
              name: '-e',
              value: 'TOKEN={token}',
              variables: { token: { isSecret: true, isRequired: true } },
            },
            { type: 'named', name: '--network', value: 'host' },
          ],
          packageArguments: [{ type: 'named', name: '--city', value: 'Oslo' }],
          environmentVariables: [{ name: 'A', value: 'b', choices: ['b'], isRequired: true }],
        },
      ],
      remotes: [remote],
    }),
    hello: 'world',
  };
  const { result, losses } = convert(value, { to: 'toolhive' });
  expect(result).toEqual({
    name: 'com.example/weather',
    description: 'Weather.',
    transport: 'sse',
    tools: [],
    repository_url: 'https://github.com/a/b',
    image: IMAGE,
    target_port: 8080,
    env_vars: [
      { name: 'A', required: true },
      { name: 'TOKEN', required: true, secret: true },
    ],
    args: ['--city', 'Oslo'],
  });
  expect(losses.map(({ pointer }) => pointer)).toEqual([
    '/$schema',
    '/hello',
    '/packages/0',
    '/packages/1/environmentVariables/0/choices',
    '/packages/1/environmentVariables/0/value',
    '/packages/1/packageArguments',
    '/packages/1/runtimeArguments/0',
    '/packages/1/runtimeArguments/1',
    '/packages/1/runtimeHint',
    '/packages/1/transport/headers',
    '/packages/1/transport/url',
    '/packages/1/version',
    '/remotes/0',
    '/repository/id',
    '/repository/source',
    '/repository/subfolder',
    '/version',
    '/websiteUrl',
  ]);
});

test.each<[string, JsonObject, JsonObject[]]>([
  ['no name before the sign', { name: '-e', value: '=x' }, []],
  ['a variable without a value', { name: '-e', value: 'CITY' }, []],
  ['another flag', { name: '--volume', value: 'A=b' }, []],
  ['a plain value', { name: '--env', value: 'CITY=Oslo' }, [{ name: 'CITY', required: false, default: 'Oslo' }]],
  [
    'a value with its own signs',
    { name: '-e', value: 'Q=a=b', description: 'Two.', isSecret: true, isRequired: true },
    [{ name: 'Q', description: 'Two.', required: true, secret: true, default: 'a=b' }],
  ],
  ['an undeclared placeholder', { name: '-e', value: 'A={b}' }, [{ name: 'A', required: false }]],
  [
    'a placeholder with a default',
    { name: '-e', value: 'A={b}', variables: { b: { default: 'c' } } },
    [{ name: 'A', required: false, default: 'c' }],
  ],
])('of the arguments of a runtime, variables reach ToolHive: %s', (_, argument, variables) => {
  const packages = [{ ...oci(IMAGE), runtimeArguments: [{ type: 'named', ...argument }] }];
  const { result, losses } = convert(server({ packages }), { to: 'toolhive' });
  expect((result as JsonObject).env_vars ?? []).toEqual(variables);
  expect(losses.map(({ pointer }) => pointer)).toEqual(['/packages/0/runtimeArguments/0']);
});

test('an entry without a name is called after its image or host, with a warning', () => {
  const { name: _, ...nameless } = entry({});
  const { result, warnings } = convert(nameless, { to: 'upstream' });
  expect(result).toMatchObject({ name: 'io.github.stacklok/weather' });
  expect(warnings.map(({ code }) => code)).toEqual(['convert.name-derived']);
  expect(convert(nameless, { to: 'upstream', name: 'com.example/rain' }).warnings).toEqual([]);
});

test('untrusted text and odd member names stay data', () => {
  const text =
    '{"image":"i/a:1","transport":"stdio","name":"ab","description":"<script>alert(1)</script>\\u001b[0m","__proto__":{"tools":[]},"custom_metadata":{"__proto__":{"x":1}},"tools":["constructor"]}';
  const { result, losses } = convert(new TextEncoder().encode(text), { to: 'upstream' });
  expect(result).toMatchObject({ description: '<script>alert(1)</script>\u001b[0m' });
  expect(losses.map(({ pointer }) => pointer)).toEqual(['/__proto__']);
  expect(JSON.stringify(result)).toContain('"custom_metadata":{"__proto__":{"x":1}}');
});

describe('a whole registry', () => {
  const legacy = {
    version: '1.0.0',
    last_updated: '2026-01-02T03:04:05Z',
    servers: {
      weather: withoutName(entry({})),
      'bad name!': withoutName(entry({})),
      broken: { image: 7 },
      alpha: withoutName(entry({ image: 'x/alpha:1' })),
    },
    remote_servers: {
      weather: { description: 'Twin.', transport: 'sse', url: 'https://a.example' },
      far: { description: 'Far.', transport: 'sse', url: 'https://b.example' },
    },
    groups: [{ name: 'g', description: 'G.', servers: { inner: withoutName(entry({})) }, color: 'red' }],
  };

  test('of ToolHive is sorted, and entries that cannot be converted are lost alone', () => {
    const { result, losses, from } = convert(legacy, { to: 'upstream' });
    const { data, meta } = result as unknown as { data: { servers: JsonObject[]; groups: JsonObject[] }; meta: Json };
    expect(from).toBe('toolhive');
    expect(meta).toEqual({ last_updated: '2026-01-02T03:04:05Z' });
    expect(data.servers.map(({ name }) => name)).toEqual([
      'io.github.stacklok/alpha',
      'io.github.stacklok/far',
      'io.github.stacklok/weather',
    ]);
    expect(data.groups).toMatchObject([
      { name: 'g', description: 'G.', servers: [{ name: 'io.github.stacklok/inner' }] },
    ]);
    expect(losses.map(({ pointer }) => pointer)).toEqual([
      '/groups/0/color',
      '/remote_servers/weather',
      '/servers/bad name!',
      '/servers/broken',
    ]);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['with nothing in it', { servers: {} }, { version: '1.0.0', meta: {}, data: { servers: [] } }],
    [
      'with a group that says only its name',
      { remote_servers: {}, groups: [{ name: 'g' }] },
      { version: '1.0.0', meta: {}, data: { servers: [], groups: [{ name: 'g', servers: [] }] } },
    ],
  ])('of ToolHive %s', (_, value, expected) => {
    expect(convert(value, { to: 'upstream' })).toMatchObject({ result: expected, losses: [] });
  });

  test('stays as it is in the form that it has', () => {
    expect(convert(legacy, { to: 'toolhive' })).toMatchObject({ result: legacy, losses: [] });
  });

  test('naming options do not apply to every entry of a list, but a limit does', () => {
    const tools = { tool_definitions: [{ name: 'a', description: 'x'.repeat(5000) }] };
    const value = { servers: { weather: withoutName(entry(tools)) } };
    const limits = { maxExtensionBytes: 4096, definitionsUrl: 'https://a.example/tools.json' };
    const { result, losses } = convert(value, { to: 'upstream', name: 'com.example/one', ...limits });
    expect(result).toMatchObject({ data: { servers: [{ name: 'io.github.stacklok/weather' }] } });
    expect(losses).not.toEqual([]);
  });

  test('in upstream form comes back by name, images and remotes apart', () => {
    const there = convert(legacy, { to: 'upstream' });
    const { result, losses } = convert(there.result, { to: 'toolhive' });
    expect(losses).toEqual([]);
    expect(result).toMatchObject({
      last_updated: '2026-01-02T03:04:05Z',
      servers: { alpha: { image: 'x/alpha:1' }, weather: { image: IMAGE } },
      remote_servers: { far: { url: 'https://b.example' } },
      groups: [{ name: 'g', servers: { inner: { image: IMAGE } } }],
    });
    expect(Object.keys((result as JsonObject).servers as JsonObject)).toEqual(['alpha', 'weather']);
  });

  test('with skills and npm packages reports what the old ToolHive form cannot hold', () => {
    const registry = { data: { servers: [server({ packages: [npm] }), server({ remotes: [remote] })], skills: [{}] } };
    const { result, losses } = convert(registry, { to: 'toolhive' });
    expect(Object.keys((result as JsonObject).remote_servers as JsonObject)).toEqual(['com.example/weather']);
    expect(losses).toEqual([
      { pointer: '/data/servers/0', reason: expect.stringContaining('com.example/weather'), entry: true },
      { pointer: '/data/skills', reason: expect.any(String) },
    ]);
  });
});

describe("Docker's catalog", () => {
  const docker = {
    name: 'weather',
    image: 'mcp/weather',
    type: 'server',
    meta: { tags: ['weather'] },
    about: { title: 'Weather', description: 'Weather.', icon: 'https://a.example/icon.png' },
    source: { project: 'https://github.com/acme/weather' },
    config: { secrets: [{ env: 'TOKEN', example: 'abc', required: true }], env: [{ name: 'CITY', value: 'Oslo' }] },
    run: { command: ['--fast'] },
    tools: [
      {
        name: 'get_forecast',
        description: 'Gets it.',
        arguments: [
          { name: 'city', type: 'string', desc: 'Where.' },
          { name: 'days', type: 'array', items: { type: 'integer' }, optional: true },
        ],
        annotations: { readOnlyHint: true },
      },
    ],
  };

  test('goes to server.json with its tools as MCP has them, and comes back', () => {
    const there = convert(docker, { to: 'upstream' });
    expect(there.losses).toEqual([]);
    expect(toolsOfServer(parseServerJson(there.result).server).map(({ definition }) => definition)).toEqual([
      {
        name: 'get_forecast',
        description: 'Gets it.',
        annotations: { readOnlyHint: true },
        inputSchema: {
          type: 'object',
          properties: {
            city: { type: 'string', description: 'Where.' },
            days: { type: 'array', items: { type: 'integer' } },
          },
          required: ['city'],
        },
      },
    ]);
    const back = convert(there.result, { to: 'docker' });
    expect(back).toMatchObject({ result: docker, losses: [] });
  });

  test('reaches ToolHive in two steps, with losses in terms of its own file', () => {
    const { result, losses } = convert({ ...docker, dynamic: { tools: true } }, { to: 'toolhive' });
    expect(result).toMatchObject({ image: 'mcp/weather', args: ['--fast'], tools: ['get_forecast'] });
    expect(losses.map(({ pointer }) => pointer)).toEqual([
      '/about/icon',
      '/config/env/0/value',
      '/config/secrets/0/example',
      '/dynamic',
      '/run/command/0',
    ]);
  });

  test('takes remotes, and a real inputSchema counts more than arguments', () => {
    const value = {
      ...docker,
      type: 'remote',
      image: undefined,
      config: undefined,
      run: undefined,
      remote: { transport_type: 'sse', url: 'https://a.example/', headers: { 'X-Key': 'k' } },
    };
    const { result } = convert(JSON.parse(JSON.stringify(value)), { to: 'upstream' });
    expect(result).toMatchObject({
      remotes: [{ type: 'sse', url: 'https://a.example/', headers: [{ name: 'X-Key', value: 'k' }] }],
    });
    const real = [{ name: 'a', arguments: [{ name: 'x' }], inputSchema: { type: 'object' } }];
    expect(convert(real, { to: 'mcp' })).toMatchObject({
      result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] },
      losses: [{ pointer: '/0/arguments' }],
    });
  });

  test('loses nested schemas, each keyword with its place, and warns of hints that are false', () => {
    const tool = {
      name: 'a',
      title: 'A',
      inputSchema: {
        type: 'object',
        properties: { x: { type: 'string', enum: ['a'] }, y: true, z: { type: ['string', 'null'] } },
        required: ['x'],
        additionalProperties: false,
      },
      annotations: { destructiveHint: false },
    };
    const { result, losses, warnings } = convert(
      server({ packages: [oci(IMAGE)] }, { [IMAGE]: { status: 'active', tool_definitions: [tool] } }),
      { to: 'docker', name: 'a' },
    );
    expect((result as JsonObject).tools).toEqual([
      {
        name: 'a',
        arguments: [
          { name: 'x', type: 'string' },
          { name: 'z', optional: true },
        ],
        annotations: { destructiveHint: false },
      },
    ]);
    const at = `${AT}/${KEY}/tool_definitions/0`;
    expect(losses.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        `${at}/title`,
        `${at}/inputSchema/additionalProperties`,
        `${at}/inputSchema/properties/x/enum`,
        `${at}/inputSchema/properties/y`,
        `${at}/inputSchema/properties/z/type`,
      ]),
    );
    expect(warnings.map(({ code }) => code)).toContain('convert.false-hint');
  });
});

describe('a list of tools', () => {
  const tools = [
    { name: 'get.forecast', inputSchema: { type: 'object' } },
    { name: 'list', inputSchema: { type: 'object' } },
  ];

  test('becomes a server.json that names its package', () => {
    const value = {
      serverInfo: { name: 'weather', version: '3.0.0', title: 'Weather' },
      instructions: 'x',
      tools,
      prompts: [{ name: 'p' }],
    };
    const { result, losses } = convert(value, {
      to: 'upstream',
      name: 'com.example/weather',
      description: 'Weather.',
      package: { registryType: 'npm', identifier: 'weather', version: '3.0.0' },
    });
    expect(result).toMatchObject({
      name: 'com.example/weather',
      version: '3.0.0',
      title: 'Weather',
      packages: [{ identifier: 'weather', version: '3.0.0' }],
    });
    const [first] = toolsOfServer(parseServerJson(result).server);
    expect(first).toMatchObject({ key: 'weather', definition: tools[0] });
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/instructions', '/prompts', '/serverInfo/name']);
  });

  test('may be one tool alone', () => {
    const tool = { name: 'rain', inputSchema: { type: 'object' }, annotations: { readOnly: true } };
    const options = { name: 'com.example/weather', url: 'https://a.example/mcp' };
    const { result, warnings } = convert(tool, { to: 'upstream', ...options });
    expect(toolsOfServer(parseServerJson(result).server)).toMatchObject([{ definition: tool }]);
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(
      'metadata.misnamed-hint /annotations/readOnly',
    );
    expect(convert(tool, { to: 'mcp' })).toMatchObject({ result: tool, losses: [] });
  });

  test('becomes an entry of ToolHive for an image or an address', () => {
    const { result } = convert(tools, {
      to: 'toolhive',
      name: 'com.example/weather',
      description: 'W.',
      url: 'https://a.example/mcp',
    });
    expect(result).toMatchObject({ url: 'https://a.example/mcp', tools: ['list'], tool_definitions: tools });
  });
});

test('the bytes of a file are read strictly', () => {
  const bytes = new TextEncoder().encode('{"image":"a","image":"b"}');
  expect(refusalOf(() => convert(bytes, { to: 'upstream' })).code).toBe('json.duplicate-key');
  expect(readJson(new TextEncoder().encode('{"image":"a"}'))).toEqual({ image: 'a' });
});

function withoutName({ name: _, ...rest }: JsonObject): JsonObject {
  return rest;
}
