import { expect, test } from 'vitest';
import { closest } from './closest.ts';

const WORDS = ['exit-codes', 'policy', 'publish', 'search', 'sign', 'signing'];

test.each([
  ['', []],
  ['x'.repeat(100_000), []],
  ['zzz', []],
  ['\u001b[2J', []],
  ['exit', ['exit-codes']],
  ['EXIT-CODES', ['exit-codes']],
  ['polciy', ['policy']],
  ['serach', ['search']],
  ['sig', ['sign', 'signing']],
])('"%.20s" may have meant %j', (word, expected) => {
  expect(closest(word, WORDS)).toEqual(expected);
});
