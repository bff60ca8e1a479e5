import { BEGINNING, BEGINS, FIRST, hashStep, IN_NAME, LONG_WORD, LONG_WORD_SIGN, PART, STARTS_NAME } from './hashes.ts';

/** From the hash of a word to what is known of it, and from the code of a sign to its number. */
export interface Vocabulary {
  /** Slots of four numbers: the hash of a word, the kinds that it is one of, and its number or 0. */
  readonly table: Int32Array;
  /** The numbers of signs by their codes. */
  readonly signs: Int32Array;
  /** Slots of four numbers for the words that came last: two hashes, and what is known of a word with them. */
  readonly memory: Int32Array;
}

const SLOT = 4;
const SLOTS = 1 << 13;
const KINDS_IN_SLOT = 1;
const ID_IN_SLOT = 2;

/** Where in the memory of a word the kinds stand, and its number with that of its beginning in the upper half. */
export const KINDS = 2;
export const NUMBERS = 3;
const MEMORY_SLOT = 4;
const MEMORY_SLOTS = 1 << 13;

/** `kinds` are those of each word by its hash, `words` the hashes of the words of patterns by their numbers. */
export function makeVocabulary(kinds: ReadonlyMap<number, number>, words: readonly number[]): Vocabulary {
  const table = new Int32Array(SLOT * SLOTS);
  const signs = new Int32Array(128);
  for (const [hash, kind] of kinds) table[claim(table, hash) + KINDS_IN_SLOT] = kind;
  for (const [id, hash] of words.entries()) {
    const code = hash ^ BEGINS;
    if (code >= 0 && code < 128) signs[code] = id;
    else if (id > 0) table[claim(table, hash) + ID_IN_SLOT] = id;
  }
  return { table, signs, memory: new Int32Array(MEMORY_SLOT * MEMORY_SLOTS) };
}

function claim(table: Int32Array, hash: number): number {
  const slot = slotOf(table, hash);
  table[slot] = hash;
  return slot;
}

/** Where a word stands in the table, or would stand. */
function slotOf(table: Int32Array, hash: number): number {
  let slot = SLOT * ((hash ^ (hash >>> 13)) & (SLOTS - 1));
  while (table[slot] !== hash && table[slot] !== 0) slot = (slot + SLOT) & (SLOT * SLOTS - 1);
  return slot;
}

/** The kinds of the word with this hash. */
export function kindsOf({ table }: Vocabulary, hash: number): number {
  return table[slotOf(table, hash) + KINDS_IN_SLOT] ?? 0;
}

/** The number of the word with this hash. */
function idOf({ table }: Vocabulary, hash: number): number {
  return table[slotOf(table, hash) + ID_IN_SLOT] ?? 0;
}

/** Where the memory has what is known of a word with such a hash, if it still has it. */
export function slotInMemory(hash: number): number {
  return MEMORY_SLOT * ((hash ^ (hash >>> 13)) & (MEMORY_SLOTS - 1));
}

/**
 * Puts into a slot of the memory what is known of a word with such a hash, and with such a hash of its first letters (0
 * where it has fewer). Few words make up most of all texts, so that hardly any is looked up.
 */
export function learn(vocabulary: Vocabulary, slot: number, hash: number, beginning: number): void {
  const { memory } = vocabulary;
  memory[slot] = hash;
  memory[slot + 1] = beginning;
  memory[slot + KINDS] = kindsOf(vocabulary, hash);
  const stem = beginning === 0 ? 0 : idOf(vocabulary, beginning ^ BEGINS);
  memory[slot + NUMBERS] = idOf(vocabulary, hash) | (stem << 16);
}

/** Turns are compared as numbers of 32 bits: a process that never ends starts anew in time. */
export const LAST_TURN = 2 ** 31 - 1;

/** More names than sentences have; one that is not written down counts as another's, because its end is not known. */
const MOST_NAMES = 1024;

/** Which words of patterns a sentence holds. */
export class Marks {
  /** The turn in which each word was last seen. */
  readonly seen: Int32Array;
  /** The words of this turn that are keys; as many as `count` says, and then old ones. */
  readonly found: Int32Array;
  readonly #lastOther: number;
  /** Where names with underscores start and end; as many as are counted, and then old ones. */
  readonly names = new Int32Array(2 * MOST_NAMES);
  turn = 1;
  count = 0;
  nameCount = 0;

  /** Of so many words the last ones are keys. */
  constructor(words: number, keys: number) {
    this.seen = new Int32Array(words);
    // One more than can be counted: others are written down as well.
    this.found = new Int32Array(keys + 1);
    this.#lastOther = words - keys - 1;
  }

  /** Forgets all words: a new sentence starts. */
  clear(): void {
    this.count = 0;
    this.nameCount = 0;
    if (++this.turn < LAST_TURN) return;
    this.turn = 1;
    this.seen.fill(0);
  }

  addName(start: number, end: number): void {
    this.names[2 * this.nameCount] = start;
    this.names[2 * this.nameCount + 1] = end;
    this.nameCount++;
  }

  /** The number of a word and that of its beginning, as the memory has them. */
  addBoth(numbers: number): void {
    this.add(numbers & 0xffff);
    this.add(numbers >>> 16);
  }

  /** No branch, as none could be foretold: 1 is added for a key whose turn is before this one. */
  add(id: number): void {
    this.found[this.count] = id;
    this.count += (((this.seen[id] ?? 0) - this.turn) & (this.#lastOther - id)) >>> 31;
    this.seen[id] = this.turn;
  }
}

/** Marks the words of a stretch of text, where letters, digits and underscores make up words, and its signs. */
export function markWords(text: string, start: number, end: number, vocabulary: Vocabulary, marks: Marks): void {
  let from = start;
  for (let i = start; i <= end; i++) {
    const code = i < end ? text.charCodeAt(i) : SPACE;
    if (isNameCode(code)) continue;
    if (from < i) markName(text, from, i, vocabulary, marks);
    if (i - from >= LONG_WORD) marks.add(vocabulary.signs[LONG_WORD_SIGN] ?? 0);
    from = i + 1;
    if (code < 128) marks.add(vocabulary.signs[code] ?? 0);
  }
}

/** Marks one word, which may be a name with underscores: as a whole, by its beginning, by its parts, and as a name. */
export function markName(text: string, from: number, to: number, vocabulary: Vocabulary, marks: Marks): void {
  let hash = FIRST;
  let isFirst = true;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === UNDERSCORE) {
      marks.add(vocabulary.signs[UNDERSCORE] ?? 0);
      if (isFirst) marks.add(idOf(vocabulary, hash ^ STARTS_NAME));
      isFirst = false;
      marks.add(idOf(vocabulary, hashPart(text, i + 1) ^ IN_NAME));
    }
    hash = hashStep(hash, code);
    if (i - from === BEGINNING - 1) marks.add(idOf(vocabulary, hash ^ BEGINS));
  }
  marks.add(idOf(vocabulary, hash));
  if (!isFirst) marks.addName(from, to);
}

function hashPart(text: string, start: number): number {
  let hash = FIRST;
  const end = Math.min(start + PART, text.length);
  for (let i = start; i < end; i++) hash = hashStep(hash, text.charCodeAt(i));
  return hash;
}

/** Letters, digits and underscores. */
export function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === UNDERSCORE;
}

const SPACE = 32;
const UNDERSCORE = 95;
