import { NEAR_WORDS } from './near-words.gen.ts';
import { isDerived } from './word-forms.ts';
import { WORDS } from './words.gen.ts';

/** Whether this is a plain word that descriptions of tools use. A word that is not listed may be a word all the same. */
export function isPlainWord(word: string): boolean {
  return PLAIN_WORDS.has(word);
}

/**
 * Whether the old word of an edit may be a word, and not a slip: a known one, or one made from known ones. `formated` is
 * made from `format`, but so is `formatted`: it is not another word.
 */
export function mayBeOtherWord(old: string, now: string): boolean {
  return isPlainWord(old) || RARE_WORDS.has(old) || isDerived(old, now, isPlainWord);
}

const PLAIN_WORDS = unpack(WORDS);

/** Dictionary words that are one slip away from a plain word. */
const RARE_WORDS = unpack(NEAR_WORDS);

/** Each word is the number of letters it shares with the word before, and the letters that follow. */
function unpack(packed: string): ReadonlySet<string> {
  let last = '';
  return new Set(
    [...packed.matchAll(/([0-9])([a-z]+)/g)].map(([, shared, rest]) => {
      last = last.slice(0, Number(shared)) + rest;
      return last;
    }),
  );
}
