import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { inert, ToolmarkError } from '@toolmark/core';
import {
  type PackageTree,
  type PypiPackage,
  type PypiTree,
  type RecognisedPypi,
  treeDigest,
} from '@toolmark/core/package';
import { installEntry } from '../content/install-entry.ts';
import type { Context } from '../context.ts';
import type { Prepared } from '../ecosystem.ts';
import { findPython } from './find-python.ts';
import { installTree, pythonIn } from './install.ts';
import { findProgram } from './programs.ts';
import { withUv } from './run-uv.ts';

/** The command line of the pinned program; installs its tree if the store does not have it. */
export async function preparePypi(
  pinned: PypiPackage,
  tree: PackageTree | undefined,
  wanted: RecognisedPypi,
  context: Context,
): Promise<Prepared> {
  if (tree !== undefined && !isTreeOf(tree, pinned)) throw otherTree(pinned);
  const key = findUsable(pinned, context.store) ?? (await newKey(pinned, context));
  const label = {
    name: `${pinned.name}@${pinned.version}`,
    ...(tree === undefined ? {} : { packages: tree.packages.size }),
  };
  const folder = await installEntry(
    context.store,
    'pypi',
    key,
    target => install(target, pinned, tree, context),
    context,
    label,
  );
  const program = findProgram(folder, pinned);
  // The folder is read-only, and Python would try to write beside its modules.
  const env = { PYTHONDONTWRITEBYTECODE: '1' };
  if (!program.needsPython) return { command: program.file, args: wanted.args, env };
  return { command: pythonIn(folder), args: [program.file, ...wanted.args], env };
}

/** The lock and its tree name the version twice: both must be edited to change it, and then the digest differs. */
function isTreeOf(tree: PackageTree, pinned: PypiPackage): tree is PypiTree {
  return tree.type === 'pypi' && tree.packages.get(pinned.name)?.version === pinned.version;
}

async function install(
  folder: string,
  pinned: PypiPackage,
  tree: PackageTree | undefined,
  context: Context,
): Promise<void> {
  if (tree === undefined) throw withoutTree(pinned);
  if (!isTreeOf(tree, pinned) || treeDigest(tree) !== pinned.tree) throw otherTree(pinned);
  await withUv(subjectOf(pinned), context, async run => {
    const python = await findPython(pinned.python, run);
    await installTree(folder, tree, python.file, run);
  });
}

/** Installed packages are for a system, a processor and a version of Python. */
function prefixOf({ tree }: PypiPackage): string {
  return `${tree.slice('sha256:'.length)}-${process.platform}-${process.arch}-`;
}

async function newKey(pinned: PypiPackage, context: Context): Promise<string> {
  const { tag } = await withUv(subjectOf(pinned), context, run => findPython(pinned.python, run));
  return prefixOf(pinned) + tag;
}

/** An installation whose Python still exists: it starts without uv. Of several, that of the newest Python. */
function findUsable(pinned: PypiPackage, store: string): string | undefined {
  const prefix = prefixOf(pinned);
  const folder = path.join(store, 'pypi');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter(name => name.startsWith(prefix) && isPython(name.slice(prefix.length), pinned.python))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .find(name => hasPython(path.join(folder, name, 'files')));
}

/** Whether `py312` is what a command asks for with `3`, `3.12` or `3.12.1`. */
function isPython(tag: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const [major = '', minor] = wanted.split('.');
  return minor === undefined ? tag.startsWith(`py${major}`) : new RegExp(`^py${major}${minor}[a-z]*$`).test(tag);
}

function hasPython(folder: string): boolean {
  try {
    const home = /^home = (.+)$/m.exec(readFileSync(path.join(folder, 'pyvenv.cfg'), 'utf8'))?.[1];
    return home !== undefined && existsSync(home);
  } catch {
    // A damaged entry: its verification says what is wrong.
    return true;
  }
}

function subjectOf({ name, version }: PypiPackage): string {
  return inert(`${name}==${version}`);
}

function withoutTree(pinned: PypiPackage): ToolmarkError {
  const message = `toolmark.packages.json does not contain the tree of ${subjectOf(pinned)}, so it cannot be installed. Restore the file, or run "toolmark lock --update".`;
  return new ToolmarkError('packages.missing', message);
}

function otherTree(pinned: PypiPackage): ToolmarkError {
  const message = `The tree of ${subjectOf(pinned)} in toolmark.packages.json is not the one that toolmark.lock.json names. Restore both files, or run "toolmark lock --update".`;
  return new ToolmarkError('packages.contradicts-itself', message);
}
