import { everyCommand, isWords } from './completion-rows.ts';
import type { Flag, Grammar, Place, Values } from './grammar.ts';

/** A script for fish, with descriptions. */
export function fishCompletion(grammar: Grammar): string {
  return `# Completion of toolmark for fish. Write it into ~/.config/fish/completions/toolmark.fish, or load it with:
#   toolmark completion fish | source

# Whether the words so far begin with these, and no command line of a server has begun.
function __toolmark_at
    set -l words (commandline -opc)[2..]
    contains -- -- $words; and return 1
    test (count $argv) -eq 0; and return 0
    test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end

# Whether the words so far are these and no others.
function __toolmark_just
    set -l words (commandline -opc)[2..]
    test "$words" = "$argv"
end

function __toolmark_server
    contains -- -- (commandline -opc)
end

complete -c toolmark -f
complete -c toolmark -n __toolmark_server -F
${everyCommand(grammar).flatMap(linesOf).join('\n')}
`;
}

function linesOf(command: Grammar): string[] {
  const path = command.path.join(' ');
  const here = command.commands.length > 0 ? `__toolmark_just ${path}` : `__toolmark_at ${path}`;
  const at = `complete -c toolmark -n ${text(here.trim())}`;
  const below = command.commands.map(
    child => `${at} -a ${text(child.path.at(-1) ?? '')} -d ${text(child.description)}`,
  );
  return [...below, ...command.options.map(flag => `${at}${flagWords(flag)}`), ...placeLines(command.arguments, at)];
}

function flagWords({ short, long, description, values }: Flag): string {
  const names = `${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${long.slice(2)}`;
  return `${names} -d ${text(description)}${valueWords(values)}`;
}

function valueWords(values: Values | undefined): string {
  if (values === undefined) return '';
  if (isWords(values)) return ` -x -a ${text(values.join(' '))}`;
  return { files: ' -r -F', folders: ` -x -a '(__fish_complete_directories)'`, anything: ' -x' }[values];
}

/** fish has no places: what any of them takes is offered at all of them. */
function placeLines(places: readonly Place[], at: string): string[] {
  const lines = places.flatMap(({ values }) => {
    if (isWords(values)) return [`${at} -a ${text(values.join(' '))}`];
    if (values === 'anything') return [];
    return [values === 'files' ? `${at} -F` : `${at} -a '(__fish_complete_directories)'`];
  });
  return [...new Set(lines)];
}

function text(words: string): string {
  return `'${words.replace(/[\\']/g, '\\$&')}'`;
}
