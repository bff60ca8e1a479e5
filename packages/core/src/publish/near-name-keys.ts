import { foldLook, KEY_ALPHABET, unfoldPairs } from './name-key.ts';

/** In a shorter name one letter is a difference that anyone sees, and half of all short names are one letter apart. */
const SHORTEST = 5;
/** Most clients take no longer names. */
const LONGEST = 64;

/**
 * The keys of all names that are one slip away: a letter more, less or other, or two neighbours swapped. A registry
 * looks them up in the index of its keys and stores nothing more. Empty where a key is too short to be mistaken, or
 * longer than names are.
 */
export function nearNameKeys(key: string): string[] {
  const near = new Set<string>();
  forEachSlip(key, (text, start, middle, end) => near.add(text.slice(0, start) + middle + text.slice(end)));
  near.delete(key);
  return [...near];
}

/** Told the key of a slip in three parts: the text up to `start`, a few letters, and the text from `end`. */
export type SlipVisitor = (text: string, start: number, middle: string, end: number) => void;

/** Visits every slip, some more than once. */
export function forEachSlip(key: string, visit: SlipVisitor): void {
  if (key.length < SHORTEST || key.length > LONGEST) return;
  for (let i = 0; i <= key.length; i++) visitSlips(key, i, [i, i], visit);
  for (let i = 0; i < key.length; i++) visitSlipsInPair(key, i, visit);
}

/** A slip inside a pair such as rn is one slip of the name, and two of the key. */
function visitSlipsInPair(key: string, at: number, visit: SlipVisitor): void {
  const letter = key.charAt(at);
  if (unfoldPairs(letter) === letter) return;
  // The neighbour may be a pair too, and swap its first letter.
  const pairs = unfoldPairs(key.slice(at, at + 2));
  const text = key.slice(0, at) + pairs + key.slice(at + 2);
  for (let i = Math.max(at - 1, 0); i <= at + 1; i++) visitSlips(text, i, [at, at + pairs.length], visit);
}

/** The slips at one place. Only letters beside a slip or inside `pairs` can have become a pair, or ceased to be one. */
function visitSlips(text: string, at: number, pairs: readonly [number, number], visit: SlipVisitor): void {
  const start = Math.max(Math.min(at, pairs[0]) - 1, 0);
  const end = Math.min(Math.max(at + 2, pairs[1]) + 1, text.length);
  const [before, here, next] = [text.slice(start, at), text.charAt(at), text.charAt(at + 1)];
  const after = text.slice(at + 1, end);
  const put = (letters: string) => visit(text, start, foldLook(letters), end);
  for (const letter of KEY_ALPHABET) {
    put(before + letter + here + after);
    if (here !== '') put(before + letter + after);
  }
  if (here !== '') put(before + after);
  if (next !== '') put(before + next + here + after.slice(1));
}
