import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutInert, inert, inertJson, inertValue, quoteInert } from './inert.ts';

/** Unicode's own word for it: controls, private use, lone surrogates, separators, bidi and all that has no shape. */
const STEERS_OR_HIDES =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{13430}-\u{13440}]/u;

/** Any string at all, lone surrogates included. */
const anyText = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 5 }), fc.nat(0xffff).map(toUnit)));

function toUnit(unit: number): string {
  return String.fromCharCode(unit);
}

describe('inert escapes control and hidden characters', () => {
  test.each([
    ['an escape sequence', '\u001b[31mred', String.raw`\u{1b}[31mred`],
    ['a one-byte escape sequence', '\u009b31m', String.raw`\u{9b}31m`],
    ['a line break', 'a\r\nb', String.raw`a\u{d}\u{a}b`],
    ['a tab and a NUL', '\t\u0000', String.raw`\u{9}\u{0}`],
    ['DEL', '\u007f', String.raw`\u{7f}`],
    ['a right-to-left override', 'a\u202eb', String.raw`a\u{202e}b`],
    ['an isolate', '\u2066a\u2069', String.raw`\u{2066}a\u{2069}`],
    ['an Arabic letter mark', '\u061c', String.raw`\u{61c}`],
    ['zero width', '\u200b\u200c\u200d\u2060\ufeff', String.raw`\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}`],
    ['a soft hyphen', 'pass\u00adword', String.raw`pass\u{ad}word`],
    ['line and paragraph separators', '\u2028\u2029', String.raw`\u{2028}\u{2029}`],
    ['tag letters', '\u{e0001}\u{e0041}', String.raw`\u{e0001}\u{e0041}`],
    ['private use', '\ue000\u{f0000}\u{10ffff}', String.raw`\u{e000}\u{f0000}\u{10ffff}`],
    ['variation selectors', '\ufe0f\u{e0100}', String.raw`\u{fe0f}\u{e0100}`],
    ['noncharacters', '\ufdd0\ufdef\u{1fffe}\u{effff}', String.raw`\u{fdd0}\u{fdef}\u{1fffe}\u{effff}`],
    ['Egyptian format controls', '\u{13430}\u{1343f}\u{13440}', String.raw`\u{13430}\u{1343f}\u{13440}`],
    ['fillers', '\u3164\uffa0\u115f', String.raw`\u{3164}\u{ffa0}\u{115f}`],
    ['lone surrogates', '\ud800a\udfff', String.raw`\u{d800}a\u{dfff}`],
  ])('%s', (_, text, shown) => {
    expect(inert(text)).toBe(shown);
  });

  test('no such character survives, whichever it is', () => {
    const all = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
    expect(all.filter(character => STEERS_OR_HIDES.test(inert(character)))).toEqual([]);
  });

  test('no such character survives in any text', () => {
    fc.assert(
      fc.property(anyText, parts => {
        expect(inert(parts.join(''))).not.toMatch(STEERS_OR_HIDES);
      }),
    );
  });

  test('ordinary text stays as it is', () => {
    const text = 'Reads a file — naïve café, 日本語, עברית, 😀 <b>&amp;</b> "quoted"';
    expect(inert(text)).toBe(text);
  });
});

describe('quoteInert keeps a hostile name short', () => {
  test.each([
    ['letters', 'x'.repeat(100_000), `"${'x'.repeat(80)}…"`],
    ['emoji', '😀'.repeat(100_000), `"${'😀'.repeat(80)}…"`],
    ['emoji, one more than fits', '😀'.repeat(81), `"${'😀'.repeat(80)}…"`],
    ['a letter and emoji', `x${'😀'.repeat(80)}`, `"x${'😀'.repeat(79)}…"`],
    ['emoji that just fit', '😀'.repeat(80), `"${'😀'.repeat(80)}"`],
    ['letters that just fit', 'x'.repeat(80), `"${'x'.repeat(80)}"`],
    ['a line break', 'a\nb', String.raw`"a\u{a}b"`],
    ['nothing', '', '""'],
  ])('%s', (_, text, shown) => {
    expect(quoteInert(text)).toBe(shown);
  });

  test('a limit given by the caller holds for any text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), (parts, limit) => {
        const shown = quoteInert(parts.join(''), limit);
        expect(shown).not.toMatch(STEERS_OR_HIDES);
        // The longest escape is \u{10ffff}; two quotes and the mark of the cut come on top.
        expect(shown.length).toBeLessThanOrEqual(limit * '\\u{10ffff}'.length + 3);
      }),
    );
  });
});

describe('inertJson', () => {
  const anyJson = fc.jsonValue({ stringUnit: 'binary' });
  const indent = fc.constantFrom('', '  ', '\t');

  test('only line breaks between tokens remain, and the value is the same', () => {
    fc.assert(
      fc.property(anyJson, indent, (value, space) => {
        const json = JSON.stringify(value, null, space);
        const shown = inertJson(json);
        expect(shown.replaceAll('\n', '')).not.toMatch(STEERS_OR_HIDES);
        expect(JSON.parse(shown)).toEqual(JSON.parse(json));
      }),
    );
  });

  test.each([
    ['"\u202e"', String.raw`"\u202e"`],
    ['"\u{e0041}"', String.raw`"\udb40\udc41"`],
    ['{"\u200b":"\u007f"}', String.raw`{"\u200b":"\u007f"}`],
    ['"\\\\\u009b"', String.raw`"\\\u009b"`],
    ['{\r\n\t"a": 1\r\n}', '{ \n "a": 1 \n}'],
  ])('%j', (json, shown) => {
    expect(inertJson(json)).toBe(shown);
    expect(JSON.parse(shown)).toEqual(JSON.parse(json));
  });
});

describe('cutInert', () => {
  test.each([
    ['nothing', '', 4, ''],
    ['text that just fits', 'abcd', 4, 'abcd'],
    ['text that does not', 'abcde', 4, 'abc…'],
    ['an escape that does not fit', 'ab\u202e', 4, 'ab\\…'],
    ['half of a character', 'ab😀c', 4, 'ab…'],
    ['a megabyte', 'x'.repeat(1e6), 4, 'xxx…'],
  ])('%s', (_, text, limit, shown) => {
    expect(cutInert(text, limit)).toBe(shown);
  });

  test('is inert and short for any text', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (parts, limit) => {
        const shown = cutInert(parts.join(''), limit);
        expect(shown).not.toMatch(STEERS_OR_HIDES);
        expect(shown.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('inertValue', () => {
  test('spells out texts and names at every depth, and keeps every member', () => {
    const value = { 'a\u202e': ['\u001b', { b: 1 }], 'a\\u{202e}': null, n: 2n ** 60n };
    expect(inertValue(value)).toEqual({
      'a\\u{202e}': [String.raw`\u{1b}`, { b: 1 }],
      'a\\u{202e}_2': null,
      n: 2n ** 60n,
    });
  });

  test('keeps a member that is called __proto__', () => {
    expect(Object.keys(inertValue(JSON.parse('{"__proto__":1}')) as object)).toEqual(['__proto__']);
  });
});
