import { readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import type { PypiTree } from '@toolmark/core/package';
import { findInstalled, type Installed } from './installed.ts';
import { formatRequirements } from './parse-requirements.ts';
import { writePrograms } from './programs.ts';
import { runUv, type UvRun } from './run-uv.ts';
import { writeLauncher } from './write-launcher.ts';

const REQUIREMENTS = 'requirements.txt';

/** Installs exactly the packages of a tree into an empty folder, a virtual environment. uv verifies the hash of each wheel. */
export async function installTree(folder: string, tree: PypiTree, python: string, run: UvRun): Promise<void> {
  await writeFile(path.join(run.folder, REQUIREMENTS), formatRequirements(tree));
  await runUv(['venv', '--quiet', '--relocatable', '--no-project', `--python=${python}`, folder], run);
  const environment = await describeEnvironment(folder);
  await runUv([...SYNC, `--python=${pythonIn(folder)}`, REQUIREMENTS], run);
  if ((await describeEnvironment(folder)) !== environment) throw tookOver(run.subject);
  const installed = await findInstalled(folder);
  compareWithTree(installed, tree);
  await writePrograms(folder, installed);
  // The link leaves the folder, which nothing in the store may do.
  if (process.platform !== 'win32') await writeLauncher(folder, await readlink(pythonIn(folder)));
}

/** What makes a folder a virtual environment: a wheel can bring files with the same names, and so another Python or its packages. */
async function describeEnvironment(folder: string): Promise<string> {
  const settings = await readFile(path.join(folder, 'pyvenv.cfg'), 'utf8').catch(() => '');
  const python = process.platform === 'win32' ? '' : await readlink(pythonIn(folder)).catch(() => '');
  return `${python}\n${settings}`;
}

/** Copies, not links: a file of uv's cache could be changed there. Compiled now, because the folder will be read-only. */
const SYNC = [
  ...['pip', 'sync', '--quiet', '--color=never', '--require-hashes', '--only-binary=:all:'],
  ...['--link-mode=copy', '--compile-bytecode'],
];

export function pythonIn(folder: string): string {
  return process.platform === 'win32' ? path.join(folder, 'Scripts', 'python.exe') : path.join(folder, 'bin', 'python');
}

/** A setting of the user can lead uv to another folder or leave packages out, and a wheel can contain another package's data. */
function compareWithTree(installed: ReadonlyMap<string, Installed>, tree: PypiTree): void {
  for (const [name, { version }] of installed) {
    const entry = tree.packages.get(name);
    if (entry === undefined)
      throw refused('package.not-in-tree', name, 'was installed, but the tree does not contain it');
    if (!isSameVersion(entry.version, version))
      throw refused('package.integrity-mismatch', name, `is not version ${inert(entry.version)} by its own metadata`);
  }
  // A marker may leave a package out on this platform.
  const missing = [...tree.packages].find(([name, { marker }]) => marker === undefined && !installed.has(name));
  if (missing !== undefined)
    throw refused('package.missing', missing[0], 'was not installed, although the tree contains it');
}

/** The metadata of a wheel may write a version in another form than the index: `1.0-1` is `1.0.post1`. */
function isSameVersion(pinned: string, installed: string): boolean {
  const fold = (version: string): string => version.toLowerCase().replace(/[-_]/g, '.').replace(/^v/, '');
  return fold(pinned) === fold(installed);
}

function refused(code: string, name: string, what: string): ToolmarkError {
  const message = `${quoteInert(name)} ${what}. Nothing is started. Check the configuration of uv, or report it to the index.`;
  return new ToolmarkError(code, message);
}

function tookOver(subject: string): ToolmarkError {
  const message = `${subject}: a package in it replaces the Python of its environment or its settings. Nothing is started. Report it to the index.`;
  return new ToolmarkError('package.unsafe-path', message);
}
