import { expect, test } from 'vitest';
import { postgresArray } from './postgres-array.ts';
import type { Value } from './statement.ts';

/** Elements as they stand in the bytes, after the five words before them. */
function elementsOf(bytes: Buffer): (string | null)[] {
  const elements: (string | null)[] = [];
  for (let at = 20; at < bytes.length; ) {
    const size = bytes.readInt32BE(at);
    elements.push(size === -1 ? null : bytes.subarray(at + 4, at + 4 + size).toString('hex'));
    at += 4 + Math.max(size, 0);
  }
  return elements;
}

const hex = (text: string) => Buffer.from(text).toString('hex');

test.each<readonly [what: string, values: readonly Value[], type: string, elements: readonly (string | null)[]]>([
  ['half a character', ['a\ud800b'], 'text', [hex('a\ufffdb')]],
  [
    'signs that text of arrays must escape',
    ['{"a","b\\c"}', 'null', ''],
    'text',
    [hex('{"a","b\\c"}'), hex('null'), ''],
  ],
  ['characters of several bytes', ['ж漢😀', 'a'], 'text', [hex('ж漢😀'), hex('a')]],
  ['nothing among something', [null, 'a', null], 'text', [null, hex('a'), null]],
  ['numbers', [1, -0.5, null], 'float8', ['3ff0000000000000', 'bfe0000000000000', null]],
  ['bytes', [new Uint8Array([0, 255]), new Uint8Array()], 'bytea', ['00ff', '']],
])('%s', (_, values, type, elements) => {
  const array = postgresArray(values);
  expect(array?.type).toBe(type);
  expect(elementsOf(array?.bytes ?? Buffer.alloc(0))).toEqual(elements);
  expect(array?.bytes.readInt32BE(4)).toBe(values.includes(null) ? 1 : 0);
  expect(array?.bytes.readInt32BE(12)).toBe(values.length);
});

test('nothing but nothing has no type', () => {
  expect(postgresArray([])).toBeUndefined();
  expect(postgresArray([null, null])).toBeUndefined();
});
