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
  if (key.length < SHORTEST || key.length > LONGEST) return [];
  const near = new Set<string>();
  addSlips(key, 0, key.length, near);
  for (let i = 0; i < key.length; i++) addSlipsInPair(key, i, near);
  near.delete(key);
  return [...near];
}

/** A slip inside a pair such as rn is one slip of the name, and two of the key. */
function addSlipsInPair(key: string, at: number, near: Set<string>): void {
  const letter = key.charAt(at);
  if (unfoldPairs(letter) === letter) return;
  // The neighbour may be a pair too, and swap its first letter.
  addSlips(key.slice(0, at) + unfoldPairs(key.slice(at, at + 2)) + key.slice(at + 2), at - 1, at + 1, near);
}

function addSlips(text: string, from: number, to: number, near: Set<string>): void {
  for (let i = Math.max(from, 0); i <= to; i++) {
    const before = text.slice(0, i);
    const here = text.charAt(i);
    const after = text.slice(i + 1);
    for (const letter of KEY_ALPHABET) {
      near.add(foldLook(before + letter + here + after));
      if (here !== '') near.add(foldLook(before + letter + after));
    }
    if (here !== '') near.add(foldLook(before + after));
    if (after !== '') near.add(foldLook(before + after.charAt(0) + here + after.slice(1)));
  }
}
