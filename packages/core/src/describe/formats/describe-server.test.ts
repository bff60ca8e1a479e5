import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../../test/refusal.ts';
import type { JsonObject } from '../../base/index.ts';
import type { Snapshot } from '../snapshot.ts';
import { type DescribedServer, type DescribeOptions, describeServer } from './describe-server.ts';

function describeInfo(serverInfo: JsonObject, options: DescribeOptions = {}): DescribedServer {
  const snapshot: Snapshot = { serverInfo, tools: [{ name: 'rain' }], prompts: [], resources: [], templates: [] };
  return describeServer(snapshot, options);
}

const GOOD = { name: 'com.example/weather', version: '1.2.3', description: 'Weather.' };

describe('a server with all metadata for a registry', () => {
  test('is described from its own metadata without losses or warnings', () => {
    const info = { ...GOOD, title: 'Weather', websiteUrl: 'https://a.example/' };
    const { server, losses, warnings } = describeInfo(info);
    expect(server).toMatchObject(info);
    expect([losses, warnings]).toEqual([[], []]);
  });

  test.each<[string, DescribeOptions, JsonObject]>([
    [
      'an address',
      { url: 'https://a.example/mcp' },
      { remotes: [{ type: 'streamable-http', url: 'https://a.example/mcp' }] },
    ],
    [
      'a package',
      { package: { registryType: 'npm', identifier: '@a/weather' } },
      { packages: [{ registryType: 'npm', identifier: '@a/weather', transport: { type: 'stdio' } }] },
    ],
    [
      'a package of a version',
      { package: { registryType: 'npm', identifier: '@a/weather', version: '1.2.3' } },
      { packages: [{ registryType: 'npm', identifier: '@a/weather', version: '1.2.3', transport: { type: 'stdio' } }] },
    ],
  ])('is found at %s', (_, options, members) => {
    expect(describeInfo(GOOD, options).server).toMatchObject(members);
  });
});

describe('metadata of a hostile or careless server', () => {
  test.each<[string, JsonObject, DescribeOptions, JsonObject, string[], string[]]>([
    ['no name', { name: 7 }, {}, { name: 'local/server' }, ['convert.name-derived'], ['/serverInfo/name']],
    [
      'a name of one letter',
      { name: 'W!' },
      {},
      { name: 'local/w-server' },
      ['convert.name-derived'],
      ['/serverInfo/name'],
    ],
    [
      'a name with escapes and a way up',
      { name: '../\u001b[31mMy Weather' },
      {},
      { name: 'local/31mmy-weather' },
      ['convert.name-derived'],
      ['/serverInfo/name'],
    ],
    [
      'another name than the entry',
      {},
      { name: 'com.example/other' },
      { name: 'com.example/other' },
      [],
      ['/serverInfo/name'],
    ],
    ['a version that is a range', { version: '^1.0.0' }, {}, { version: '1.0.0' }, ['convert.version-made'], []],
    ['another version than the entry', {}, { version: '2.0.0' }, { version: '2.0.0' }, [], ['/serverInfo/version']],
    [
      'nothing about itself',
      { description: '', title: 'Weather' },
      {},
      { description: 'MCP server Weather' },
      ['convert.description-made'],
      [],
    ],
    ['more than a registry takes', { description: 'x'.repeat(101) }, {}, {}, [], ['/serverInfo/description']],
    ['a title without an end', { title: 'x'.repeat(101) }, {}, {}, [], ['/serverInfo/title']],
    ['a page that is a script', { websiteUrl: 'javascript:alert(1)' }, {}, {}, [], ['/serverInfo/websiteUrl']],
    ['a page without https', { websiteUrl: 'http://a.example/' }, {}, {}, [], ['/serverInfo/websiteUrl']],
    ['an unknown member', { more: true }, {}, {}, [], ['/serverInfo/more']],
  ])('%s is replaced or dropped, and reported', (_, info, options, members, warned, lost) => {
    const { server, losses, warnings } = describeInfo({ ...GOOD, ...info }, options);
    expect(server).toMatchObject(members);
    expect(warnings.map(({ code }) => code)).toEqual(warned);
    expect(losses.map(({ pointer }) => pointer)).toEqual(lost);
    if (lost.includes('/serverInfo/title')) expect(server.title).toBeUndefined();
    if (lost.includes('/serverInfo/websiteUrl')) expect(server.websiteUrl).toBeUndefined();
  });

  test.each<[string, DescribeOptions, string]>([
    ['a name that the registry refuses', { name: 'My Weather!' }, 'convert.name-refused'],
    ['a description that is too long', { description: 'x'.repeat(101) }, 'convert.incomplete'],
  ])('rejects %s as an option', (_, options, code) => {
    expect(refusalOf(() => describeInfo(GOOD, options)).code).toBe(code);
  });

  test('reports members that an entry cannot hold', () => {
    const snapshot: Snapshot = {
      ...{ serverInfo: GOOD, instructions: 'Be kind.', tools: [] },
      ...{
        prompts: [{ name: 'p' }],
        resources: [{ uri: 'a:b', name: 'r' }],
        templates: [{ uriTemplate: 'a:{b}', name: 't' }],
      },
    };
    const { losses } = describeServer(snapshot, {});
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/instructions', '/prompts', '/resources', '/templates']);
  });
});
