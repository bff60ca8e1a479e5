import { quoteInert, ToolmarkError } from '@toolmark/core';
import { closest } from '@toolmark/core/text';
import type { Command } from 'commander';
import { COMMAND_NOTES } from '../help/command-notes.ts';
import { TOPICS } from '../help/topics.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';

export interface HelpArguments {
  readonly topic: readonly string[];
  readonly format: 'text' | 'json';
}

/** The help of the program, of a command, or on a topic; what is both is explained as both. */
export function runHelp({ topic: words, format }: HelpArguments, io: Io, { parent }: Command): number {
  const program = parent as Command;
  const text = words.length === 0 ? overview(program) : helpOn(words, program);
  io.out(format === 'json' ? formatJson({ topic: words.join(' '), text }) : text);
  return EXIT.yes;
}

function overview(program: Command): string {
  const width = Math.max(...TOPICS.map(({ name }) => name.length));
  const topics = TOPICS.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}\n`);
  return `${program.helpInformation()}\nTopics:\n${topics.join('')}`;
}

function helpOn(words: readonly string[], program: Command): string {
  const command = findCommand(words, program);
  const topic = TOPICS.find(({ name }) => name === words.join(' '));
  if (command === undefined && topic === undefined) throw unknown(words, program);
  const parts = [
    ...(command === undefined ? [] : [`${command.helpInformation()}${exampleOf(words)}`]),
    ...(topic === undefined ? [] : [`${topic.name}: ${topic.title}\n\n${topic.text}\n`]),
  ];
  return parts.join('\n');
}

function findCommand(words: readonly string[], program: Command): Command | undefined {
  let command: Command | undefined = program;
  for (const word of words) command = command?.commands.find(child => child.name() === word);
  return command;
}

function exampleOf(words: readonly string[]): string {
  const note = COMMAND_NOTES.get(words.join(' '));
  return note === undefined ? '' : `\nExample:\n  toolmark ${note.example}\n`;
}

function unknown(words: readonly string[], program: Command): ToolmarkError {
  const known = [...program.commands.map(command => command.name()), ...TOPICS.map(({ name }) => name)];
  const near = closest(words.join(' '), [...new Set(known)]);
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const message = `There is no command or topic ${quoteInert(words.join(' '))}.${hint} Run "toolmark help" for all of them.`;
  return new ToolmarkError('usage.unknown-topic', message);
}
