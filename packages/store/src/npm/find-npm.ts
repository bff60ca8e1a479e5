import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ToolmarkError } from '@toolmark/core';
import type { Environment } from '../context.ts';

/** How npm is started: its script with a Node, or a program of its own. */
export interface NpmCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** The npm beside the running Node, else the one on PATH. Throws `package.resolver-missing`. */
export function findNpm(env: Environment, node: string = process.execPath): NpmCommand {
  const script = besideNode(node).find(isFile);
  if (script !== undefined) return { command: node, args: [script] };
  const found = onPath(env);
  if (found === undefined) throw missing();
  // The file on PATH is a link to the script on Unix; what is not a script is a wrapper, which starts as it is.
  return found.endsWith('.js') ? { command: node, args: [found] } : { command: found, args: [] };
}

function besideNode(node: string): string[] {
  const folder = path.dirname(realPath(node));
  const script = path.join('node_modules', 'npm', 'bin', 'npm-cli.js');
  return [path.join(folder, '..', 'lib', script), path.join(folder, script)];
}

function onPath(env: Environment): string | undefined {
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(folder => path.isAbsolute(folder));
  const names = process.platform === 'win32' ? [path.join('node_modules', 'npm', 'bin', 'npm-cli.js')] : ['npm'];
  const files = folders.flatMap(folder => names.map(name => path.join(folder, name)));
  const found = files.find(file => isFile(file) && (process.platform === 'win32' || isExecutable(file)));
  return found === undefined ? undefined : realPath(found);
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function missing(): ToolmarkError {
  const message = 'npm was not found beside Node or on PATH. Install it to pin npm packages, or use --no-package.';
  return new ToolmarkError('package.resolver-missing', message);
}
