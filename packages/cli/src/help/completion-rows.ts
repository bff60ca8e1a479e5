import type { Grammar, Values } from './grammar.ts';

/** Every command with the commands inside it, the outermost first. */
export function everyCommand(grammar: Grammar): Grammar[] {
  return [grammar, ...grammar.commands.flatMap(everyCommand)];
}

/** What shells can do with values: words to choose from, or the name of a kind. */
export function isWords(values: Values | undefined): values is readonly string[] {
  return Array.isArray(values);
}

/** A text between single quotes of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
