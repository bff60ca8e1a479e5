import { CATEGORY, categoryOf, has, IS, isMark, scriptsOf } from '../base/index.ts';

/**
 * Whether an invisible character is legitimate: it joins or separates letters of a script that needs it, joins emoji, or
 * selects a variant. `before` is the last kept character, -1 at the start; `next` is the following one, 0 at the end.
 */
export function isNeeded(point: number, before: number, next: number): boolean {
  if (before < 0) return point === CHOSEONG_FILLER && isVowelPart(next);
  if (has(point, IS.variationSelector)) return picksForm(point, before, next);
  switch (point) {
    case ZERO_WIDTH_JOINER:
      return has(before, IS.joining) || joinsEmoji(before, next);
    case ZERO_WIDTH_NON_JOINER:
      return has(before, IS.joining) || (categoryOf(before) === CATEGORY.letter && isJoiningLetter(next));
    case ZERO_WIDTH_SPACE:
      return has(before, IS.spaceless) && has(next, IS.spaceless) && !has(next, IS.defaultIgnorable);
    case GRAPHEME_JOINER:
      return isMark(before) && isMark(next) && !has(next, IS.defaultIgnorable);
    case MONGOLIAN_VOWEL_SEPARATOR:
      return isOf(before, 'Mongolian');
    case CHOSEONG_FILLER:
      return isVowelPart(next);
    case JUNGSEONG_FILLER:
      return before >= 0x1100 && before < CHOSEONG_FILLER;
    default:
      return point >= 0x13430 && point <= 0x13440 && isOf(before, 'Egyptian_Hieroglyphs');
  }
}

const ZERO_WIDTH_SPACE = 0x200b;
const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;
const GRAPHEME_JOINER = 0x34f;
const MONGOLIAN_VOWEL_SEPARATOR = 0x180e;
const CHOSEONG_FILLER = 0x115f;
const JUNGSEONG_FILLER = 0x1160;
const EMOJI_SELECTOR = 0xfe0f;
const TEXT_SELECTOR = 0xfe0e;
const KEYCAP = 0x20e3;

/** A non-joiner may separate the ending from a word of another script: the Persian plural of a Latin word. */
function isJoiningLetter(point: number): boolean {
  return categoryOf(point) === CATEGORY.letter && has(point, IS.joining) && !has(point, IS.defaultIgnorable);
}

function joinsEmoji(before: number, next: number): boolean {
  const isElement = has(before, IS.pictographic) || before === EMOJI_SELECTOR || isSkinTone(before);
  return isElement && has(next, IS.pictographic) && categoryOf(next) !== CATEGORY.unassigned;
}

function isSkinTone(point: number): boolean {
  return point >= 0x1f3fb && point <= 0x1f3ff;
}

/** One selector after a character with variants. Further ones, or any after a Latin letter, hide a message. */
function picksForm(selector: number, before: number, next: number): boolean {
  if (selector === EMOJI_SELECTOR || selector === TEXT_SELECTOR) {
    return has(before, IS.pictographic) || (isKeycapBase(before) && selector === EMOJI_SELECTOR && next === KEYCAP);
  }
  if (selector >= 0xe0100) return isIdeograph(before);
  if (selector < 0xfe00) return isOf(before, 'Mongolian') && categoryOf(before) === CATEGORY.letter;
  return isIdeograph(before) || hasStandardForms(before);
}

function isKeycapBase(point: number): boolean {
  return (point >= 0x30 && point <= 0x39) || point === 0x23 || point === 0x2a;
}

function isIdeograph(point: number): boolean {
  return categoryOf(point) === CATEGORY.letter && isOf(point, 'Han');
}

/** Mathematical symbols, East Asian punctuation, and the scripts for which Unicode lists standard variants. */
function hasStandardForms(point: number): boolean {
  const category = categoryOf(point);
  if (category === CATEGORY.symbol) return point > 0x7f && !has(point, IS.pictographic);
  if (category === CATEGORY.punctuation) return isEastAsian(point);
  return category === CATEGORY.letter && scriptsOf(point).some(script => WITH_VARIANTS.has(script));
}

const WITH_VARIANTS = new Set(['Myanmar', 'Phags_Pa', 'Manichaean', 'Egyptian_Hieroglyphs']);

function isEastAsian(point: number): boolean {
  return (
    (point >= 0x3000 && point <= 0x303f) || (point >= 0xff00 && point <= 0xffef) || (point >= 0x2018 && point <= 0x201d)
  );
}

function isVowelPart(point: number): boolean {
  return (point > JUNGSEONG_FILLER && point <= 0x11a7) || (point >= 0xd7b0 && point <= 0xd7c6);
}

function isOf(point: number, script: string): boolean {
  return scriptsOf(point).includes(script);
}
