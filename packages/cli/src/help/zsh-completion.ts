import { everyCommand, isWords, quoted } from './completion-rows.ts';
import type { Flag, Grammar, Place, Values } from './grammar.ts';

/** A script for zsh, with descriptions: one function for each command. */
export function zshCompletion(grammar: Grammar): string {
  const functions = everyCommand(grammar).map(command =>
    command.commands.length > 0 ? group(command) : leaf(command),
  );
  return `#compdef toolmark
# Completion of toolmark for zsh. Write it into a folder of your fpath as _toolmark, or load it with:
#   source <(toolmark completion zsh)

${functions.join('\n')}
if [[ $funcstack[1] == _toolmark ]]; then _toolmark "$@"; else compdef _toolmark toolmark; fi
`;
}

function group(command: Grammar): string {
  const rows = command.commands.map(({ path, description }) => {
    return `        ${quoted(`${path.at(-1)}:${description.replaceAll(':', '\\:')}`)}`;
  });
  const cases = command.commands.map(({ path }) => `        ${path.at(-1)}) ${nameOf(path)} ;;`);
  return `${nameOf(command.path)}() {
  local curcontext="$curcontext" context state state_descr line
  typeset -A opt_args
  _arguments -C ${command.options.map(flagSpec).join(' ')} '1: :->command' '*:: :->rest'
  case $state in
    command)
      local -a commands=(
${rows.join('\n')}
      )
      _describe -t commands command commands ;;
    rest)
      case $line[1] in
${cases.join('\n')}
      esac ;;
  esac
}
`;
}

function leaf(command: Grammar): string {
  const specs = [...command.options.map(flagSpec), ...command.arguments.map(placeSpec)];
  return `${nameOf(command.path)}() {
${command.takesCommand ? SERVER : ''}  _arguments -S \\
${specs.map(spec => `    ${spec}`).join(' \\\n')}
}
`;
}

/** After `--` comes the command line of a server, completed by itself. */
const SERVER = `  local dashes=\${words[(i)--]}
  if (( dashes < CURRENT )); then
    words=("\${(@)words[dashes+1,-1]}")
    (( CURRENT -= dashes ))
    _normal
    return
  fi
`;

function nameOf(path: readonly string[]): string {
  return ['_toolmark', ...path].join('__');
}

function flagSpec({ short, long, description, values, isMany }: Flag): string {
  const about = `[${description.replace(/[[\]\\:]/g, '\\$&')}]`;
  const value = values === undefined ? '' : `:${isMany ? '*-*:' : ''}${long.slice(2)}:${action(values)}`;
  const names = short === undefined ? [long] : [short, long];
  const others = names.length > 1 && !isMany ? `(${names.join(' ')})` : '';
  return names
    .map(name => quoted(`${isMany ? '*' : others}${name}${equals(name, values, isMany)}${about}${value}`))
    .join(' ');
}

/** Long options take their value after "=" too; those with many values only as words of their own. */
function equals(name: string, values: Values | undefined, isMany: boolean): string {
  return values === undefined || isMany || !name.startsWith('--') ? '' : '=';
}

function placeSpec({ name, values, isRequired, isMany }: Place, index: number): string {
  const at = isMany ? '*' : `${index + 1}${isRequired ? '' : ':'}`;
  return quoted(`${at}:${name}:${action(values)}`);
}

function action(values: Values): string {
  if (isWords(values)) return `(${values.join(' ')})`;
  return { files: '_files', folders: '_files -/', anything: ' ' }[values];
}
