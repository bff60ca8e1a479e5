/** Longer texts than any field of a document are cut, before anything is done with them. */
const LONGEST_TEXT = 8_192;

/**
 * The words of a text for searching, in order: compatibility forms and case folded, split at anything but
 * letters and digits and where camelCase turns. What is left has no sign that any search engine could obey.
 */
export function searchWords(text: string): string[] {
  const parts = text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    // A longer word is none, and is taken in pieces.
    .match(/[\p{L}\p{M}\p{N}]{1,64}/gu);
  return parts ?? [];
}

/** More words than anyone types. */
const MOST_QUERY_WORDS = 16;
const LONGEST_QUERY = 512;

/** The distinct words of a query. */
export function queryWords(text: string): string[] {
  return [...new Set(searchWords(text.slice(0, LONGEST_QUERY)))].slice(0, MOST_QUERY_WORDS);
}
