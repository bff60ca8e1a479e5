import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldBoth, foldLetters } from './fold.ts';

describe('folded letters', () => {
  test.each([
    ['letters that look Latin', 'раураl', 'paypal'],
    ['accents and marks', 'Re\u0301sumé', 'resume'],
    ['wide and styled letters', 'Ｒｕｎ 𝓻𝓾𝓷', 'run run'],
    ['what nobody sees', 'ru\u200bn', 'run'],
  ])('%s', (_, text, expected) => {
    expect(foldLetters(text)).toBe(expected);
  });

  test.each([
    ['letters', 'ж'],
    ['letters of two units', '𝓻'],
    ['letters of two units that stand across every cut', 'a𝓻'],
  ])('millions of %s are folded as a few are', (_, letters) => {
    const count = 2_100_000 / letters.length;
    expect(foldLetters(letters.repeat(count)) === foldLetters(letters).repeat(count)).toBe(true);
    expect(foldLetters(`x${letters.repeat(count)}`) === `x${foldLetters(letters).repeat(count)}`).toBe(true);
  });
});

/** Letters, marks that stand on them, what nobody sees, and signs, side by side in any order. */
const texts = fc
  .array(
    fc.constantFrom(...'aeE n.', 'é', 'Å', 'й', 'ﬁ', '’', '—', '…', '→', '\u0301', '\u0308', '\u00ad', '\u200b', '字'),
  )
  .map(parts => parts.join(''));

describe('a text folded both ways at once', () => {
  test('has the letters that it has when it is folded alone', () => {
    fc.assert(
      fc.property(texts, text => {
        expect(foldBoth(text).folded).toBe(foldLetters(text));
      }),
    );
  });

  test('keeps its own letters, with every mark on the letter before it', () => {
    const seen = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
    const isShort = (text: string): boolean => !/\p{M}{5}/u.test(seen(text));
    fc.assert(
      fc.property(texts.filter(isShort), text => {
        expect(foldBoth(text).soft).toBe(seen(text).normalize('NFKC').toLowerCase());
      }),
      { numRuns: 1_000 },
    );
  });
});
