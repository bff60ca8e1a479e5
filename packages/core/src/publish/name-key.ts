import { skeleton } from '../base/index.ts';

/**
 * What a name looks like: names with one key can be taken for each other. The skeleton of UTS #39, whatever the case
 * and the separators. Look-alikes of ASCII become one character each, so that one edit of a name stays near its key.
 */
export function nameKey(name: string): string {
  return foldLook(skeleton(name).toLowerCase().replace(SEPARATORS, ''));
}

const SEPARATORS = /[-_./ ]/g;

/** Every character that a key of an ASCII name can hold: `i` and `1` are `l` there, and `0` is `o`. */
export const KEY_ALPHABET = 'abcdefghjklmnopqrstuvwxyz23456789';

/** A capital I is the small l to the eye and the small i to whoever ignores case, so all three are one. */
export function foldLook(text: string): string {
  if (!/i|rn|vv/.test(text)) return text;
  return text.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** The pairs of letters that a key writes as one, written out again. */
export function unfoldPairs(key: string): string {
  return key.replaceAll('m', 'rn').replaceAll('w', 'vv');
}
