import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './json.ts';
import { locate } from './locate.ts';
import { child } from './pointer.ts';

describe('locate', () => {
  test.each([
    ['the whole', '  {"a":1}', '', { offset: 2, line: 1, column: 3 }],
    ['a member', '{"a":1,\n "b": [true]}', '/b', { offset: 14, line: 2, column: 7 }],
    ['an item', '[1, {"a":2}]', '/1/a', { offset: 9, line: 1, column: 10 }],
    [
      'a name with an escaped quote and backslashes',
      '{"\\"\\\\":"x\\\\", "b":2}',
      '/b',
      { offset: 19, line: 1, column: 20 },
    ],
    ['a name that is written with escapes', '{"\\u0061":1}', '/a', { offset: 10, line: 1, column: 11 }],
    ['a name with a slash', '{"a/b":1}', '/a~1b', { offset: 7, line: 1, column: 8 }],
    ['behind characters of several bytes', '{"é😀":1,"b":2}', '/b', { offset: 16, line: 1, column: 13 }],
  ])('%s', (_, text, pointer, position) => {
    expect(locate(text, new Set([pointer])).get(pointer)).toEqual(position);
  });

  test('a place that does not exist is not found', () => {
    expect(locate('{"a":[1]}', new Set(['/a/1', '/b'])).size).toBe(0);
  });

  test('every value of any text is found, where its own text starts', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, isIndented) => {
        const value = JSON.parse(json) as Json;
        const text = JSON.stringify(value, null, isIndented ? 2 : 0);
        const pointers = new Map(allPlaces(value, ''));
        const found = locate(text, new Set(pointers.keys()));
        expect(found.size).toBe(pointers.size);
        for (const [pointer, { offset }] of found) {
          const rest = Buffer.from(text).subarray(offset).toString();
          const start = JSON.stringify(pointers.get(pointer)).slice(0, 1);
          expect(rest.slice(0, 1)).toBe(start);
        }
      }),
    );
  });
});

function allPlaces(value: Json, pointer: string): [string, Json][] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.keys(value).flatMap(key => allPlaces((value as JsonObject)[key] as Json, child(pointer, key)))
      : [];
  return [[pointer, value], ...below];
}
