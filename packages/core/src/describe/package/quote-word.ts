import { quoteInert } from '../../base/index.ts';

/** A word of a command in a sentence that a lock keeps: of an address only its host, because the rest may hold a token. */
export function quoteWord(word: string): string {
  return quoteInert(word.replace(/^(.*?:\/\/)(?:.*@)?([^/?#]*).*$/s, '$1$2/…'));
}
