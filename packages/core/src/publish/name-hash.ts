import { KEY_ALPHABET, unfoldPairs } from './name-key.ts';
import { canBeMistaken } from './near-name-keys.ts';

/** A key as 32 bits, none of them zero in all: for a filter of many names in little memory. */
export function nameHash(key: string): number {
  return finish(sumOf(unfoldPairs(key)));
}

/**
 * The hashes of a key and of all keys near it. Keys are hashed with their pairs written out: then a slip changes letters in
 * one place and none around it, and its hash follows from sums of the parts, without the key.
 */
export function nearNameHashes(key: string): Uint32Array {
  if (!canBeMistaken(key)) return Uint32Array.of(nameHash(key));
  const text = unfoldPairs(key);
  const slips = new Slips(text);
  slips.addItself();
  for (let at = 0; at <= text.length; at++) {
    slips.addOthers(at, at);
    if (at < text.length) slips.addOthers(at, at + 1);
    if (at + 1 < text.length) slips.addSwapped(at, at + 1, at + 2);
  }
  const pairs = pairsOf(key);
  for (const [index, start] of pairs.entries()) {
    slips.addOthers(start, start + 2);
    if (start > 0) slips.addSwapped(start - 1, start, start + 2);
    if (start + 2 < text.length) slips.addSwapped(start, start + 2, start + 3);
    if (pairs[index + 1] === start + 2) slips.addSwapped(start, start + 2, start + 4);
  }
  return slips.hashes();
}

/** Gathers hashes in one list of numbers: there are some 1,500 for a name, and each publish asks for them. */
class Slips {
  readonly #text: string;
  readonly #heads: Int32Array;
  readonly #tails: Int32Array;
  readonly #hashes: Uint32Array;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
    this.#heads = headsOf(text);
    this.#tails = tailsOf(text);
    // In each place something is put in, or taken for one letter or two; and a place is swapped in at most four ways.
    this.#hashes = new Uint32Array((text.length + 1) * (3 * ALL_LETTERS + 4));
  }

  hashes(): Uint32Array {
    return this.#hashes.subarray(0, this.#count);
  }

  addItself(): void {
    this.#add(sumOf(this.#text));
  }

  /** No letter or any other there: most slips are of this kind, so what they share is reckoned once. */
  addOthers(start: number, end: number): void {
    const behind = this.#text.length - end;
    const [head, tail, scale] = [this.#heads[start] ?? 0, this.#tails[end] ?? 0, power(behind)];
    for (let length = 0; length < LETTERS.length; length++) {
      const around = Math.imul(head, power(length + behind)) + tail;
      const sums = LETTERS[length] ?? NO_LETTERS;
      for (let i = 0; i < sums.length; i++) this.#add(around + Math.imul(sums[i] ?? 0, scale));
    }
  }

  /** Two neighbours, of one letter or a pair each: up to a place, and from it on. */
  addSwapped(start: number, middle: number, end: number): void {
    const text = this.#text;
    const behind = text.length - end;
    const swapped = sumOf(text.slice(middle, end) + text.slice(start, middle));
    const head = Math.imul(this.#heads[start] ?? 0, power(end - start + behind));
    this.#add(head + Math.imul(swapped, power(behind)) + (this.#tails[end] ?? 0));
  }

  #add(sum: number): void {
    this.#hashes[this.#count++] = finish(sum);
  }
}

/** Where the pairs of a key begin once they are written out. */
function pairsOf(key: string): number[] {
  const pairs: number[] = [];
  for (let i = 0; i < key.length; i++) {
    if (unfoldPairs(key.charAt(i)) !== key.charAt(i)) pairs.push(i + pairs.length);
  }
  return pairs;
}

/** A polynomial over the letters: the sum of a text follows from the sums of its parts. */
const BASE = 0x01000193;

function sumOf(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, BASE) + text.charCodeAt(i)) | 0;
  return sum;
}

/** Of the letters before each place. */
function headsOf(text: string): Int32Array {
  const heads = new Int32Array(text.length + 1);
  for (let i = 0; i < text.length; i++) heads[i + 1] = Math.imul(heads[i] ?? 0, BASE) + text.charCodeAt(i);
  return heads;
}

/** Of the letters from each place on. */
function tailsOf(text: string): Int32Array {
  const { length } = text;
  const tails = new Int32Array(length + 1);
  for (let i = length - 1; i >= 0; i--) {
    tails[i] = Math.imul(text.charCodeAt(i), power(length - 1 - i)) + (tails[i + 1] ?? 0);
  }
  return tails;
}

const POWERS = [1];

function power(exponent: number): number {
  for (let i = POWERS.length; i <= exponent; i++) POWERS.push(Math.imul(POWERS[i - 1] ?? 1, BASE));
  return POWERS[exponent] ?? 1;
}

/** The sums of everything that a slip can put in one place, by its length: nothing, a letter, or a pair. */
const LETTERS = [0, 1, 2].map(length =>
  Int32Array.from(
    ['', ...[...KEY_ALPHABET].map(unfoldPairs)].filter(letter => letter.length === length),
    sumOf,
  ),
);
const NO_LETTERS = new Int32Array(0);
const ALL_LETTERS = LETTERS.reduce((sum, { length }) => sum + length, 0);

/** Spreads what differs over all bits, because tables use only some of them. */
function finish(sum: number): number {
  let hash = sum | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === 0 ? 1 : hash;
}
