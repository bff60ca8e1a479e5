import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { reasonOf } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { POLICY_FILE } from '../sources/find-policy.ts';
import { type Answers, starterDocument, starterPolicy } from './starter.ts';

export interface InitArguments {
  readonly directory: string;
  readonly name?: string;
  readonly description?: string;
  readonly author?: string;
  readonly email?: string;
  readonly yes: boolean;
  readonly format: 'text' | 'json';
}

export const DOCUMENT_FILE = 'toolmark.tool.json';

/** Writes a starter document and policy. Existing files are never touched. */
export async function runInit(given: InitArguments, io: Io): Promise<number> {
  const directory = path.resolve(io.cwd, given.directory);
  const targets = [DOCUMENT_FILE, POLICY_FILE].map(file => path.join(directory, file));
  refuseExisting(targets);
  const answers = await ask(given, directory, io);
  if (answers === undefined) return EXIT.no;
  write(directory, targets, [starterDocument(answers), starterPolicy()]);
  const files = targets.map(target => path.relative(io.cwd, target));
  if (given.format === 'json') io.out(formatJson({ files }));
  else io.out(`${files.map(file => `wrote ${inert(file)}`).join('\n')}\n`);
  io.stderr(`Next: toolmark validate ${inert(files[0] ?? '')}\n`);
  return EXIT.yes;
}

async function ask(given: InitArguments, directory: string, io: Io): Promise<Answers | undefined> {
  const name =
    given.name ??
    path
      .basename(directory)
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .slice(0, 128);
  const defaults: Answers = {
    name: name === '' || name === '.' ? 'my-tool' : name,
    // What is not given is left as a placeholder, which "validate" reports.
    description: given.description ?? 'TODO: describe what this tool does',
    author: given.author ?? 'Your Name',
    email: given.email ?? 'you@example.org',
    capabilities: ['read_file'],
  };
  if (given.yes) return defaults;
  if (!io.isInteractive) {
    throw new ToolmarkError('usage.not-interactive', 'Not a terminal. Run "toolmark init --yes".');
  }
  const { askAuthor } = await import('./init-prompts.ts');
  return askAuthor(defaults);
}

function refuseExisting(targets: readonly string[]): void {
  const existing = targets.find(target => existsSync(target));
  if (existing === undefined) return;
  throw new ToolmarkError('init.exists', `${quoteInert(path.basename(existing))} already exists; nothing was written.`);
}

function write(directory: string, targets: readonly string[], contents: readonly string[]): void {
  try {
    mkdirSync(directory, { recursive: true });
    for (const [index, target] of targets.entries()) writeFileSync(target, contents[index] ?? '', { flag: 'wx' });
  } catch (cause) {
    throw new ToolmarkError('init.unwritable', `${quoteInert(directory)} cannot be written: ${reasonOf(cause)}.`, {
      cause,
    });
  }
}
