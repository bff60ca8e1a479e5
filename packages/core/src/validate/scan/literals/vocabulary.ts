import { BEGINNING, BEGINS, FIRST, hashStep, IN_NAME, PART, STARTS_NAME } from './hashes.ts';

/** From the hash of a word to what is known of it, and from the code of a sign to its number. */
export interface Vocabulary {
  /** One bit for many hashes each: small, so that the many words of which nothing is known cost little. */
  readonly filter: Int32Array;
  /** Slots of four numbers: the hash of a word, the kinds that it is one of, and its number or -1. */
  readonly table: Int32Array;
  /** The numbers of signs by their codes. */
  readonly signs: Int32Array;
}

/** Where in a slot the kinds and the number of a word stand. */
export const KINDS = 1;
export const ID = 2;
const SLOT = 4;
/** Both are powers of two. */
const SLOTS = 1 << 13;
const FILTER = 1 << 11;

/** `kinds` are those of each word by its hash, `words` the hashes of the words of patterns. */
export function makeVocabulary(kinds: ReadonlyMap<number, number>, words: readonly number[]): Vocabulary {
  const signs = new Int32Array(128).fill(-1);
  const vocabulary = { filter: new Int32Array(FILTER), table: new Int32Array(SLOT * SLOTS), signs };
  for (let slot = 0; slot < SLOTS; slot++) vocabulary.table[SLOT * slot + ID] = -1;
  for (const [hash, kind] of kinds) vocabulary.table[claim(vocabulary, hash) + KINDS] = kind;
  for (const [id, hash] of words.entries()) {
    const code = hash ^ BEGINS;
    if (code >= 0 && code < 128) signs[code] = id;
    else vocabulary.table[claim(vocabulary, hash) + ID] = id;
  }
  return vocabulary;
}

function claim({ filter, table }: Vocabulary, hash: number): number {
  const place = (hash >>> 5) & (FILTER - 1);
  filter[place] = (filter[place] ?? 0) | (1 << (hash & 31));
  let slot = firstSlot(hash);
  while (table[slot] !== hash && table[slot] !== 0) slot = (slot + SLOT) & (SLOT * SLOTS - 1);
  table[slot] = hash;
  return slot;
}

/** Where a word stands in the table; -1 where nothing is known of it. */
export function slotOf({ filter, table }: Vocabulary, hash: number): number {
  if ((((filter[(hash >>> 5) & (FILTER - 1)] ?? 0) >>> (hash & 31)) & 1) === 0) return -1;
  let slot = firstSlot(hash);
  while (table[slot] !== hash) {
    if (table[slot] === 0) return -1;
    slot = (slot + SLOT) & (SLOT * SLOTS - 1);
  }
  return slot;
}

function firstSlot(hash: number): number {
  return SLOT * ((hash ^ (hash >>> 13)) & (SLOTS - 1));
}

/** Which words of patterns a sentence holds. */
export class Marks {
  /** The turn in which each word was last seen. */
  readonly seen: Int32Array;
  /** The words of this turn; as many as `count` says, and then old ones. */
  readonly found: Int32Array;
  turn = 1;
  count = 0;

  constructor(words: number) {
    this.seen = new Int32Array(words);
    this.found = new Int32Array(words);
  }

  /** Forgets all words: a new sentence starts. */
  clear(): void {
    this.turn++;
    this.count = 0;
  }

  /** Nothing is added for -1. */
  add(id: number): void {
    if (id < 0 || this.seen[id] === this.turn) return;
    this.seen[id] = this.turn;
    this.found[this.count++] = id;
  }
}

/** Marks the words of a stretch of text, where letters, digits and underscores make up words, and its signs. */
export function markWords(text: string, start: number, end: number, vocabulary: Vocabulary, marks: Marks): void {
  let from = start;
  for (let i = start; i <= end; i++) {
    const code = i < end ? text.charCodeAt(i) : SPACE;
    if (isNameCode(code)) continue;
    if (from < i) markName(text, from, i, vocabulary, marks);
    from = i + 1;
    if (code < 128) marks.add(vocabulary.signs[code] ?? -1);
  }
}

/** Marks one word, which may be a name with underscores: as a whole, by its beginning, and by its parts. */
export function markName(text: string, from: number, to: number, vocabulary: Vocabulary, marks: Marks): void {
  let hash = FIRST;
  let isFirst = true;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === UNDERSCORE) {
      marks.add(vocabulary.signs[UNDERSCORE] ?? -1);
      if (isFirst) addWord(vocabulary, hash ^ STARTS_NAME, marks);
      isFirst = false;
      addWord(vocabulary, hashPart(text, i + 1) ^ IN_NAME, marks);
    }
    hash = hashStep(hash, code);
    if (i - from === BEGINNING - 1) addWord(vocabulary, hash ^ BEGINS, marks);
  }
  addWord(vocabulary, hash, marks);
}

function addWord(vocabulary: Vocabulary, hash: number, marks: Marks): void {
  const slot = slotOf(vocabulary, hash);
  if (slot >= 0) marks.add(vocabulary.table[slot + ID] ?? -1);
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
