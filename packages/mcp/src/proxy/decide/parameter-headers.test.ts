import { compilePolicy, MetadataPolicy } from '@toolmark/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lockOf } from '../../../../../test/fakes/raw-client.ts';
import { Catalogue } from '../catalogue.ts';
import { decodeHeader, encodeHeader } from '../client/modern-request.ts';
import type { GuardMode } from '../guard-settings.ts';
import { parameterHeaders, refusalOfParameters } from './parameter-headers.ts';

const mirrored = (name: unknown): object => ({ type: 'string', 'x-mcp-header': name });

function headersFor(properties: object, args: object): object {
  return parameterHeaders({ name: 't', inputSchema: { type: 'object', properties } } as never, args as never);
}

describe('arguments in headers', () => {
  test.each<[string, object, object, object]>([
    ['a name that ends the header', { a: mirrored('A\r\nHost: x') }, { a: 'v' }, {}],
    ['an empty name', { a: mirrored('') }, { a: 'v' }, {}],
    ['a name that is not a string', { a: mirrored(7) }, { a: 'v' }, {}],
    ['an argument that is not there', { a: mirrored('A') }, {}, {}],
    ['null', { a: mirrored('A') }, { a: null }, {}],
    ['an object', { a: mirrored('A') }, { a: {} }, {}],
    ['a prototype', { a: mirrored('A') }, JSON.parse('{"__proto__":{"a":"v"}}'), {}],
    ['a value that ends the header', { a: mirrored('A') }, { a: 'x\r\ny' }, { 'mcp-param-a': '=?base64?eA0KeQ==?=' }],
    [
      'a value that looks encoded',
      { a: mirrored('A') },
      { a: '=?base64?x?=' },
      { 'mcp-param-a': '=?base64?PT9iYXNlNjQ/eD89?=' },
    ],
    [
      'a number and a boolean',
      { a: mirrored('A'), b: mirrored('B') },
      { a: 7, b: true },
      { 'mcp-param-a': '7', 'mcp-param-b': 'true' },
    ],
    [
      'one inside another',
      { o: { type: 'object', properties: { a: mirrored('A') } } },
      { o: { a: 'v' } },
      { 'mcp-param-a': 'v' },
    ],
  ])('%s', (_, properties, args, expected) => {
    expect(headersFor(properties, args)).toEqual(expected);
  });

  test.each<[GuardMode, string, boolean]>([
    ['enforce', 'hidden', false],
    ['enforce', 'nothing', false],
    ['enforce', 'shown', true],
    ['filter', 'hidden', true],
    ['audit', 'hidden', true],
  ])('in %s mode refuses a differing header for the tool "%s": %s', (mode, name, isRefused) => {
    const inputSchema = { type: 'object', properties: { a: mirrored('A') } };
    const { servers } = lockOf({ s: { tools: ['hidden', 'shown'].map(tool => ({ name: tool, inputSchema })) } });
    const policy = compilePolicy({ version: 1, rules: [{ match: { tool: 'hidden' }, decision: 'deny' }] });
    const catalogue = new Catalogue(servers, policy, MetadataPolicy.defaults());
    const request = { kind: 'request', id: 1, method: 'tools/call', params: { name, arguments: { a: 'v' } } } as const;
    const refusal = refusalOfParameters({ catalogue, settings: { mode } }, request, { 'mcp-param-a': 'w' });
    expect(refusal !== undefined).toBe(isRefused);
  });

  test('any text survives the encoding as a valid header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const header = encodeHeader(text);
        expect(decodeHeader(new Headers([['x', header]]).get('x') ?? '')).toBe(text);
      }),
    );
  });
});
