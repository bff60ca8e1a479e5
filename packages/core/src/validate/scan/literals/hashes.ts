/** Words are compared by their hashes. Two words with one hash count as the same, which only costs time. */
export const FIRST = 7;

/** Words that go on differently are known by so many of their letters, and so are the later parts of names. */
export const BEGINNING = 4;
export const PART = 3;

/** So that neither the beginning of a word, nor a later or the first part of a name, nor a sign is taken for a word. */
export const BEGINS = 0x5bd1e995;
export const IN_NAME = 0x27d4eb2f;
export const STARTS_NAME = 0x165667b1;

/** A word of so many letters counts as a sign: an address of a wallet, a key, a digest. Its code hardly stands in a text, and would only cost time. */
export const LONG_WORD = 25;
export const LONG_WORD_SIGN = 3;

export function hashOf(word: string): number {
  let hash = FIRST;
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i));
  return hash;
}

/** One step of the hash: fed with the letters of a word in turn, starting from `FIRST`. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
