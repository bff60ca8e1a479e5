import { BEGINNING, FIRST, LONG_WORD, LONG_WORD_SIGN } from './literals/hashes.ts';
import { FULL_STOP } from './literals/narrow.ts';
import { KINDS, learn, type Marks, markName, NUMBERS, slotInMemory, type Vocabulary } from './literals/vocabulary.ts';
import { maskOf } from './words.ts';

/** A stretch of folded text and the kinds of words and shapes in it. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly mask: number;
  /** Single spaces, and nothing that may mark emphasis. */
  readonly isTidy: boolean;
  /** Whether something may mark emphasis. */
  readonly isMarked: boolean;
}

/** One who is told of the sentences that are wanted, as each of them ends. */
export interface Listener {
  readonly vocabulary: Vocabulary;
  /** The words of patterns in the sentence of which the listener is being told, as they stand there. */
  readonly marks: Marks;
  /** Whether to hear of a sentence with words of such kinds, and such marks; its marks may change if it has emphasis. */
  readonly isWanted: (mask: number, isMarked: boolean) => boolean;
  readonly hear: (sentence: Sentence) => void;
}

/** A longer sentence is judged in overlapping pieces, so that no pattern ever sees more than this. */
const LONGEST = 900;
const OVERLAP = 300;

/** What a character says by itself, whatever stands around it. */
const SHAPE_OF = new Int32Array(128);
// What is quoted may be the name of a tool.
for (const character of '"\'`_') SHAPE_OF[character.charCodeAt(0)] = maskOf(['identifier']);
for (const character of '@:') SHAPE_OF[character.charCodeAt(0)] = maskOf(['address']);
for (const character of '/~') SHAPE_OF[character.charCodeAt(0)] = maskOf(['path']);
for (const character of '$=|') SHAPE_OF[character.charCodeAt(0)] = maskOf(['substitution']);
for (const character of '<[') SHAPE_OF[character.charCodeAt(0)] = maskOf(['tag']);

/** What one pass over a folded text finds. */
export interface Reading {
  /** Where long runs of base64 digits start and end, one after another. */
  readonly runs: readonly number[];
  /** The same for runs that are long enough for a name that spells an order. */
  readonly names: readonly number[];
  /** Whether digits stand as close together as in a text in hexadecimal. */
  readonly mayHoldHex: boolean;
  /** Whether letters may be spelled in another way. */
  readonly mayBeRespelled: boolean;
  /** Whether several words of a sentence have digits before letters. */
  readonly mayBeLeet: boolean;
  /** Whether letters stand apart. */
  readonly mayBeSpaced: boolean;
}

const SHORTEST_CODE = 22;
/** Each byte of readable text starts with one of the digits 0 to 7 in hexadecimal, and the next is not far. */
const FEWEST_DIGITS = 16;
const FARTHEST_DIGIT = 6;
const FEWEST_SINGLES = 5;
const FEWEST_MIXED = 3;
/** As long as the shortest order can be. */
export const SHORTEST_NAME = 16;

/** Characters in base64; that spellings start with; white space; marks of emphasis; characters in names. */
const GOES_ON = 1;
const RESPELLS = 2;
const UNTIDY = 4;
const MARKED = 8;
const IN_NAME = 16;
const SIGN_OF = new Uint8Array(128);
for (const character of '+/') SIGN_OF[character.charCodeAt(0)] = GOES_ON;
for (const character of '_-') SIGN_OF[character.charCodeAt(0)] = GOES_ON | IN_NAME;
SIGN_OF['.'.charCodeAt(0)] = IN_NAME;
for (const character of '%&\\<[') SIGN_OF[character.charCodeAt(0)] = RESPELLS;
for (const character of '*~') SIGN_OF[character.charCodeAt(0)] = RESPELLS | MARKED;
for (const character of '\t\n\v\f\r') SIGN_OF[character.charCodeAt(0)] = UNTIDY;

