import { readFileSync } from 'node:fs';
import process from 'node:process';
import { inert, jcs, sha256, ToolmarkError } from '@toolmark/core';
import {
  type Launch,
  type NpmPackage,
  type NpmTree,
  type PackageTree,
  type RecognisedNpm,
  treeDigest,
} from '@toolmark/core/package';
import { installEntry } from '../content/install-entry.ts';
import type { Context } from '../context.ts';
import { installTree, removeProject } from './install.ts';
import { runAllowedScripts } from './scripts.ts';
import { startProgram } from './start.ts';

/** The command line of the pinned program; installs its tree if the store does not have it. */
export async function prepareNpm(
  pinned: NpmPackage,
  tree: PackageTree | undefined,
  wanted: RecognisedNpm,
  context: Context,
): Promise<Launch> {
  if (tree !== undefined && !hasPinned(tree, pinned)) throw otherTree(pinned);
  const label = {
    name: `${pinned.name}@${pinned.version}`,
    ...(tree === undefined ? {} : { packages: tree.packages.size }),
  };
  const build = (folder: string): Promise<void> => install(folder, pinned, tree, context);
  const content = await installEntry(context.store, 'npm', keyOf(pinned), build, context, label);
  return startProgram(content, pinned.bin, wanted);
}

async function install(
  folder: string,
  pinned: NpmPackage,
  tree: PackageTree | undefined,
  context: Context,
): Promise<void> {
  const checked = checkTree(pinned, tree);
  await installTree(folder, checked, inert(`${pinned.name}@${pinned.version}`), context);
  await runAllowedScripts(folder, checked, pinned.scripts ?? {}, context);
  await removeProject(folder);
}

/** Refuses a tree that is not the locked one. */
function checkTree(pinned: NpmPackage, tree: PackageTree | undefined): NpmTree {
  if (tree === undefined) throw withoutTree(pinned);
  if (tree.type !== 'npm' || treeDigest(tree) !== pinned.tree) throw otherTree(pinned);
  return tree;
}

/** The lock and its tree name the package twice: both must be edited to change it, and then the digest differs. */
function hasPinned(tree: PackageTree, pinned: NpmPackage): boolean {
  if (tree.type !== 'npm') return false;
  return Object.keys(tree.dependencies).some(name => {
    const entry = tree.packages.get(`node_modules/${name}`);
    return entry?.name === pinned.name && entry.version === pinned.version && entry.integrity === pinned.integrity;
  });
}

/** Optional packages differ by platform, and what scripts build also by the version of Node. */
function keyOf({ tree, scripts }: NpmPackage): string {
  const key = `${tree.slice('sha256:'.length)}-${process.platform}${isMusl() ? '-musl' : ''}-${process.arch}`;
  if (scripts === undefined) return key;
  return `${key}-node${process.versions.modules}-${sha256(jcs({ ...scripts })).slice('sha256:'.length, 'sha256:'.length + 16)}`;
}

/** Whether programs need the C library of Alpine Linux, which others do not start with. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readFileSync('/usr/bin/ldd', 'latin1').includes('musl');
  } catch {
    return false;
  }
}

function withoutTree({ name, version }: NpmPackage): ToolmarkError {
  const message = `toolmark.packages.json does not contain the tree of ${inert(name)}@${inert(version)}, so it cannot be installed. Restore the file, or run "toolmark lock --update".`;
  return new ToolmarkError('packages.missing', message);
}

function otherTree({ name, version }: NpmPackage): ToolmarkError {
  const message = `The tree of ${inert(name)}@${inert(version)} in toolmark.packages.json is not the locked one. Nothing was installed. Restore both files, or run "toolmark lock --update".`;
  return new ToolmarkError('packages.contradicts-itself', message);
}
