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
  const P = 'io.modelcontextprotocol/';
  test.each<[string, string, object, Record<string, string | undefined>?]>([
    ['no _meta', '400 -32602', { _meta: undefined }],
    ['a _meta that is not an object', '400 -32602', { _meta: [] }],
    ['no version', '400 -32602', { _meta: { ...META, [`${P}protocolVersion`]: 1 } }],
    ['no capabilities', '400 -32602', { _meta: { ...META, [`${P}clientCapabilities`]: null } }],
    ['a client without name', '400 -32602', { _meta: { ...META, [`${P}clientInfo`]: {} } }],
    ['no version in the headers', '400 -32020', {}, { 'mcp-protocol-version': undefined }],
    ['another version in the headers', '400 -32020', {}, { 'mcp-protocol-version': '2027-01-01' }],
    ['no method in the headers', '400 -32020', {}, { 'mcp-method': undefined }],
    ['another method in the headers', '400 -32020', {}, { 'mcp-method': 'Tools/Call' }],
    ['no name in the headers', '400 -32020', {}, { 'mcp-name': undefined }],
    ['another name in the headers', '400 -32020', {}, { 'mcp-name': 'Echo' }],
    ['invalid base64', '400 -32020', {}, { 'mcp-name': '=?base64?ZWNobw?=' }],
    ['the name in base64', 'passes', { name: 'écho' }, { 'mcp-name': base64('écho') }],
    ['matching headers', 'passes', {}],
  ])('%s: %s', (_, expected, params, headers = {}) => {
    const given = Object.fromEntries(
      Object.entries({ name: 'echo', _meta: META, ...params }).filter(([, v]) => v !== undefined),
    );
    expect(outcome('tools/call', given, { ...HEADERS, ...headers })).toBe(expected);
  });

  test('an unknown version is refused with the supported ones', () => {
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

  test('is recognized by a version of 2026-07-28 or later', () => {
    const parsed = { kind: 'request', id: 1, method: 'tools/list', params: {} } as const;
    expect(isModernMessage(parsed, {})).toBe(false);
    expect(isModernMessage(parsed, { 'mcp-protocol-version': '2025-11-25' })).toBe(false);
    expect(isModernMessage(parsed, { 'mcp-protocol-version': '2026-07-28' })).toBe(true);
    expect(isModernMessage({ ...parsed, params: { _meta: META } }, {})).toBe(true);
  });
});
