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

/** Whether a key is long enough to be mistaken for another, and no longer than names are. */
export function canBeMistaken(key: string): boolean {
  return key.length >= SHORTEST && key.length <= LONGEST;
}

/** Told the key of a slip in three parts: the text up to `start`, a few letters, and the text from `end`. */
type SlipVisitor = (text: string, start: number, middle: string, end: number) => void;

/** Visits every slip, some more than once. */
function forEachSlip(key: string, visit: SlipVisitor): void {
  if (!canBeMistaken(key)) return;
  for (let i = 0; i <= key.length; i++) {
    visitPlainSlips(key, i, visit);
    visitSlips(key, i, i, i, STROKES, visit);
  }
  for (let i = 0; i < key.length; i++) visitSlipsInPair(key, i, visit);
}

/** Letters that can be half of a pair, and all others. */
const STROKES = 'nrv';
const PLAIN = [...KEY_ALPHABET].filter(letter => !STROKES.includes(letter));

/** A letter that is no half of a pair leaves the letters around it as they are. */
function visitPlainSlips(key: string, at: number, visit: SlipVisitor): void {
  for (const letter of PLAIN) {
    visit(key, at, letter, at);
    if (at < key.length) visit(key, at, letter, at + 1);
  }
}

/** A slip inside a pair such as rn is one slip of the name, and two of the key. */
function visitSlipsInPair(key: string, at: number, visit: SlipVisitor): void {
  const letter = key.charAt(at);
  if (unfoldPairs(letter) === letter) return;
  // The neighbour may be a pair too, and swap its first letter, or be swapped as a whole.
  for (const width of [1, 2]) {
    const pairs = unfoldPairs(key.slice(at, at + width));
    const text = key.slice(0, at) + pairs + key.slice(at + width);
    const end = at + pairs.length;
    for (const i of [at - 1, at, at + 1]) if (i >= 0) visitSlips(text, i, at, end, KEY_ALPHABET, visit);
  }
}

const PAIR = /rn|vv/;

/** The slips at one place. Letters beside it, or in the pairs from one place to another, may become pairs or cease to be. */
function visitSlips(text: string, at: number, from: number, to: number, letters: string, visit: SlipVisitor): void {
  const start = Math.max(Math.min(at, from) - 1, 0);
  const end = Math.min(Math.max(at + 2, to) + 1, text.length);
  const [before, here, next] = [text.slice(start, at), text.charAt(at), text.charAt(at + 1)];
  const after = text.slice(at + 1, end);
  const put = (middle: string) => visit(text, start, PAIR.test(middle) ? foldLook(middle) : middle, end);
  for (const letter of letters) {
    put(before + letter + here + after);
    if (here !== '') put(before + letter + after);
  }
  if (here !== '') put(before + after);
  if (next !== '') put(before + next + here + after.slice(1));
}
