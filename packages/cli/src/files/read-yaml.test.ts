import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { yamlSource } from './read-yaml.ts';

const read = (text: string): unknown => yamlSource(new TextEncoder().encode(text), 'a.yaml', 'policy.malformed').value;

describe('a duplicate key', () => {
  test.each([
    ['in a block', 'a: 1\nb: 2\na: 3\n', 3],
    ['in a flow', '{ a: 1, a: 1 }', 1],
    ['deep inside', 'x:\n  - y: { b: 1, c: 0,\n      b: 2 }\n', 3],
    ['as a number and as a text', '1: a\n"1": b\n', 2],
    ['with an escape', 'ab: 1\n"\\u0061b": 2\n', 2],
  ])('%s is refused with its line', (_, text, line) => {
    const { code, message } = refusalOf(() => read(text));
    expect(code).toBe('policy.malformed');
    expect(message).toContain(`Line ${line} repeats the key`);
  });

  test('in two maps is fine', () => {
    expect(read('a: { b: 1 }\nc: { b: 2 }\n')).toEqual({ a: { b: 1 }, c: { b: 2 } });
  });
});

test('a file of 100,000 keys is read: comparing all of them with each other would take minutes', () => {
  const keys = Array.from({ length: 100_000 }, (_, n) => `k${n}: 1`);
  expect(Object.keys(read(keys.join('\n')) as object)).toHaveLength(keys.length);
});

test('refuses aliases, which can expand without limit', () => {
  const { code, message } = refusalOf(() => read('a: &a [1]\nb: [*a, *a]\n'));
  expect(code).toBe('policy.malformed');
  expect(message).toContain('uses aliases');
});
