import { expect, test } from 'vitest';
import { bytesIn, ReadOnce, valueIn } from './read-once.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test.each(['{"a":[1,2]}', '[]', '"text"', '7'])('%s is read once, and its bytes stay with it', text => {
  const bytes = encode(text);
  const file = new ReadOnce(bytes);
  const value = valueIn(file);
  expect(value).toEqual(valueIn(bytes));
  bytes.fill(0);
  expect(valueIn(file)).toBe(value);
  expect(bytesIn(file)).toBe(bytes);
  expect(bytesIn(bytes)).toBe(bytes);
});

test('invalid bytes are rejected each time', () => {
  const file = new ReadOnce(encode('{"a":1,"a":2}'));
  for (const _ of [1, 2]) expect(() => file.value()).toThrow(expect.objectContaining({ code: 'json.duplicate-key' }));
});

test('null is a value', () => {
  expect(valueIn(new ReadOnce(encode('null')))).toBe(null);
});
