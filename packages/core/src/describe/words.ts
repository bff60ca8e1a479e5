const ASCII_WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu;

/** The whole words of a name or a text, lower case: `runShell_command` gives run, shell, command; `format` gives no rm. */
export function wordsOf(text: string): string[] {
  const words = text.match(/^[\x00-\x7f]*$/.test(text) ? ASCII_WORD : WORD);
  return words?.map(word => word.toLowerCase()) ?? [];
}
