import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../../test/refusal.ts';
import type { Json, JsonObject } from '../../base/index.ts';
import { type Conversion, convert } from './convert.ts';

const AT = 'io.modelcontextprotocol.registry/publisher-provided';
const about = { description: 'Weather.' };

function toServer(more: JsonObject): Conversion {
  return convert({ name: 'weather', about, ...more }, { from: 'docker', to: 'upstream', name: 'com.example/weather' });
}

function extensionIn({ result }: Conversion): unknown {
  const { _meta } = result as { _meta: Record<string, Record<string, JsonObject>> };
  return Object.values(_meta[AT]?.['io.github.stacklok'] ?? {})[0];
}

describe("an entry of Docker's catalog that cannot be a server.json", () => {
  test.each<[string, JsonObject, string, string]>([
    ['no description', { about: {} }, 'convert.incomplete', '--description'],
    ['its description is empty', { about: { description: '' } }, 'convert.incomplete', '--description'],
    ['a remote has no address', { type: 'remote' }, 'convert.incomplete', 'without a url'],
    ['a remote that is not a URL', { remote: { url: 'javascript:alert(1)' } }, 'docker.malformed', '/remote/url'],
    ['a secret has no variable', { config: { secrets: [{}] } }, 'docker.malformed', '/config/secrets/0'],
    ['invalid tools', { tools: [7, { name: 'a', arguments: {} }] }, 'docker.malformed', '/tools/0'],
    ['a flag is a word', { longLived: 'yes' }, 'docker.malformed', '/longLived'],
    ['its name is empty', { name: '' }, 'docker.malformed', '/name'],
  ])('is rejected: %s', (_, more, code, words) => {
    const error = refusalOf(() => toServer(more));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  test('takes the description from the options', () => {
    const options = { from: 'docker', to: 'upstream', name: 'com.example/weather', description: 'Rain.' } as const;
    expect(convert({ name: 'weather' }, options).result).toMatchObject({ description: 'Rain.', version: '1.0.0' });
  });
});

describe('reports exactly the members that server.json cannot hold', () => {
  test.each<[string, JsonObject, string[]]>([
    ['nothing', {}, []],
    ['a title of spaces', { about: { ...about, title: '   ' } }, ['/about/title']],
    ['a title without an end', { about: { ...about, title: 'x'.repeat(101) } }, ['/about/title']],
    ['an icon without https', { about: { ...about, icon: 'http://a.example/i.png' } }, ['/about/icon']],
    ['an icon that is a script', { about: { ...about, icon: 'javascript:alert(1)' } }, ['/about/icon']],
    ['a project that is not a URL', { source: { project: 'not a url' } }, ['/source/project']],
    ['what Docker builds from', { source: { commit: 'a1', project: '' } }, ['/source/commit']],
    ['an address beside an image', { type: 'server', remote: { url: 'https://a.example/' } }, ['/remote']],
    [
      'an image and a command beside an address',
      {
        ...{ type: 'remote', image: 'mcp/a', remote: { url: 'https://a.example/' }, run: { command: ['-v'] } },
        config: { secrets: [{ env: 'KEY' }], env: [{ name: 'CITY' }] },
      },
      ['/config/env', '/config/secrets', '/image', '/run/command'],
    ],
    [
      'a value that only Docker fills in',
      { config: { env: [{ name: 'A', value: '{{b}}' }] } },
      ['/config/env/0/value'],
    ],
    ['a value that is not text', { config: { env: [{ name: 'A', value: 7 }] } }, ['/config/env/0/value']],
    ['an example that is not text', { config: { secrets: [{ env: 'A', example: 7 }] } }, ['/config/secrets/0/example']],
    ['the name of a secret', { config: { secrets: [{ env: 'A', name: 'a.key' }] } }, ['/config/secrets/0/name']],
    ['a kind of its own', { type: 'poci' }, ['/type']],
    [
      'what it may reach',
      { run: { allowHosts: ['a.example:443'] }, longLived: true },
      ['/longLived', '/run/allowHosts'],
    ],
    [
      'arguments beside a schema',
      { tools: [{ name: 'a', inputSchema: {}, arguments: [{ name: 'b' }] }] },
      ['/tools/0/arguments'],
    ],
    [
      'a second argument of one name',
      { tools: [{ name: 'a', arguments: [{ name: 'b', type: 'string' }, { name: 'b' }] }] },
      ['/tools/0/arguments/1'],
    ],
  ])('%s', (_, more, pointers) => {
    expect(toServer(more).losses.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('keeps what server.json can hold', () => {
  test.each<[string, JsonObject, Json]>([
    [
      'an image is the one that Docker builds when none is named',
      { image: '' },
      { packages: [{ registryType: 'oci', identifier: 'mcp/weather', transport: { type: 'stdio' } }] },
    ],
    [
      'a command, secrets and variables',
      {
        image: 'mcp/w',
        run: { command: ['--fast', '-v'] },
        config: {
          secrets: [{ env: 'KEY', example: 'k-1', description: 'A key.', required: true }],
          env: [{ name: 'CITY', value: 'Oslo' }],
        },
      },
      {
        packages: [
          {
            packageArguments: [
              { type: 'positional', value: '--fast' },
              { type: 'positional', value: '-v' },
            ],
            environmentVariables: [
              { name: 'KEY', description: 'A key.', isRequired: true, placeholder: 'k-1', isSecret: true },
              { name: 'CITY', value: 'Oslo' },
            ],
          },
        ],
      },
    ],
    [
      'an address with headers, whatever they are called',
      { remote: { url: 'https://a.example/', headers: { 'X-Key': '${KEY}' }, transport_type: 'sse' } },
      { remotes: [{ type: 'sse', url: 'https://a.example/', headers: [{ name: 'X-Key', value: '${KEY}' }] }] },
    ],
    [
      'an address alone',
      { type: 'remote', remote: { url: 'https://a.example/', transport_type: 'http' } },
      { remotes: [{ type: 'streamable-http', url: 'https://a.example/' }] },
    ],
    [
      'a title, an icon and a folder of a project',
      {
        about: { ...about, title: 'Weather', icon: 'https://a.example/i.png' },
        source: { project: 'https://gitlab.com/a/b', directory: 'servers/weather' },
      },
      {
        title: 'Weather',
        icons: [{ src: 'https://a.example/i.png' }],
        repository: { url: 'https://gitlab.com/a/b', source: 'gitlab', subfolder: 'servers/weather' },
      },
    ],
  ])('%s', (_, more, members) => {
    const { result, losses } = toServer(more);
    expect(result).toMatchObject(members as object);
    expect(losses).toEqual([]);
  });

  test('the extension holds the tools with schemas made from their arguments', () => {
    const tools = [
      { name: 'now', description: 'The time.' },
      {
        name: 'rain',
        arguments: [
          { name: 'city', type: 'string', desc: 'Where.' },
          { name: 'days', optional: true },
        ],
      },
    ];
    const converted = toServer({ image: 'mcp/w', tools, meta: { tags: ['sky'] } });
    expect(extensionIn(converted)).toEqual({
      status: 'active',
      tags: ['sky'],
      tools: ['now', 'rain'],
      tool_definitions: [
        { name: 'now', description: 'The time.', inputSchema: { type: 'object' } },
        {
          name: 'rain',
          inputSchema: {
            type: 'object',
            properties: { city: { type: 'string', description: 'Where.' }, days: {} },
            required: ['city'],
          },
        },
      ],
    });
  });

  test('an entry without a tool list differs from one with an empty list', () => {
    expect(extensionIn(toServer({ image: 'mcp/w' }))).toEqual({ status: 'active' });
    expect(extensionIn(toServer({ image: 'mcp/w', tools: [] }))).toMatchObject({ tools: [], tool_definitions: [] });
  });
});

describe('the tools of an entry alone', () => {
  const tools = [{ name: 'rain', arguments: [] }];
  const definition = { name: 'rain', inputSchema: { type: 'object' } };

  test.each<[string, Json, Json]>([
    ['of an entry', { name: 'weather', tools }, { tools: [definition] }],
    ['of an entry that has none', { name: 'weather' }, { tools: [] }],
    ['of a tools.json', tools, { tools: [definition] }],
    ['of a tools.json in an object', { tools }, { tools: [definition] }],
  ])('as MCP lists them, %s', (_, value, result) => {
    expect(convert(value, { from: 'docker', to: 'mcp' }).result).toEqual(result);
  });

  test('a tools.json becomes an entry under the name that it is given', () => {
    const options = { from: 'docker', to: 'upstream', name: 'com.example/weather', url: 'https://a.example/' } as const;
    expect(extensionIn(convert(tools, options))).toMatchObject({ tools: ['rain'], tool_definitions: [definition] });
  });

  test.each<Json>([{ name: 'weather', tools }, tools])('input in the target format is unchanged: %j', value => {
    expect(convert(value, { from: 'docker', to: 'docker' })).toMatchObject({ result: value, losses: [] });
  });
});
