import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { quoteInert } from '@toolmark/core';
import { type GuardStart, type ServerSource, steersGuard, unresolvedGuard } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { ownCommand } from '../own-command.ts';

type StartedIn = ServerSource & { readonly kind: 'stdio'; readonly cwd: string };

/**
 * Throws unless the guard is this program, or the one that `toolmark` is for the user. The client starts what the entry
 * names: another program could show anything, while the honest server it names is asked and found unchanged.
 */
export function refuseOtherGuard(start: GuardStart, { env = {}, cwd }: StartedIn, io: Io): void {
  const isByPath = start.kind === 'file' && start.node !== undefined && isPath(start.node);
  const steering = Object.keys(env).find(name => steersGuard(name, isByPath) && env[name] !== io.env[name]);
  if (steering !== undefined) {
    throw unresolvedGuard(`It sets the variable ${quoteInert(steering, 40)}, which acts on the guard itself.`);
  }
  if (start.kind === 'file') refuseOtherFile(start, cwd);
  if (start.kind === 'npx') refuseOtherPackage(start, foldersAbove(cwd, io.home));
}

function refuseOtherFile({ file, node }: GuardStart & { kind: 'file' }, cwd: string): void {
  const [ownNode, ownFile] = ownCommand();
  if (!isSameFile(path.resolve(cwd, file), ownFile)) throw otherProgram(file);
  if (node !== undefined && isPath(node) && !isSameFile(path.resolve(cwd, node), ownNode)) {
    throw otherProgram(node);
  }
}

/** Only names and versions of the package itself: `toolmark@npm:other` and `someone/toolmark` are other packages. */
function refuseOtherPackage({ npx, spec }: GuardStart & { kind: 'npx' }, folders: readonly string[]): void {
  const isPlain = /^toolmark(?:@[\w.^~-]+)?$/.test(spec);
  if (!isPlain || !/^npx(?:\.cmd)?$/.test(npx)) throw otherProgram(isPlain ? npx : spec);
  // npx runs what a project has installed, and fetches from where the project says.
  const own = ownCommand()[1];
  const installed = folders
    .map(folder => path.join(folder, 'node_modules/.bin/toolmark'))
    .find(file => existsSync(file));
  if (installed !== undefined && !isSameFile(installed, own)) throw otherProgram(installed);
  const settings = folders.map(folder => path.join(folder, '.npmrc')).find(file => existsSync(file));
  if (settings !== undefined && (installed === undefined || spec !== 'toolmark')) throw otherProgram(settings);
}

function foldersAbove(folder: string, home: string): string[] {
  const parent = path.dirname(folder);
  if (folder === home) return [];
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent, home)];
}

function isPath(program: string): boolean {
  return /[\\/]/.test(program);
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

function otherProgram(file: string): Error {
  return unresolvedGuard(`It starts a guard by ${quoteInert(file, 200)}, which is not known to be this program.`);
}
