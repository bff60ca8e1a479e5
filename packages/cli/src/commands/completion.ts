import { findClientConfigs } from '@toolmark/mcp';
import type { Command } from 'commander';
import { bashCompletion } from '../help/bash-completion.ts';
import { fishCompletion } from '../help/fish-completion.ts';
import { grammarOf } from '../help/grammar.ts';
import { TOPICS } from '../help/topics.ts';
import { zshCompletion } from '../help/zsh-completion.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';

export interface CompletionArguments {
  readonly shell: 'bash' | 'zsh' | 'fish';
  readonly format: 'text' | 'json';
}

const WRITERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** Prints a script that completes what is typed after `toolmark`, made from the commands themselves. */
export function runCompletion({ shell, format }: CompletionArguments, io: Io, { parent }: Command): number {
  const program = parent as Command;
  const script = WRITERS[shell](grammarOf(program, knownWords(program)));
  io.out(format === 'json' ? formatJson({ shell, script }) : script);
  return EXIT.yes;
}

/** Suggestions for arguments that also take other values. */
function knownWords(program: Command): ReadonlyMap<string, readonly string[]> {
  const topics = [...program.commands.map(command => command.name()), ...TOPICS.map(({ name }) => name)];
  return new Map([
    ['help topic', [...new Set(topics)]],
    ['install client', clients()],
    ['--capabilities', ['sampling', 'elicitation', 'roots']],
  ]);
}

function clients(): string[] {
  const places = (['linux', 'darwin', 'win32'] as const).flatMap(platform =>
    findClientConfigs({ home: '/', cwd: '/', env: {}, platform }),
  );
  return [...new Set(places.map(({ client }) => client.toLowerCase().replaceAll(' ', '-')))];
}
