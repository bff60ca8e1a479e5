import type { JsonObject } from '@toolmark/core';
import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { sampleServer } from '../../../../test/server-entry.ts';
import { inspectEntry } from './inspect-entry.ts';
import { requireOwnHosts } from './namespace-host.ts';

const BOUND = { id: 'example', permissions: [], namespace: 'com.example/*' };

function check(members: JsonObject): void {
  const bytes = Buffer.from(JSON.stringify(sampleServer({ name: 'com.example/claims', ...members })));
  requireOwnHosts(BOUND, inspectEntry(bytes, new Date('2026-11-15T12:00:00Z')));
}

test.each<[url: string, variables?: JsonObject]>([
  ['https://evil.example/mcp'],
  ['https://example.com.evil.example/mcp'],
  ['https://example.com@evil.example/mcp'],
  ['https://notexample.com/mcp'],
  ['https://еxample.com/mcp'],
  ['https://example.org/mcp'],
  ['https://93.184.216.34/mcp'],
  ['https://{host}/mcp', { host: { description: 'any' } }],
  ['https://example.com{host}/mcp', { host: { description: 'any' } }],
  ['https://{tenant}.example.com/mcp', { tenant: { default: 'evil.example/' } }],
  ['https://{tenant}.example.com/mcp', { tenant: { choices: ['one', 'evil.example#'] } }],
])('a namespace token cannot claim %s, an address of another domain', (url, variables) => {
  const remotes = [{ type: 'streamable-http', url, ...(variables === undefined ? {} : { variables }) }];
  const { code, pointer } = refusalOf(() => check({ remotes }));
  expect([code, pointer]).toEqual(['publish.remote-host', '/remotes/0/url']);
});

function packageAt(url: string): JsonObject {
  const transport = { type: 'streamable-http', url };
  return { packages: [{ registryType: 'npm', identifier: 'a', version: '1.0.0', transport }] };
}

test.each(['https://evil.example/mcp', 'https://{tenant}.evil.example/mcp', 'https://example.com.evil.example/mcp'])(
  'a namespace token cannot publish a package that is reached at %s',
  url => {
    const { code, pointer } = refusalOf(() => check(packageAt(url)));
    expect([code, pointer]).toEqual(['publish.remote-host', '/packages/0/transport/url']);
  },
);

test.each([
  ...['http://localhost:{port}/mcp', 'http://{host}:{port}/mcp', 'http://127.0.0.1:3000/mcp'],
  'https://mcp.example.com/mcp',
])('a namespace token can publish a package that is reached at %s', url => {
  expect(() => check(packageAt(url))).not.toThrow();
});
