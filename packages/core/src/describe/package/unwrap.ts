import { inert, quoteInert } from '../../base/index.ts';
import { isKnownProgram } from './known-programs.ts';

/** A command without the words around it that change nothing. */
export interface Unwrapped {
  /** The base name, without a Windows ending. */
  readonly name: string;
  /** All words of the launch. */
  readonly words: readonly string[];
  /** The index of the command. */
  readonly at: number;
}

/** Looks behind `cmd /c` and `env`. A text is the reason why nothing can be said. */
export function unwrap(words: readonly string[]): Unwrapped | string {
  let at = 0;
  for (;;) {
    const command = words[at] ?? '';
    if (command.trim() === '') return 'The entry has no command.';
    // Only the first word: arguments may be secret.
    const [first = ''] = command.trim().split(/\s+/);
    if (inert(command) !== command) return `The command ${quoteInert(first)} has invisible or control characters.`;
    if (first !== command && isKnownProgram(programName(first)))
      return `The command ${quoteInert(first)} has its arguments in it. List them apart.`;
    const name = programName(command);
    if (name === 'cmd') at = behindCmd(words, at);
    else if (name === 'env') at += 1;
    else return { name, words, at };
    const next = words[at] ?? '';
    if (at < 0 || next === '') return `${quoteInert(name)} runs a command line of its own.`;
    if (name === 'env' && /^-|=/.test(next))
      return 'The command sets variables or options with "env". Set variables in the entry itself.';
  }
}

/** What cmd would expand, or read as another command. */
const CMD_SYNTAX = /[&|<>^%!"\r\n]/;

/** The index of the command after `cmd /c`; negative if cmd would read the words in another way than they stand. */
function behindCmd(words: readonly string[], at: number): number {
  let next = at + 1;
  while (/^\/[dqs]$/i.test(words[next] ?? '')) next += 1;
  const rest = words.slice(next + 1);
  const isPlain = /^\/c$/i.test(words[next] ?? '') && !rest.some(word => CMD_SYNTAX.test(word));
  const [command = ''] = rest;
  return isPlain && !/\s/.test(command) ? next + 1 : -1;
}

/** Windows endings say nothing, and Windows ignores case with them. */
export function programName(command: string): string {
  const base = command.split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(/\.(?:cmd|exe|ps1|bat)$/i, '');
  return name === base ? base : name.toLowerCase();
}
