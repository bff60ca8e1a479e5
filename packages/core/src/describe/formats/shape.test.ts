import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { ANY, FLAG, findMisshapen, list, map, object, type Shape, TEXT, text } from './shape.ts';

describe('a value that does not have its shape', () => {
  test.each<[string, Shape, Json, string, string]>([
    ['a word for a flag', FLAG, 'true', 'schema.type', ''],
    ['a number for a text', TEXT, 7, 'schema.type', ''],
    ['an object for a list', list(ANY), { length: 1 }, 'schema.type', ''],
    ['a list for an object', object([], {}), [], 'schema.type', ''],
    ['no text at all', text({ min: 1 }), '', 'schema.length', ''],
    ['a short text', text({ min: 2 }), 'a', 'schema.length', ''],
    ['a long text', text({ max: 2 }), 'abc', 'schema.length', ''],
    ['another form', text({ form: /^a+$/ }), 'b', 'schema.pattern', ''],
    ['another word', text({ words: ['a', 'b'] }), 'c', 'schema.enum', ''],
    ['an integer with a fraction', { is: 'integer', min: 1, max: 9 }, 1.5, 'schema.type', ''],
    ['an integer beyond its limit', { is: 'integer', min: 1, max: 9 }, 10, 'schema.type', ''],
    ['an item', list(TEXT), ['a', 7], 'schema.type', '/1'],
    ['a value of a map', map(TEXT), { 'a/b': 7 }, 'schema.type', '/a~1b'],
    ['a member that is missing', object(['a'], { a: TEXT }), {}, 'schema.required', ''],
    [
      'an unknown member',
      object([], {}),
      Object.fromEntries([['__proto__', 1]]),
      'schema.unknown-member',
      '/__proto__',
    ],
  ])('is reported with its pointer: %s', (_, shape, value, code, pointer) => {
    expect(findMisshapen(shape, value, '').map(finding => [finding.code, finding.pointer])).toEqual([[code, pointer]]);
  });

  test('characters are counted, not halves of them', () => {
    expect(findMisshapen(text({ max: 2 }), '😀😀', '')).toEqual([]);
    expect(findMisshapen(text({ max: 2 }), '😀😀😀', '')).toHaveLength(1);
  });

  test.each<[string, Shape, Json]>([
    ['items', list(TEXT), Array(5000).fill(7)],
    ['values', map(TEXT), Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, 7]))],
    ['members', list(object(['a', 'b'], {})), Array(5000).fill({})],
  ])('however many %s are wrong, the report has an end', (_, shape, value) => {
    expect(findMisshapen(shape, value, '').length).toBeLessThanOrEqual(1000);
  });
});
