import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { COMMAND_NOTES } from '../packages/cli/src/help/command-notes.ts';
import { ENVIRONMENT } from '../packages/cli/src/help/environment.ts';
import { type Flag, type Grammar, grammarOf, leavesOf, type Place } from '../packages/cli/src/help/grammar.ts';
import { TOPICS } from '../packages/cli/src/help/topics.ts';
import type { Io } from '../packages/cli/src/io.ts';
import { buildProgram } from '../packages/cli/src/program.ts';

export const CLI_PAGE = path.resolve(import.meta.dirname, '../docs/cli.md');

/** The page of all commands, made from their definitions so that it cannot tell another story. */
export function cliPage(): string {
  const grammar = cliGrammar();
  const commands = leavesOf(grammar);
  const groups = [...new Set(grammar.commands.map(({ group }) => group))];
  return [
    BEFORE_COMMANDS,
    ...groups.flatMap(group => groupTable(group, grammar)),
    ...commands.map(section),
    '## Environment\n',
    '| variable | what it does |',
    '|---|---|',
    ...[...ENVIRONMENT].map(([name, about]) => `| \`${name}\` | ${cell(about)} |`),
    '',
    '## Topics\n',
    'Each is what `toolmark help TOPIC` prints.\n',
    ...TOPICS.map(({ name, title, text }) => `### ${name}: ${title}\n\n${indented(text)}\n`),
  ].join('\n');
}

function groupTable(group: string, { commands }: Grammar): string[] {
  const rows = commands
    .filter(command => command.group === group)
    .flatMap(command => (command.commands.length === 0 ? [command] : leavesOf(command)))
    .map(({ path: words, description }) => {
      return `| [\`${words.join(' ')}\`](#toolmark-${words.join('-')}) | ${cell(description)} |`;
    });
  return [`| ${group.replace(':', '')} | |`, '|---|---|', ...rows, ''];
}

export function generateCli(): void {
  writeFileSync(CLI_PAGE, cliPage());
}

/** The real program, defined but never run: nothing of a world is asked for. */
export function cliGrammar(): Grammar {
  const io = { out: () => undefined } as unknown as Io;
  return grammarOf(buildProgram(io, undefined, () => undefined));
}

function section(command: Grammar): string {
  const name = command.path.join(' ');
  const note = COMMAND_NOTES.get(name);
  if (note === undefined) throw new Error(`"${name}" has no note in packages/cli/src/help/command-notes.ts.`);
  const no = note.no === undefined ? '' : `, **1** ${note.no}`;
  return [
    `## toolmark ${name}\n`,
    `${sentence(command.description)}\n`,
    `    ${command.usage}\n`,
    ...table('argument', command.arguments.map(argumentRow)),
    ...table('option', command.options.filter(({ long }) => long !== '--help').map(optionRow)),
    `Exits: **0** ${note.yes}${no}, **2** error.\n`,
    `    $ toolmark ${note.example}\n`,
  ].join('\n');
}

function table(what: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : [`| ${what} | what it is | default |`, '|---|---|---|', ...rows, ''];
}

function argumentRow({ name, description, values, isRequired, isMany, preset }: Place): string {
  const written = `${isRequired ? name.toUpperCase() : `[${name.toUpperCase()}]`}${isMany ? '…' : ''}`;
  return row(written, description, values, isRequired, preset);
}

function optionRow({ written, description, values, isRequired, preset }: Flag): string {
  return row(written, description, values, isRequired, preset);
}

function row(
  written: string,
  description: string,
  values: Place['values'] | undefined,
  isRequired: boolean,
  preset: string | undefined,
): string {
  const words = Array.isArray(values) ? `: ${values.map(word => `\`${word}\``).join(', ')}` : '';
  const fallback = preset === undefined ? (isRequired ? 'required' : '') : `\`${preset}\``;
  return `| \`${cell(written)}\` | ${cell(description)}${words} | ${cell(fallback)} |`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map(line => (line === '' ? '' : `    ${line}`))
    .join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

const BEFORE_COMMANDS = `# The command line

<!-- Generated from the commands by "npm run generate". Edit packages/cli/src, not this page. -->

    toolmark COMMAND [OPTIONS] [ARGUMENTS]
    toolmark help [COMMAND | TOPIC]
    toolmark --version

Results go to standard output, messages and progress to standard error; \`-\` reads standard input. Exit codes: **0** the answer is
yes, **1** the answer is no, **2** error, the check did not run. With \`--format json\` standard output is exactly one JSON object,
also on exit 2. A value may follow its option as a word or after \`=\`; options with \`...\` take several words.

Completion: \`source <(toolmark completion bash)\` in \`~/.bashrc\`, the same with \`zsh\` in \`~/.zshrc\` after \`compinit\`, or
\`toolmark completion fish > ~/.config/fish/completions/toolmark.fish\`.

## Commands
`;
