import { describe, expect, test } from 'vitest';
import { ExpiringTable } from './expiring-table.ts';

describe('an expiring table', () => {
  const table = (limits = {}, now = () => 0): ExpiringTable<string> =>
    new ExpiringTable({ maxEntries: 3, maxSize: 10, lifetimeMs: 100, ...limits }, now);
  const left = (from: ExpiringTable<string>, keys: string): string =>
    [...keys].filter(key => from.take(key) !== undefined).join('');

  test('returns each entry once', () => {
    const things = table();
    things.put('a', 'x');
    expect([things.take('a'), things.take('a'), things.take('b')]).toEqual(['x', undefined, undefined]);
  });

  test('drops the oldest entry when there are too many', () => {
    const things = table();
    for (const key of 'abcde') things.put(key, key);
    expect(left(things, 'abcde')).toBe('cde');
  });

  test('drops the oldest entries when the total is too large, and refuses an oversized entry', () => {
    const things = table();
    expect(['a', 'b', 'c'].map((key, i) => things.put(key, key, [4, 4, 6][i]))).toEqual([true, true, true]);
    expect(things.put('d', 'd', 11)).toBe(false);
    expect(left(things, 'abcd')).toBe('bc');
  });

  test('frees the space of taken and replaced entries', () => {
    const things = table();
    for (let i = 0; i < 10; i++) {
      things.put('a', 'a', 10);
      expect(things.take('a')).toBe('a');
    }
    things.put('a', 'a', 10);
    things.put('a', 'b', 10);
    expect(things.take('a')).toBe('b');
  });

  test('drops expired entries, also without a lookup', () => {
    let now = 0;
    const things = table({ maxSize: 4 }, () => now);
    things.put('a', 'a', 2);
    now = 99;
    things.put('b', 'b', 2);
    now = 100;
    expect(left(things, 'a')).toBe('');
    things.put('c', 'c', 2);
    expect(left(things, 'bc')).toBe('bc');
  });
});
