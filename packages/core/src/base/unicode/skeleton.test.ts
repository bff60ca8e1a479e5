import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decompose, prototypeOf, skeleton } from './skeleton.ts';

describe('the skeleton of a text', () => {
  test.each([
    ['Cyrillic twins', 'рауpаl', 'paypal'],
    ['mathematical letters', '𝓅𝒶𝓎𝓅𝒶𝓁', 'paypal'],
    ['invisible characters', 'pay\u200b\u2060\u00ad\u{e0041}pal', 'paypal'],
    ['two letters that pass for one', 'rnodern', 'modem'],
    ['zero and the letter', 'l0gin', 'lOgin'],
    ['one, the capital and the bar', '1I|', 'lll'],
    ['accents composed and not', 'é', 'e\u0301'],
    ['a tone mark that passes for an accent', 'a\u0341', 'á'],
  ])('%s are taken for each other', (_, one, other) => {
    expect(skeleton(one)).toBe(skeleton(other));
  });

  test.each([
    ['other letters', 'read', 'reed'],
    ['case', 'abc', 'ABC'],
    ['an accent', 'resume', 'résumé'],
  ])('%s keep texts apart', (_, one, other) => {
    expect(skeleton(one)).not.toBe(skeleton(other));
  });

  test('prototypes are known in ASCII and beyond', () => {
    expect([0x6d, 0x61, 0x430, 0x1f600].map(prototypeOf)).toEqual(['rn', undefined, 'a', undefined]);
  });

  test('ignores composition of accents and invisible characters', () => {
    const anyText = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(skeleton(one.normalize('NFC'))).toBe(skeleton(one));
        expect(skeleton(`${one}x\u200b${other}`)).toBe(skeleton(`${one}x${other}`));
      }),
      { numRuns: 1000 },
    );
  });

  test('decomposing in pieces equals the result of the engine for plausible runs of marks', () => {
    const mark = fc.constantFrom('\u0301', '\u0316', '\u0327', '\u093c');
    const word = fc.tuple(fc.constantFrom('a', 'é', '각', '日'), fc.array(mark, { maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(word), words => {
        const text = words.map(([letter, marks]) => letter + marks.join('')).join('');
        return decompose(text) === text.normalize('NFD');
      }),
    );
  });
});
