import { expect, test } from 'vitest';
import { hasBadHeader } from './mirrored-arguments.ts';

const withHeaders = (...headers: unknown[]): never =>
  ({
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(headers.map((header, i) => [`a${i}`, { type: 'string', 'x-mcp-header': header }])),
    },
  }) as never;

test.each<[string, boolean, ...unknown[]]>([
  ['a header that splits the request', true, 'Bad Header:\r\nX'],
  ['an empty name', true, ''],
  ['something else than a text', true, 7],
  ['one header for two arguments', true, 'Region', 'region'],
  ['a usual name', false, 'Region'],
  ['two names', false, 'Region', 'Tenant-Id'],
])('%s is invalid: %s', (_, isBad, ...headers) => {
  expect(hasBadHeader(withHeaders(...headers))).toBe(isBad);
});

test('finds an invalid header in a nested property, and none without headers', () => {
  const inner = { properties: { a: { properties: { b: { 'x-mcp-header': ' ' } } } } };
  expect(hasBadHeader({ inputSchema: inner })).toBe(true);
  expect(hasBadHeader({ inputSchema: { type: 'object' } })).toBe(false);
});
