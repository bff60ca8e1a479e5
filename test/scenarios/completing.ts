import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

type Shell = 'bash' | 'zsh' | 'fish';

export interface Desk {
  readonly folder: string;
  /** The script for a shell, in a file. */
  readonly scriptFor: (shell: Shell) => string;
  /** Where lines are typed: a folder `inner` and a file `two words.json`. */
  readonly work: string;
}

/** The scripts that the command prints, and a folder to type in. */
export async function layDesk(): Promise<Desk> {
  const folder = temporaryFolder();
  const scriptFor = (shell: Shell): string => path.join(folder, `completion.${shell}`);
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    writeFileSync(scriptFor(shell), (await runToolmark(['completion', shell], { cwd: folder })).stdout);
  const work = path.join(folder, 'work');
  mkdirSync(path.join(work, 'inner'), { recursive: true });
  writeFileSync(path.join(work, 'two words.json'), '');
  return { folder, scriptFor, work };
}

export function hasShell(shell: Shell): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

/** Lines that are typed, and what is offered: all of it, in any order. */
export const OFFERS: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['toolmark va', ['validate']],
  ['toolmark re', ['registry', 'reputation', 'review', 'revoke']],
  ['toolmark nothing-like-this', []],
  ['toolmark policy ', ['explain', 'test']],
  ['toolmark validate --ru', ['--rules']],
  ['toolmark policy test --', ['--format', '--help', '--lockfile', '--policy']],
  ['toolmark validate --format ', ['json', 'sarif', 'text']],
  ['toolmark validate --rules seed --format j', ['json']],
  ['toolmark search --max-risk ', ['critical', 'high', 'low', 'medium']],
  ['toolmark check --capabilities sampling r', ['roots']],
  ['toolmark status name 1.0.0 q', ['quarantined']],
  ['toolmark completion ', ['bash', 'fish', 'zsh']],
  ['toolmark help exit', ['exit-codes']],
  ['toolmark install cur', ['cursor']],
  ['toolmark validate tw', ['two words.json']],
  ['toolmark validate --policy tw', ['two words.json']],
  ['toolmark keygen --out in', ['inner']],
  ['toolmark keygen --out tw', []],
  ['toolmark search --limit ', []],
  ['toolmark lock -- node tw', ['two words.json']],
];

export function sorted(printed: string): string[] {
  return printed
    .split('\n')
    .filter(line => line !== '')
    .sort();
}
