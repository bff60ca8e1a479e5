import { expect, test } from 'vitest';
import { digestOf, ruleSet } from './rule-set.ts';
import { RULES } from './rules/index.ts';
import { CLASSES } from './rules/words.ts';

test('the digest changes with any rule and any class of words', () => {
  const [first, ...rest] = RULES;
  const digests = [
    digestOf(RULES, CLASSES),
    digestOf(rest, CLASSES),
    digestOf(RULES, { ...CLASSES, user: 'user' }),
    ...(first === undefined ? [] : [digestOf([{ ...first, shapes: ['a'] }, ...rest], CLASSES)]),
  ];
  expect(digests[0]).toBe(ruleSet().digest);
  expect(new Set(digests).size).toBe(4);
});