/** Tells of the sentences of a folded and narrow text, and whether it is worth decoding. One pass. */
export function readSentences(text: string, { vocabulary, marks, isWanted, hear }: Listener): Reading {
  const { memory, signs: signIds } = vocabulary;
  const { length } = text;
  const runs: number[] = [];
  const names: number[] = [];
  let start = 0;
  let mask = 0;
  let hash = FIRST;
  let beginning = 0;
  let letters = 0;
  // Where a name started that has underscores in it, or stands behind an apostrophe; -1 for plain words.
  let name = -1;
  let digits = 0;
  let mostDigits = 0;
  let lastDigit = 0;
  let hasDigit = false;
  let mixed = 0;
  let mostMixed = 0;
  let singles = 0;
  let mostSingles = 0;
  let runStart = 0;
  let nameStart = 0;
  let signs = 0;
  let untidy = 0;
  marks.clear();
  for (let i = 0; i <= length; i++) {
    const code = i < length ? text.charCodeAt(i) : LINE_BREAK;
    if (code >= 97 && code <= 122) {
      hash = (Math.imul(hash, 31) + code) | 0;
      if (++letters === BEGINNING) beginning = hash;
      continue;
    }
    if (code >= 48 && code <= 57) {
      hash = (Math.imul(hash, 31) + code) | 0;
      if (++letters === BEGINNING) beginning = hash;
      digits = i - lastDigit > FARTHEST_DIGIT ? 1 : digits + 1;
      lastDigit = i;
      hasDigit = true;
      if (digits > mostDigits) mostDigits = digits;
      continue;
    }
    if (code === SPACE && letters > 1 && name < 0 && i - start < LONGEST) {
      // A space behind a plain word: most of what is not a letter, so it takes the short way.
      if (i - nameStart >= SHORTEST_NAME) {
        names.push(nameStart, i);
        if (letters >= LONG_WORD) marks.add(signIds[LONG_WORD_SIGN] ?? 0);
      }
      if (i - runStart >= SHORTEST_CODE) runs.push(runStart, i);
      runStart = i + 1;
      nameStart = i + 1;
      const word = slotInMemory(hash);
      if (memory[word] !== hash || memory[word + 1] !== beginning) learn(vocabulary, word, hash, beginning);
      marks.addBoth(memory[word + NUMBERS] ?? 0);
      mask |= memory[word + KINDS] ?? 0;
      if (hasDigit) {
        if (lastDigit < i - 1) mixed++;
        hasDigit = false;
      }
      singles = 0;
      hash = FIRST;
      beginning = 0;
      letters = 0;
      continue;
    }
    const sign = code < 128 ? (SIGN_OF[code] ?? 0) : UNTIDY;
    signs |= sign;
    if ((sign & GOES_ON) === 0) {
      if (i - runStart >= SHORTEST_CODE) runs.push(runStart, i);
      runStart = i + 1;
    }
    if ((sign & IN_NAME) === 0) {
      if (i - nameStart >= SHORTEST_NAME) names.push(nameStart, i);
      nameStart = i + 1;
    }
    if (letters > 0) {
      const word = slotInMemory(hash);
      if (memory[word] !== hash || memory[word + 1] !== beginning) learn(vocabulary, word, hash, beginning);
      if (letters >= LONG_WORD) marks.add(signIds[LONG_WORD_SIGN] ?? 0);
      if (hasDigit && lastDigit < i - 1) mixed++;
      hasDigit = false;
      if (code === UNDERSCORE) {
        if (name < 0) name = i - letters;
      } else if (name < 0) {
        marks.addBoth(memory[word + NUMBERS] ?? 0);
      } else {
        markName(text, name, i, vocabulary, marks);
        name = -1;
      }
      if (code === APOSTROPHE) {
        marks.add(signIds[APOSTROPHE] ?? 0);
        name = i + 1;
        continue;
      }
      if (letters > 1) mask |= memory[word + KINDS] ?? 0;
      if (letters === 1) {
        if (++singles > mostSingles) mostSingles = singles;
      } else singles = 0;
      hash = FIRST;
      beginning = 0;
      letters = 0;
    } else {
      if (code > SPACE) singles = 0;
      if (code === UNDERSCORE) {
        if (name < 0) name = i;
      } else if (name >= 0) {
        markName(text, name, i, vocabulary, marks);
        name = -1;
      }
    }
    if (code === SPACE && i - start < LONGEST) {
      if (i > 0 && text.charCodeAt(i - 1) === SPACE) untidy |= UNTIDY;
      continue;
    }
    if (i === start && code <= SPACE) {
      start++;
      continue;
    }
    if (code < 128) {
      mask |= SHAPE_OF[code] ?? 0;
      marks.add(signIds[code] ?? 0);
    }
    const isEnd = endsSentence(text, i, code);
    // A line break at the end is one space, unless there is one before it.
    if (code === LINE_BREAK && isEnd) untidy |= text.charCodeAt(i - 1) > SPACE ? 0 : UNTIDY;
    else untidy |= code === UNDERSCORE && isEmphasis(text, i) ? MARKED : sign;
    if (!isEnd && i - start < LONGEST) continue;
    if (name >= 0) {
      markName(text, name, i + 1, vocabulary, marks);
      name = -1;
    }
    const isMarked = (untidy & MARKED) !== 0;
    if (mask !== 0 && isWanted(mask, isMarked)) {
      const isTidy = !isMarked && (untidy & UNTIDY) === 0;
      hear({ start, end: i < length ? i + 1 : length, mask, isTidy, isMarked });
    }
    marks.clear();
    if (mixed > mostMixed) mostMixed = mixed;
    mixed = 0;
    mask = 0;
    untidy = 0;
    if (!isEnd) i -= OVERLAP;
    start = i + 1;
  }
  return {
    runs,
    names,
    mayHoldHex: mostDigits >= FEWEST_DIGITS,
    mayBeRespelled: (signs & RESPELLS) !== 0,
    mayBeLeet: mostMixed >= FEWEST_MIXED,
    mayBeSpaced: mostSingles >= FEWEST_SINGLES,
  };
}

