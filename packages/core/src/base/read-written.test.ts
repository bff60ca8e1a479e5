import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson } from '../../../../test/arbitrary-tool.ts';
import { readExactJson } from './read-json.ts';
import { readWritten } from './read-written.ts';

const read = (text: string, maxDepth = 128, maxValues = 1000): unknown => readWritten(text, maxDepth, maxValues);

describe('a text is left to the strict reader', () => {
  test.each([
    ['a repeated key', '{"a":1,"a":2}'],
    ['a repeated key with the same value', '{"a":1,"a":1}'],
    ['a repeated __proto__', '{"__proto__":null,"__proto__":{}}'],
    ['a repeated key far below', '[{"a":[{"b":1,"c":2,"b":3}]}]'],
    ['a repeated key on lines of its own', '{\n  "a": 1,\n  "a": 1\n}\n'],
    ['half a surrogate pair', String.raw`{"a":"\ud800"}`],
    ['half a surrogate pair in a key', String.raw`{"\udfff":1}`],
    ['half a surrogate pair in capitals', String.raw`{"a":"\uD800"}`],
    ['a letter spelled with an escape', String.raw`{"\u0061":1}`],
    ['an integer beyond 2^53 that a double can hold', '{"a":9007199254740994}'],
    ['an integer beyond 2^53 that a double cannot hold', '{"a":9007199254740993}'],
    ['a negative one', '{"a":-9007199254740994}'],
    ['an integer of 21 digits', '{"a":100000000000000000000}'],
    ['a number that overflows', '{"a":1e400}'],
    ['minus zero', '{"a":-0}'],
    ['a float that is whole', '{"a":1.0}'],
    ['another spelling of a number', '{"a":1E2}'],
    ['keys that are numbers in another order', '{"2":0,"1":0}'],
    ['a byte order mark', '\ufeff{"a":1}'],
    ['data after the value', '{"a":1} {}'],
    ['a second value', '{"a":1}{}'],
    ['two line feeds at the end', '{"a":1}\n\n'],
    ['a space before the value', ' {"a":1}'],
    ['a space somewhere', '{"a":[1, 2]}'],
    ['other indentation', '{\n  "a": {\n   "b": 1\n  }\n}'],
    ['a comma too many', '{"a":1,}'],
    ['a text that ends too early', '{"a":1'],
    ['no text', ''],
    ['a value that is no container', '1'],
  ])('that holds %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  test('that is nested one level too deep, however it is written', () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const empty = (levels: number): string => `${'[{"a":'.repeat(levels)}[]${'}]'.repeat(levels)}`;
    expect(read(nested(4), 4)).toEqual({ a: { a: { a: { a: 1 } } } });
    expect(read(nested(5), 4)).toBeUndefined();
    expect(read(empty(2), 5)).toBeDefined();
    expect(read(empty(2), 4)).toBeUndefined();
    expect(read(nested(200_000))).toBeUndefined();
  });

  test('that holds one value too many', () => {
    expect(read('{"a":[1,2]}', 128, 4)).toEqual({ a: [1, 2] });
    expect(read('{"a":[1,2]}', 128, 3)).toBeUndefined();
  });
});

describe('what JSON.stringify wrote', () => {
  test.each([
    ['in one line', 0, ''],
    ['in one line of a file', 0, '\n'],
    ['on many lines', 2, ''],
    ['on many lines of a file', 2, '\n'],
  ])('%s is read as the strict reader reads it', (_, indent, end) => {
    fc.assert(
      fc.property(anyJson, value => {
        const text = JSON.stringify({ 'a:': 0, value }, undefined, indent) + end;
        const bytes = new TextEncoder().encode(text);
        const written = read(text, 128, 250_000);
        // `readExactJson` never takes the short way, and differs from `readJson` only in whole floats.
        if (written !== undefined) expect(written).toEqual(exactly(bytes));
      }),
    );
  });

  test('keeps __proto__ as a member', () => {
    const value = read('{"__proto__":{"x":1}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('is read at all', () => {
    expect(read('{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"a"}]}}')).toBeDefined();
    expect(read('{\n  "lockfileVersion": 1,\n  "servers": {}\n}\n')).toEqual({ lockfileVersion: 1, servers: {} });
  });
});

function exactly(bytes: Uint8Array): unknown {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    if (value.constructor?.name === 'JsonFloat') return Number((value as { value: number }).value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  };
  return plain(readExactJson(bytes));
}
