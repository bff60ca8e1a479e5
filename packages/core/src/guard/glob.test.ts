import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

describe('globs', () => {
  test.each([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['**', 'a', true],
    ['?', '', false],
    ['?', '😀', true],
    ['??', '😀', false],
    ['*?', '😀', true],
    ['a*', 'ba', false],
    ['*a', 'ab', false],
    ['a*b*c', 'aXbYbZc', true],
    ['a*b*c', 'aXbYbZ', false],
    ['delete_*', 'delete_', true],
    ['delete_*', 'Delete_x', false],
    ['.*', 'ab', false],
    ['[ab]', 'a', false],
    ['(a+)+$', '(a+)+$', true],
    ['a\nb', 'a\nb', true],
    ['*', 'a\nb', true],
  ])('%j against %j: %s', (glob, text, isMatch) => {
    expect(matchesGlob(glob, text)).toBe(isMatch);
  });

  test('a text that nearly fits is given up in no time', () => {
    expect(matchesGlob(`${'*a'.repeat(100)}b`, 'a'.repeat(100_000))).toBe(false);
  });

  test('agrees with a regular expression on small inputs', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀'), maxLength: 8 });
    fc.assert(
      fc.property(word, fc.string({ unit: fc.constantFrom('a', 'b', '😀'), maxLength: 8 }), (glob, text) => {
        const pattern = glob.replaceAll('*', '.*').replaceAll('?', '.');
        expect(matchesGlob(glob, text)).toBe(new RegExp(`^(?:${pattern})$`, 'su').test(text));
      }),
    );
  });
});
