import { skeleton } from '../base/index.ts';

/**
 * What a name looks like: names with the same key can be mistaken for each other. The skeleton of UTS #39 without case
 * and separators. Look-alikes of ASCII become one character each, so that one edit of a name stays near its key.
 */
export function nameKey(name: string): string {
  return foldLook(skeleton(name).toLowerCase().replace(SEPARATORS, ''));
}

const SEPARATORS = /[-_./ ]/g;

/** Every character that a key of an ASCII name can contain: `i` and `1` are `l` there, and `0` is `o`. */
const KEY_ALPHABET = 'abcdefghjklmnopqrstuvwxyz23456789';

/** A capital I looks like l and equals i without case, so all three are one. */
export function foldLook(text: string): string {
  if (!/i|rn|vv/.test(text)) return text;
  return text.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Writes out the pairs of letters that a key writes as one. */
function unfoldPairs(key: string): string {
  return key.replaceAll('m', 'rn').replaceAll('w', 'vv');
}

/** In a shorter name one letter is easily seen, and half of all short names are one letter apart. */
const SHORTEST = 5;
/** Most clients reject longer names. */
const LONGEST = 64;

/**
 * The keys of all names that are one slip away: a letter more, less or other, or two neighbours swapped. A registry
 * looks them up in the index of its keys. Empty when the key is too short to be mistaken, or longer than names are.
 */
export function nearNameKeys(key: string): string[] {
  if (key.length < SHORTEST || key.length > LONGEST) return [];
  const near = new Set<string>();
  for (let at = 0; at <= key.length; at++) {
    addSlips(near, key, at);
    for (const text of unfoldAt(key, at)) for (const i of [at - 1, at, at + 1]) if (i >= 0) addSlips(near, text, i);
  }
  near.delete(key);
  return [...near];
}

/** A slip inside a pair such as rn is one slip of the name and two of the key. The next letter may be a pair too. */
function unfoldAt(key: string, at: number): string[] {
  const letter = key.charAt(at);
  if (unfoldPairs(letter) === letter) return [];
  return [1, 2].map(width => key.slice(0, at) + unfoldPairs(key.slice(at, at + width)) + key.slice(at + width));
}

function addSlips(near: Set<string>, text: string, at: number): void {
  const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  for (const letter of KEY_ALPHABET) {
    near.add(foldLook(before + letter + here + after));
    if (here !== '') near.add(foldLook(before + letter + after));
  }
  if (here !== '') near.add(foldLook(before + after));
  if (after !== '') near.add(foldLook(before + after.charAt(0) + here + after.slice(1)));
}
