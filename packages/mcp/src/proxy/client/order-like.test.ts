import { readJson, writeJson } from '@toolmark/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderLike } from './order-like.ts';

const json = (text: string) => readJson(Buffer.from(text));

test.each([
  ['members', '{"a":1,"b":2}', '{"b":2,"a":1}', '{"b":2,"a":1}'],
  ['inner members', '{"p":{"a":1,"b":2}}', '{"p":{"b":2,"a":1}}', '{"p":{"b":2,"a":1}}'],
  ['members of items', '[{"a":1,"b":2}]', '[{"b":2,"a":1}]', '[{"b":2,"a":1}]'],
  ['what the example lacks, at the end', '{"a":1,"b":2,"c":3}', '{"c":3}', '{"c":3,"a":1,"b":2}'],
  ['what only the example has, nowhere', '{"a":1}', '{"x":1,"a":1}', '{"a":1}'],
  ['a cleaned text stays clean', '{"a":"x","b":"y"}', '{"b":"EVIL","a":"EVIL"}', '{"b":"y","a":"x"}'],
  ['__proto__', '{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}', '{"a":2,"__proto__":1}'],
])('orders %s', (_, value, example, ordered) => {
  expect(writeJson(orderLike(json(value), json(example)))).toBe(ordered);
});

test('changes only the order, for any example', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, example) => {
      const ordered = orderLike(json(JSON.stringify(value)), json(JSON.stringify(example)));
      expect(ordered).toEqual(json(JSON.stringify(value)));
    }),
  );
});