const SPACE = 32;
const APOSTROPHE = 39;
const UNDERSCORE = 95;
const LINE_BREAK = 10;

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

// No code outside the text is asked for below: once an engine has seen that, it calls a function for every character.

/** An underscore that does not stand between two letters. */
function isEmphasis(text: string, i: number): boolean {
  if (i === 0 || i + 1 >= text.length) return true;
  return !isWordCode(text.charCodeAt(i - 1)) || !isWordCode(text.charCodeAt(i + 1));
}

function endsSentence(text: string, i: number, code: number): boolean {
  if (i >= text.length) return true;
  if (code === LINE_BREAK) return startsParagraph(text, i + 1);
  if (code === FULL_STOP) return true;
  // A full stop inside ".env" or "1.5" ends nothing.
  return (code === 46 || code === 33 || code === 63) && (i + 1 >= text.length || text.charCodeAt(i + 1) <= SPACE);
}

/** A blank line, an item of a list, or "name: …" follows. */
function startsParagraph(text: string, from: number): boolean {
  const { length } = text;
  const indent = Math.min(from + 40, length);
  let i = from;
  while (i < indent && (text.charCodeAt(i) === SPACE || text.charCodeAt(i) === 9)) i++;
  if (i >= length) return true;
  const first = text.charCodeAt(i);
  // A line break, or one of # * + - >.
  if (first <= 13 || first === 35 || first === 42 || first === 43 || first === 45 || first === 62) return true;
  const end = Math.min(i + 32, length);
  for (let j = i; j < end; j++) {
    const code = text.charCodeAt(j);
    if (code === 58) return j + 1 >= length || text.charCodeAt(j + 1) !== 47;
    if (!isWordCode(code) && code !== SPACE && code !== UNDERSCORE && code !== 40 && code !== 41) return false;
  }
  return false;
}

/** What the digest of the rule set covers of this page. */
export const SENTENCE_SOURCES: readonly string[] = [
  [LONGEST, OVERLAP, SHORTEST_CODE, FEWEST_DIGITS, FARTHEST_DIGIT, FEWEST_SINGLES, FEWEST_MIXED].join(' '),
];
