import { describe, expect, test } from 'vitest';
import { isModernMessage, refusalOfModern } from './modern-request.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
};
const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' };
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

function outcome(method: string, params: object, headers: Record<string, string | undefined>): string {
  const request = { kind: 'request', id: 1, method, params: params as never } as const;
  const refusal = refusalOfModern(request, headers);
  return refusal === undefined ? 'passes' : `${refusal.status} ${refusal.code}`;
}

describe('a request of 2026-07-28', () => {
  test.each<[string, string, object, Record<string, string | undefined>]>([
    ['no _meta', '400 -32602', { name: 'echo' }, HEADERS],
    ['a _meta that is none', '400 -32602', { name: 'echo', _meta: [] }, HEADERS],
    [
      'no version',
      '400 -32602',
      { name: 'echo', _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 1 } },
      HEADERS,
    ],
    [
      'no capabilities',
      '400 -32602',
      { name: 'echo', _meta: { ...META, 'io.modelcontextprotocol/clientCapabilities': null } },
      HEADERS,
    ],
    [
      'a client without name',
      '400 -32602',
      { name: 'echo', _meta: { ...META, 'io.modelcontextprotocol/clientInfo': {} } },
      HEADERS,
    ],
    [
      'no version in the headers',
      '400 -32020',
      { name: 'echo', _meta: META },
      { ...HEADERS, 'mcp-protocol-version': undefined },
    ],
    [
      'another version in the headers',
      '400 -32020',
      { name: 'echo', _meta: META },
      { ...HEADERS, 'mcp-protocol-version': '2027-01-01' },
    ],
    ['no method in the headers', '400 -32020', { name: 'echo', _meta: META }, { ...HEADERS, 'mcp-method': undefined }],
    [
      'another method in the headers',
      '400 -32020',
      { name: 'echo', _meta: META },
      { ...HEADERS, 'mcp-method': 'Tools/Call' },
    ],
    ['no name in the headers', '400 -32020', { name: 'echo', _meta: META }, { ...HEADERS, 'mcp-name': undefined }],
    ['another name in the headers', '400 -32020', { name: 'echo', _meta: META }, { ...HEADERS, 'mcp-name': 'Echo' }],
    [
      'base64 that is none',
      '400 -32020',
      { name: 'echo', _meta: META },
      { ...HEADERS, 'mcp-name': '=?base64?ZWNobw?=' },
    ],
    ['the name in base64', 'passes', { name: 'écho', _meta: META }, { ...HEADERS, 'mcp-name': base64('écho') }],
    ['all of it', 'passes', { name: 'echo', _meta: META }, HEADERS],
  ])('%s: %s', (_, expected, params, headers) => {
    expect(outcome('tools/call', params, headers)).toBe(expected);
  });

  test('another version is refused with those that are known', () => {
    const version = '2099-01-01';
    const params = { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': version } };
    const request = { kind: 'request', id: 1, method: 'tools/list', params } as const;
    const refusal = refusalOfModern(request, { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' });
    expect(refusal).toMatchObject({
      status: 400,
      code: -32022,
      data: { supported: ['2026-07-28'], requested: version },
    });
  });

  test('only a version since 2026-07-28 makes a message one', () => {
    const parsed = { kind: 'request', id: 1, method: 'tools/list', params: {} } as const;
    expect(isModernMessage(parsed, {})).toBe(false);
    expect(isModernMessage(parsed, { 'mcp-protocol-version': '2025-11-25' })).toBe(false);
    expect(isModernMessage(parsed, { 'mcp-protocol-version': '2026-07-28' })).toBe(true);
    expect(isModernMessage({ ...parsed, params: { _meta: META } }, {})).toBe(true);
  });
});
