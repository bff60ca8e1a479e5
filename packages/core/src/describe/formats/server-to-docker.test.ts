import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/index.ts';
import { type Conversion, convert } from './convert.ts';

const IMAGE = 'mcp/weather';
const PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided';
const AT = '/_meta/io.modelcontextprotocol.registry~1publisher-provided/io.github.stacklok/mcp~1weather';

function server(more: JsonObject, extension?: JsonObject): JsonObject {
  const _meta = { [PROVIDED]: { 'io.github.stacklok': { [IMAGE]: extension } } };
  return {
    ...{ name: 'com.example/weather', description: 'Weather.', version: '1.0.0' },
    ...more,
    ...(extension === undefined ? {} : { _meta }),
  } as JsonObject;
}

const image = (more: JsonObject = {}): JsonObject => ({
  packages: [{ registryType: 'oci', identifier: IMAGE, transport: { type: 'stdio' }, ...more }],
});

function toDocker(more: JsonObject, extension?: JsonObject): Conversion {
  return convert(server(more, extension), { to: 'docker', name: 'weather' });
}

function lostIn({ losses }: Conversion): string[] {
  return losses.map(({ pointer }) => pointer);
}

/** Docker's names have no domain, so the name of each of these servers is lost. */
const ALWAYS = ['/name'];

describe("reports members that Docker's catalog cannot hold", () => {
  test.each<[string, JsonObject, string]>([
    ['a version', { ...image(), version: '2.3.4' }, '/version'],
    [
      'a second icon',
      { ...image(), icons: [{ src: 'https://a.example/1' }, { src: 'https://a.example/2' }] },
      '/icons/1',
    ],
    ['what an icon is for', { ...image(), icons: [{ src: 'https://a.example/1', theme: 'dark' }] }, '/icons/0/theme'],
    [
      'an image that speaks HTTP',
      image({ transport: { type: 'streamable-http', url: 'http://localhost:8080' } }),
      '/packages/0/transport',
    ],
    [
      'an argument with a name',
      image({ packageArguments: [{ type: 'named', name: '--city', value: 'Oslo' }] }),
      '/packages/0/packageArguments/0',
    ],
    [
      'an argument that the user fills in',
      image({ packageArguments: [{ type: 'positional', valueHint: 'city' }] }),
      '/packages/0/packageArguments/0',
    ],
    [
      'that a plain variable is needed',
      image({ environmentVariables: [{ name: 'CITY', isRequired: true, value: 'Oslo' }] }),
      '/packages/0/environmentVariables/0/isRequired',
    ],
    [
      'that a secret comes after a plain variable',
      image({ environmentVariables: [{ name: 'CITY' }, { name: 'KEY', isSecret: true }] }),
      '/packages/0/environmentVariables/1',
    ],
    [
      'a header that the user fills in',
      { remotes: [{ type: 'sse', url: 'https://a.example/', headers: [{ name: 'X-Key', isRequired: true }] }] },
      '/remotes/0/headers/0',
    ],
  ])('%s', (_, more, pointer) => {
    expect(lostIn(toDocker(more))).toEqual([pointer, ...ALWAYS].toSorted());
  });

  const odd = {
    type: 'object',
    properties: { a: true, b: { type: ['string'], pattern: 'x' }, c: {} },
    required: ['c', 'b', 'z'],
    additionalProperties: false,
  };
  test.each<[string, JsonObject, string[]]>([
    ['a status', { status: 'deprecated' }, ['status']],
    ['a tool that is only a name', { tools: ['rain'] }, ['tools/0']],
    ['permissions', { permissions: {} }, ['permissions']],
    [
      'a schema that is not a list of arguments',
      { tool_definitions: [{ name: 'rain', title: 'Rain', inputSchema: odd }] },
      ['additionalProperties', 'properties/a', 'properties/b/pattern', 'properties/b/type', 'required']
        .map(place => `tool_definitions/0/inputSchema/${place}`)
        .concat('tool_definitions/0/title'),
    ],
    [
      'arguments that are not an object',
      { tool_definitions: [{ name: 'rain', inputSchema: { type: 'array' } }] },
      ['tool_definitions/0/inputSchema/type'],
    ],
  ])('%s in the extension', (_, extension, places) => {
    const lost = lostIn(toDocker(image(), { status: 'active', ...extension }));
    expect(lost).toEqual([...places.map(place => `${AT}/${place}`), ...ALWAYS].toSorted());
  });
});

