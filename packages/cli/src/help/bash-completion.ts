import { everyCommand, isWords, quoted } from './completion-rows.ts';
import type { Flag, Grammar, Values } from './grammar.ts';

/**
 * A script for bash 3.2 and later. It is self-contained: completing does not start a process. Paths of
 * commands are joined by "/".
 */
export function bashCompletion(grammar: Grammar): string {
  const commands = everyCommand(grammar);
  const rows = (row: (command: Grammar) => readonly string[]): string => commands.flatMap(row).join('\n');
  return `# Completion of toolmark for bash. Load it with: source <(toolmark completion bash)

# Commands below a command, and its options.
_toolmark_words() {
  case "$1" in
${rows(wordRow)}
  esac
}

# What the value of an option, or the argument at a place, may be.
_toolmark_values() {
  case "$1" in
${rows(valueRows)}
  esac
}

${LOGIC}`;
}

function wordRow({ path, commands, options }: Grammar): string[] {
  const below = commands.map(child => child.path.at(-1) ?? '').join(' ');
  const flags = options.flatMap(({ short, long }) => (short === undefined ? [long] : [short, long])).join(' ');
  return [`    ${quoted(path.join('/'))}) below=${quoted(below)} flags=${quoted(flags)} ;;`];
}

function valueRows(command: Grammar): string[] {
  const at = command.path.join('/');
  const flags = command.options
    .filter(({ values }) => values !== undefined)
    .map(flag => `    ${flagNames(flag, at)}) values=${kind(flag.values)} many=${flag.isMany ? 1 : 0} ;;`);
  const places = command.arguments.map(
    ({ values, isMany }, index) => `    ${quoted(`${at} ${index}`)}${isMany ? '*' : ''}) values=${kind(values)} ;;`,
  );
  const rest = command.arguments.at(-1);
  // The places after the last one are those of a list that goes on.
  const more = rest?.isMany ? [`    ${quoted(`${at} `)}[0-9]*) values=${kind(rest.values)} ;;`] : [];
  return [...flags, ...places, ...more];
}

function flagNames({ short, long }: Flag, at: string): string {
  return [short, long].flatMap(name => (name === undefined ? [] : [quoted(`${at} ${name}`)])).join('|');
}

function kind(values: Values | undefined): string {
  return quoted(isWords(values) ? values.join(' ') : `:${values ?? 'anything'}`);
}

const LOGIC = `_toolmark() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' option='' word below flags values many
  local i place=0
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    below='' flags='' values='' many=0
    _toolmark_words "$at"
    [[ -n $option ]] && _toolmark_values "$at $option"
    if [[ $word == -- ]]; then
      # The command line of a server follows.
      if ((i == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$cur")); else _toolmark_offer :files "$cur"; fi
      return
    elif [[ $word == = ]]; then
      continue
    elif [[ $word == -?* ]]; then
      option="$word"
    elif [[ -n $values ]]; then
      ((many)) || option=''
    elif [[ " $below " == *" $word "* ]]; then
      at="\${at:+$at/}$word" option=''
    else
      place=$((place + 1)) option=''
    fi
  done
  [[ $cur == = ]] && cur=''

  below='' flags='' values='' many=0
  _toolmark_words "$at"
  [[ -n $option ]] && _toolmark_values "$at $option"
  if [[ -n $values ]] && { ! ((many)) || [[ $cur != -* ]]; }; then
    _toolmark_offer "$values" "$cur"
  elif [[ $cur == -* ]]; then
    _toolmark_offer "$flags" "$cur"
  else
    _toolmark_values "$at $place"
    _toolmark_offer "\${values:-$below}" "$cur"
  fi
}

_toolmark_offer() {
  local IFS=$' \\t\\n'
  case "$1" in
    :anything) ;;
    :files) IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$2")) ;;
    :folders) IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$2")) ;;
    *) COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
  esac
}

complete -F _toolmark toolmark
`;
