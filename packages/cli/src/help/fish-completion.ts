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

# Whether the option that was named last is one of these: it may take more words.
function __toolmark_in
    set -l named (string match -- '-*' (commandline -opc))
    contains -- "$named[-1]" $argv
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
  const more = command.options.filter(({ isMany }) => isMany).flatMap(flag => moreLines(flag, here));
  return [
    ...below,
    ...command.options.map(flag => `${at}${flagWords(flag)}`),
    ...more,
    ...placeLines(command.arguments, at),
  ];
}

/** fish takes one value for an option; that further ones may follow must be said for each place after it. */
function moreLines({ long, values }: Flag, here: string): string[] {
  const at = `complete -c toolmark -n ${text(`${here}; and __toolmark_in ${long}`)}`;
  return values === undefined ? [] : offers(values, at);
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
  return [...new Set(places.flatMap(({ values }) => offers(values, at)))];
}

function offers(values: Values, at: string): string[] {
  if (isWords(values)) return [`${at} -a ${text(values.join(' '))}`];
  if (values === 'anything') return [];
  return [values === 'files' ? `${at} -F` : `${at} -a '(__fish_complete_directories)'`];
}

function text(words: string): string {
  return `'${words.replace(/[\\']/g, '\\$&')}'`;
}
