import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Environment } from '../context.ts';

/** The file of a program on PATH. Relative folders on PATH depend on where a server is started, so they are skipped. */
export function findProgram(name: string, env: Environment): string | undefined {
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(folder => path.isAbsolute(folder));
  const names = process.platform === 'win32' ? withEndings(name, env) : [name];
  return folders.flatMap(folder => names.map(each => path.join(folder, each))).find(isProgram);
}

function withEndings(name: string, env: Environment): string[] {
  const endings = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';');
  return path.extname(name) === '' ? endings.map(ending => name + ending.toLowerCase()) : [name];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
