import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { isJsonObject, type Json, quoteInert, readJson, ToolmarkError, writeJson } from '@toolmark/core';
import { normalPypiName, type PypiPackage } from '@toolmark/core/package';
import type { Installed } from './installed.ts';

const LIST = 'programs.json';

export interface ProgramFile {
  readonly file: string;
  /** Whether it is a script for the Python of its environment. */
  readonly needsPython: boolean;
}

/** Notes which package has which programs, so that a start need not read the metadata of all packages. */
export async function writePrograms(folder: string, installed: ReadonlyMap<string, Installed>): Promise<void> {
  const programs = [...installed].map(([name, found]) => [name, [...found.programs]] as const);
  await writeFile(path.join(folder, LIST), writeJson(Object.fromEntries(programs)));
}

/** The file of the pinned program. Throws `package.no-bin` with the programs that there are. */
export function findProgram(folder: string, pinned: PypiPackage): ProgramFile {
  const lists = readPrograms(folder);
  const own = lists.get(pinned.name) ?? [];
  const all = [...lists.values()].flat();
  const found = [...own, ...all].find(name => name === pinned.bin) ?? byNormalName(own, pinned);
  if (found === undefined) throw noProgram(pinned, own);
  return programFile(folder, found);
}

/** Without a program in the command, it is named like the package, which can be spelled in several ways. */
function byNormalName(programs: readonly string[], { name, bin }: PypiPackage): string | undefined {
  return bin === name ? programs.find(program => normalPypiName(program) === name) : undefined;
}

function readPrograms(folder: string): Map<string, readonly string[]> {
  const lists: Json = readJson(readFileSync(path.join(folder, LIST)));
  const entries = Object.entries(isJsonObject(lists) ? lists : {});
  return new Map(entries.map(([name, programs]) => [name, Array.isArray(programs) ? programs.filter(isText) : []]));
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}

function programFile(folder: string, name: string): ProgramFile {
  if (process.platform === 'win32') return { file: path.join(folder, 'Scripts', `${name}.exe`), needsPython: false };
  const file = path.join(folder, 'bin', name);
  const [first = '', second = ''] = readFileSync(file).subarray(0, 1_024).toString('latin1').split('\n');
  // uv begins scripts for a relocatable environment with a shell that looks for Python; other programs are native.
  const needsPython = /^#!.*python/.test(first) || (first.startsWith('#!') && second.startsWith("'''exec'"));
  return { file, needsPython };
}

function noProgram({ name, bin }: PypiPackage, own: readonly string[]): ToolmarkError {
  const known =
    own.length === 0
      ? 'no program'
      : own
          .slice(0, 20)
          .map(program => quoteInert(program))
          .join(', ');
  const message = `${quoteInert(name)} has no program ${quoteInert(bin)}; it has ${known}. Name one of them: "uvx --from ${name} PROGRAM".`;
  return new ToolmarkError('package.no-bin', message);
}
