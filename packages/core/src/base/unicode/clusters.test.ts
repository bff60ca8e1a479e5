import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterEnd } from './clusters.ts';

describe('user-perceived characters', () => {
  test.each([
    ['a carriage return with its line feed', '\r\n'],
    ['a letter with accents', 'e\u0301\u0316'],
    ['a family', '👩‍👩‍👧‍👦'],
    ['a skin tone in a joined emoji', '👩🏽‍🚀'],
    ['a flag', '🇩🇪'],
    ['a flag spelled in tags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['Hangul from its parts', '\u1112\u1161\u11ab'],
    ['a Devanagari conjunct', 'क्ष'],
    ['a conjunct with a joiner', 'क्‍ष'],
    ['a Tamil vowel sign', 'நி'],
    ['Thai sara am', 'กำ'],
    ['an ideograph with its selector', '葛\u{e0100}'],
  ])('%s is one', (_, text) => {
    expect(clusterEnd(`${text}x`, 0)).toBe(text.length);
  });

  test.each([
    ['two letters', 'ab', 1],
    ['two flags', '🇩🇪🇫🇷', 4],
    ['two emoji', '😀😀', 2],
    ['a joiner that joins nothing', 'a\u200d😀', 2],
    ['two syllables', '한국', 1],
    ['a line break and an accent', '\n\u0301', 1],
  ])('%s are two', (_, text, end) => {
    expect(clusterEnd(text, 0)).toBe(end);
  });

  // Comparable only where the engine has the same version of Unicode.
  test.runIf(process.versions.unicode === '17.0')('no end of ours lies inside a character of the engine', () => {
    const pieces = [...'a\r\n\u0301क्\u200d\u200c👩🏽\ufe0f🇩한\u1161\u11a8\u0600ി\u{e0061}\u0e33 '];
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const any = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), parts => {
        const text = parts.join('');
        const ends = new Set([...segmenter.segment(text)].map(({ index, segment }) => index + segment.length));
        for (let start = 0; start < text.length; ) {
          start = clusterEnd(text, start);
          expect(ends).toContain(start);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
