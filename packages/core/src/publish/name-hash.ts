import { KEY_ALPHABET, unfoldPairs } from './name-key.ts';
import { canBeMistaken } from './near-name-keys.ts';

/** Many names, known by hashes: of most others it says at once that it has them not. */
export interface KnownNames {
  /** Whether there may be a name with such a hash. */
  mayHave(hash: number): boolean;
  /** Whether there is one with such a hash and such letters, pairs written out. */
  has(hash: number, text: string): boolean;
}

/** The letters of a key with its pairs written out, and their 32 bits, none of them zero in all. */
export function hashName(key: string): { readonly text: string; readonly hash: number } {
  const text = unfoldPairs(key);
  return { text, hash: finish(sumOf(text)) };
}

/**
 * Whether a key, or one near it, is known. Keys are hashed with their pairs written out: then a slip changes letters in one
 * place and none around it, and its hash follows from sums of the parts. Only what may be known is spelled.
 */
export function isNearKnown(key: string, known: KnownNames): boolean {
  const { text, hash } = hashName(key);
  if (known.mayHave(hash) && known.has(hash, text)) return true;
  if (!canBeMistaken(key)) return false;
  const slips = new Slips(text, known);
  for (let at = 0; at <= text.length; at++) {
    if (slips.knowsOther(at, at)) return true;
    if (at < text.length && slips.knowsOther(at, at + 1)) return true;
    if (at + 1 < text.length && slips.knowsSwapped(at, at + 1, at + 2)) return true;
  }
  const pairs = pairsOf(key);
  return pairs.some(
    (start, index) =>
      slips.knowsOther(start, start + 2) ||
      (start > 0 && slips.knowsSwapped(start - 1, start, start + 2)) ||
      (start + 2 < text.length && slips.knowsSwapped(start, start + 2, start + 3)) ||
      (pairs[index + 1] === start + 2 && slips.knowsSwapped(start, start + 2, start + 4)),
  );
}

/** The slips of one name: some 1,500, and each publish asks for them. */
class Slips {
  readonly #text: string;
  readonly #known: KnownNames;
  readonly #heads: Int32Array;
  readonly #tails: Int32Array;

  constructor(text: string, known: KnownNames) {
    this.#text = text;
    this.#known = known;
    this.#heads = headsOf(text);
    this.#tails = tailsOf(text);
  }

  /** No letter or any other there: most slips are of this kind, so what they share is reckoned once. */
  knowsOther(start: number, end: number): boolean {
    const behind = this.#text.length - end;
    const [head, tail, scale] = [this.#heads[start] ?? 0, this.#tails[end] ?? 0, power(behind)];
    for (const [length, { sums, letters }] of PUT_IN.entries()) {
      const around = Math.imul(head, power(length + behind)) + tail;
      for (let i = 0; i < sums.length; i++) {
        const hash = finish(around + Math.imul(sums[i] ?? 0, scale));
        if (this.#known.mayHave(hash) && this.#has(hash, start, letters[i] ?? '', end)) return true;
      }
    }
    return false;
  }

  /** Two neighbours, of one letter or a pair each: up to a place, and from it on. */
  knowsSwapped(start: number, middle: number, end: number): boolean {
    const text = this.#text;
    const behind = text.length - end;
    const swapped = text.slice(middle, end) + text.slice(start, middle);
    const head = Math.imul(this.#heads[start] ?? 0, power(end - start + behind));
    const hash = finish(head + Math.imul(sumOf(swapped), power(behind)) + (this.#tails[end] ?? 0));
    return this.#known.mayHave(hash) && this.#has(hash, start, swapped, end);
  }

  #has(hash: number, start: number, middle: string, end: number): boolean {
    return this.#known.has(hash, this.#text.slice(0, start) + middle + this.#text.slice(end));
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

/** Everything that a slip can put in one place, with its sums, by its length: nothing, a letter, or a pair. */
const PUT_IN = [0, 1, 2].map(length => {
  const letters = ['', ...[...KEY_ALPHABET].map(unfoldPairs)].filter(letter => letter.length === length);
  return { letters, sums: Int32Array.from(letters, sumOf) };
});

/** Spreads what differs over all bits, because tables use only some of them. */
function finish(sum: number): number {
  let hash = sum | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === 0 ? 1 : hash;
}
