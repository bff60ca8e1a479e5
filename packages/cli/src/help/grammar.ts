import type { Argument, Command, Option } from 'commander';

/** What may stand after `toolmark`, as data: completion scripts and the page of commands are made from it. */
export interface Grammar {
  /** The words that lead here: none for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  /** Under which heading help lists it. */
  readonly group: string;
  readonly usage: string;
  readonly arguments: readonly Place[];
  readonly options: readonly Flag[];
  readonly commands: readonly Grammar[];
  /** Whether what follows `--` is the command line of a server. */
  readonly takesCommand: boolean;
}

export interface Place {
  readonly name: string;
  readonly description: string;
  readonly values: Values;
  readonly isRequired: boolean;
  readonly isMany: boolean;
  readonly preset?: string;
}

export interface Flag {
  readonly short: string | undefined;
  readonly long: string;
  /** As help writes it, as in `-o, --output <file>`. */
  readonly written: string;
  readonly description: string;
  /** Nothing for a flag that takes no value. */
  readonly values: Values | undefined;
  readonly isRequired: boolean;
  /** Whether one mention may be followed by several values. */
  readonly isMany: boolean;
  readonly preset?: string;
}

/** What a value may be: one of some words, a place on the disk, or nothing that can be guessed. */
export type Values = readonly string[] | 'files' | 'folders' | 'anything';

/** Words that a place takes although any other is asked for first: by path and name, as in `install client`, or by option. */
export type KnownWords = ReadonlyMap<string, readonly string[]>;

export function grammarOf(command: Command, known: KnownWords = new Map(), above: readonly string[] = []): Grammar {
  const path = command.parent === null ? [] : [...above, command.name()];
  return {
    path,
    description: command.description(),
    group: command.helpGroup(),
    usage: ['toolmark', ...path, command.usage()].join(' '),
    arguments: command.registeredArguments.map(argument => placeOf(argument, path, known)),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map(option => flagOf(option, known)),
    commands: command.commands.map(child => grammarOf(child, known, path)),
    takesCommand: command.usage().includes('-- COMMAND'),
  };
}

/** Every command that does something, in the order of help. */
export function leavesOf(grammar: Grammar): Grammar[] {
  return grammar.commands.flatMap(child => [
    // "attest" does something itself, and has a command inside.
    ...(child.commands.length === 0 || child.takesCommand ? [child] : []),
    ...leavesOf(child),
  ]);
}

function placeOf(argument: Argument, path: readonly string[], known: KnownWords): Place {
  const name = argument.name();
  return {
    name,
    description: argument.description,
    values: known.get([...path, name].join(' ')) ?? argument.argChoices ?? guess(name),
    isRequired: argument.required,
    isMany: argument.variadic,
    ...presetOf(argument.defaultValue),
  };
}

function flagOf(option: Option, known: KnownWords): Flag {
  const [, value] = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(option.flags) ?? [];
  return {
    short: option.short,
    long: option.long ?? '',
    written: option.flags,
    description: option.description,
    values: value === undefined ? undefined : (option.argChoices ?? known.get(option.long ?? '') ?? guess(value)),
    isRequired: option.mandatory,
    isMany: option.variadic,
    ...presetOf(option.defaultValue),
  };
}

/** Names of values are chosen for people; they tell enough. */
function guess(name: string): Values {
  if (/^(folder|directory)$/.test(name)) return 'folders';
  return /file|path|^(before|after|certificates)$/.test(name) ? 'files' : 'anything';
}

/** Nothing, no and none are what everybody expects. */
function presetOf(value: unknown): { preset?: string } {
  const isTelling = typeof value === 'string' || typeof value === 'number';
  return isTelling ? { preset: String(value) } : {};
}
