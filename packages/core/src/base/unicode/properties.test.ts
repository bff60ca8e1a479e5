import { describe, expect, test } from 'vitest';
import { CATEGORY, categoryOf, has, IS, isMark } from './properties.ts';

describe('the table of properties', () => {
  test.each([
    ['the last code point', 0x10ffff, CATEGORY.unassigned],
    ['a lone surrogate', 0xd800, CATEGORY.surrogate],
    ['a code point that no character has', 0x0378, CATEGORY.unassigned],
    ['the first beyond the near table', 0x20000, CATEGORY.letter],
    ['the last inside it', 0x1ffff, CATEGORY.unassigned],
    ['a tag', 0xe0041, CATEGORY.format],
    ['private use', 0xf8ff, CATEGORY.privateUse],
    ['private use of the last plane', 0x10fffd, CATEGORY.privateUse],
    ['escape', 0x1b, CATEGORY.control],
    ['a zero width space', 0x200b, CATEGORY.format],
    ['a letter', 0x61, CATEGORY.letter],
    ['an accent', 0x301, CATEGORY.nonspacingMark],
    ['an enclosing keycap', 0x20e3, CATEGORY.enclosingMark],
    ['a vowel sign that takes room', 0x93e, CATEGORY.spacingMark],
    ['a digit', 0x30, CATEGORY.number],
    ['a line separator', 0x2028, CATEGORY.separator],
    ['an emoji', 0x1f600, CATEGORY.symbol],
    ['a letter new in version 17', 0x16ea0, CATEGORY.letter],
  ])('knows the category of %s', (_, point, category) => {
    expect(categoryOf(point)).toBe(category);
  });

  test.each([
    ['a soft hyphen is ignorable', 0xad, IS.defaultIgnorable],
    ['a Hangul filler is ignorable', 0x3164, IS.defaultIgnorable],
    ['an unassigned tag is ignorable', 0xe0080, IS.defaultIgnorable],
    ['the right-to-left override is a bidi control', 0x202e, IS.bidiControl],
    ['the next line is white space', 0x85, IS.whiteSpace],
    ['a heart is pictographic', 0x2764, IS.pictographic],
    ['a Persian letter may need a joiner', 0x6cc, IS.joining],
    ['a Devanagari virama joins', 0x94d, IS.joining | IS.virama],
    ['a Thai letter may need a place to break', 0xe01, IS.spaceless],
    ['an ideographic selector is one', 0xe0100, IS.variationSelector],
    ['a noncharacter is one', 0xfdd0, IS.noncharacter],
    ['an Arabic number sign precedes its digits', 0x600, IS.prepend],
    ['a letter may stand in an identifier', 0x61, IS.identifier],
  ])('%s', (_, point, bits) => {
    expect(has(point, bits)).toBe(true);
  });

  test.each([
    ['a Latin letter needs no joiner', 0x61, IS.joining | IS.spaceless],
    ['an Arabic comma is not a letter', 0x60c, IS.joining],
    ['a digit is not pictographic', 0x30, IS.pictographic],
    ['a fraktur letter is not allowed in identifiers', 0x1d504, IS.identifier],
  ])('%s', (_, point, bits) => {
    expect(has(point, bits)).toBe(false);
  });

  test('marks are marks, whether they take room or not', () => {
    expect([0x301, 0x93e, 0x20e3, 0x61, 0x2028].map(isMark)).toEqual([true, true, true, false, false]);
  });
});