describe("keeps what Docker's catalog can hold", () => {
  test.each<[string, JsonObject, JsonObject | undefined, Json]>([
    [
      'an image with its command, secrets and variables',
      image({
        packageArguments: [{ type: 'positional', value: '-v' }],
        environmentVariables: [
          { name: 'KEY', isSecret: true, isRequired: true, description: 'A key.', placeholder: 'k-1' },
          { name: 'OTHER', isSecret: true },
          { name: 'CITY', value: 'Oslo' },
          { name: 'LAND' },
        ],
      }),
      { status: 'active', tags: ['sky'] },
      {
        ...{
          name: 'weather',
          image: IMAGE,
          type: 'server',
          meta: { tags: ['sky'] },
          about: { description: 'Weather.' },
        },
        config: {
          secrets: [{ env: 'KEY', description: 'A key.', example: 'k-1', required: true }, { env: 'OTHER' }],
          env: [{ name: 'CITY', value: 'Oslo' }, { name: 'LAND' }],
        },
        run: { command: ['-v'] },
      },
    ],
    [
      'an address with its headers',
      { remotes: [{ type: 'sse', url: 'https://a.example/', headers: [{ name: 'X-Key', value: '{key}' }] }] },
      undefined,
      {
        ...{ name: 'weather', type: 'remote', about: { description: 'Weather.' } },
        remote: { transport_type: 'sse', url: 'https://a.example/', headers: { 'X-Key': '{key}' } },
      },
    ],
    [
      'an address, a title, an icon and a folder',
      {
        ...{ title: 'Weather', icons: [{ src: 'https://a.example/1' }] },
        repository: { url: 'https://github.com/a/b', source: 'github', subfolder: 'c' },
        remotes: [{ type: 'streamable-http', url: 'https://a.example/' }],
      },
      undefined,
      {
        ...{ name: 'weather', type: 'remote' },
        about: { title: 'Weather', description: 'Weather.', icon: 'https://a.example/1' },
        source: { project: 'https://github.com/a/b', directory: 'c' },
        remote: { transport_type: 'streamable-http', url: 'https://a.example/' },
      },
    ],
    [
      'tools with their arguments and hints',
      image(),
      {
        status: 'active',
        tools: ['now', 'rain'],
        tool_definitions: [
          { name: 'now', description: 'The time.', inputSchema: { type: 'object' } },
          {
            name: 'rain',
            annotations: { readOnlyHint: true },
            inputSchema: {
              type: 'object',
              properties: { city: { type: 'string', description: 'Where.' }, days: { type: 'array', items: {} } },
              required: ['city'],
            },
          },
        ],
      },
      {
        ...{ name: 'weather', image: IMAGE, type: 'server', about: { description: 'Weather.' } },
        tools: [
          { name: 'now', description: 'The time.', arguments: [] },
          {
            name: 'rain',
            arguments: [
              { name: 'city', type: 'string', desc: 'Where.' },
              { name: 'days', type: 'array', items: {}, optional: true },
            ],
            annotations: { readOnlyHint: true },
          },
        ],
      },
    ],
  ])('%s', (_, more, extension, result) => {
    const converted = toDocker(more, extension);
    expect(converted.result).toEqual(result);
    expect(lostIn(converted)).toEqual(ALWAYS);
  });

  test('warns of a false hint, which Docker treats as absent', () => {
    const tools = [{ name: 'rain', inputSchema: { type: 'object' }, annotations: { destructiveHint: false } }];
    const { warnings } = toDocker(image(), { status: 'active', tool_definitions: tools });
    expect(warnings.map(({ code, pointer }) => [code, pointer])).toContainEqual([
      'convert.false-hint',
      `${AT}/tool_definitions/0/annotations/destructiveHint`,
    ]);
  });
});
