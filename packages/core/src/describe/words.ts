// Bounded, because one match of millions of letters overflows the stack.
const ASCII_WORD = /[A-Z]{1,99}(?![a-z])|[A-Z]?[a-z]{1,99}|[0-9]{1,99}/g;
const WORD = /\p{Lu}{1,99}(?!\p{Ll})|\p{Lu}?\p{Ll}{1,99}|\p{Lo}{1,99}|\p{N}{1,99}/gu;

/** The whole words of a name or a text, lower case: `runShell_command` gives run, shell, command; `format` gives no rm. */
export function wordsOf(text: string): string[] {
  const words = text.match(/^[\x00-\x7f]*$/.test(text) ? ASCII_WORD : WORD);
  return words?.map(word => word.toLowerCase()) ?? [];
}
