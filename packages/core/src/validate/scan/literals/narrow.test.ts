import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SIGNALS } from '../meaning/signals.ts';
import { Narrow } from './narrow.ts';

const narrow = new Narrow();

describe('a text in one byte a character', () => {
  test.each([
    ['ASCII stays as it is', 'read\tthe file,\nthen ~stop~\u007f\u0000', 'read\tthe file,\nthen ~stop~\u007f\u0000'],
    ['full stops are told apart', '。！？', '···'],
    ['dashes are told apart', 'a–b—c', 'a\u00adb\u00adc'],
    ['quotation marks are told apart', '“a”', '«a»'],
    ['white space is a space', 'a\u1680b\u2003c\u2028d\u00a0e', 'a b c d e'],
    ['all others are one', 'é中🙂\ud800', '¤¤¤¤¤'],
    ['nothing is nothing', '', ''],
  ])('%s', (_, text, expected) => {
    expect(narrow.of(text)).toBe(expected);
  });

  test('what patterns take for white space is a space, and nothing else beyond ASCII is', () => {
    const units = Array.from({ length: 0x10000 - 0x80 }, (_, i) => String.fromCharCode(i + 0x80));
    const spaces = units.filter(unit => narrow.of(unit) === ' ');
    expect(spaces).toEqual(units.filter(unit => /\s/.test(unit)));
  });

  test('every character keeps its place, in texts of any length, one after another', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map(text => text.repeat(9_000)),
    );
    fc.assert(
      fc.property(anyText, text => {
        const narrowed = narrow.of(text);
        expect(narrowed.length).toBe(text.length);
        for (let i = 0; i < text.length; i += 1 + (text.length >> 10)) {
          const code = text.charCodeAt(i);
          if (code < 128) expect(narrowed.charCodeAt(i)).toBe(code);
          else expect([0x20, 0xa4, 0xab, 0xad, 0xb7, 0xbb]).toContain(narrowed.charCodeAt(i));
        }
      }),
    );
  });
});

test('no signal asks for a character that narrowing takes away', () => {
  const sources = SIGNALS.flatMap(({ pattern, unless = '' }) => [pattern, unless]);
  expect(sources.filter(source => /[^\n -~]|\\[pPux]/.test(source.replaceAll('\\u00ad', '')))).toEqual([]);
});
