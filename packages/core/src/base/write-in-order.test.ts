import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson } from '../../../../test/arbitrary-tool.ts';
import { jcs } from './jcs.ts';
import type { Json } from './json.ts';
import { readJson } from './read-json.ts';
import { writeInOrder } from './write-in-order.ts';

describe('left to the canonical writer is', () => {
  test.each<[string, unknown]>([
    ['an object whose members stand in another order', { b: 1, a: 2 }],
    ['one of them far below', { a: [{ b: { d: 1, c: 2 } }] }],
    ['keys that the engine sorts as numbers', { 9: 0, 10: 0 }],
    ['an integer beyond 2^53', { a: 2 ** 53 + 2 }],
    ['a negative one', { a: -(2 ** 53) - 2 }],
    ['a bigint', { a: 1n }],
    ['NaN', [Number.NaN]],
    ['an infinity', [Number.NEGATIVE_INFINITY]],
    ['half a surrogate pair', { a: '\ud800' }],
    ['half a surrogate pair in a key', { '\udc00': 1 }],
    ['undefined', { a: undefined }],
    ['a list with a hole', new Array(1)],
    ['a function', { toJSON: () => 1 }],
    ['a date', { a: new Date(0) }],
    ['a map', { a: new Map([['b', 1]]) }],
    ['a value that is no container', 'a'],
  ])('%s', (_, value) => {
    expect(writeInOrder(value as Json)).toBeUndefined();
  });

  test('what is nested very deeply', () => {
    let value: Json = [];
    for (let level = 0; level < 600; level++) value = [value];
    expect(writeInOrder(value)).toBeUndefined();
  });
});

test('a value in canonical order is written as the canonical writer writes it', () => {
  fc.assert(
    fc.property(anyJson, value => {
      const text = jcs([value]);
      const inOrder = readJson(new TextEncoder().encode(text));
      const written = writeInOrder(inOrder);
      // Keys that look like numbers are never kept in canonical order by the engine.
      if (written !== undefined) expect(written).toBe(text);
    }),
  );
});

test('a value in canonical order is written at all', () => {
  expect(writeInOrder({ a: [1, -0, 1.5, null, true, 'é\n"\u2028'], b: {} })).toBe(
    '{"a":[1,0,1.5,null,true,"é\\n\\"\u2028"],"b":{}}',
  );
});
