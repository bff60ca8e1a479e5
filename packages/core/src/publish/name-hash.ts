import { KEY_ALPHABET, unfoldPairs } from './name-key.ts';
import { canBeMistaken } from './near-name-keys.ts';

/** A key as 32 bits, none of them zero in all: for a filter of many names in little memory. */
export function nameHash(key: string): number {
  return finish(sumOf(unfoldPairs(key)));
}

/**
 * Whether a test says yes to the hash of a key or of one near it. Keys are hashed with their pairs written out: then a
 * slip changes letters in one place and none around it, and its hash follows from sums of the parts, without the key.
 */
export function someNearNameHash(key: string, test: (hash: number) => boolean): boolean {
  if (test(nameHash(key))) return true;
  if (!canBeMistaken(key)) return false;
  const text = unfoldPairs(key);
  const [heads, tails] = [headsOf(text), tailsOf(text)];
  /** Two neighbours, of one letter or a pair each: up to a place, and from it on. */
  const isSwapped = (start: number, middle: number, end: number): boolean => {
    const behind = text.length - end;
    const swapped = sumOf(text.slice(middle, end) + text.slice(start, middle));
    const head = Math.imul(heads[start] ?? 0, power(end - start + behind));
    return test(finish(head + Math.imul(swapped, power(behind)) + (tails[end] ?? 0)));
  };
  /** No letter or any other there: most slips are of this kind, so what they share is reckoned once. */
  const isOther = (start: number, end: number): boolean => {
    const behind = text.length - end;
    const [head, tail, scale] = [heads[start] ?? 0, tails[end] ?? 0, power(behind)];
    for (let length = 0; length < LETTERS.length; length++) {
      const around = Math.imul(head, power(length + behind)) + tail;
      for (const sum of LETTERS[length] ?? []) if (test(finish(around + Math.imul(sum, scale)))) return true;
    }
    return false;
  };
  for (let at = 0; at <= text.length; at++) {
    if (isOther(at, at)) return true;
    if (at < text.length && isOther(at, at + 1)) return true;
    if (at + 1 < text.length && isSwapped(at, at + 1, at + 2)) return true;
  }
  return pairsOf(key).some(
    (start, index, pairs) =>
      isOther(start, start + 2) ||
      (start > 0 && isSwapped(start - 1, start, start + 2)) ||
      (start + 2 < text.length && isSwapped(start, start + 2, start + 3)) ||
      (pairs[index + 1] === start + 2 && isSwapped(start, start + 2, start + 4)),
  );
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
  ['', ...[...KEY_ALPHABET].map(unfoldPairs)].filter(letter => letter.length === length).map(sumOf),
);

/** Spreads what differs over all bits, because tables use only some of them. */
function finish(sum: number): number {
  let hash = sum | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === 0 ? 1 : hash;
}
