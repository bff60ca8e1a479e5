import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inert, quoteInert, ToolmarkError, writeJson } from '@toolmark/core';
import { type NpmEntry, type NpmTree, toPackageLock } from '@toolmark/core/package';
import { inParallel } from '../content/in-parallel.ts';
import { codeOf } from '../content/store-error.ts';
import type { Context } from '../context.ts';
import { readInstalled } from './installed-package.ts';
import { runNpm } from './run-npm.ts';

/** Installs exactly the packages of a tree, without their scripts. npm verifies the digest of each; the result is compared with the tree. */
export async function installTree(folder: string, tree: NpmTree, subject: string, context: Context): Promise<void> {
  await writeProject(folder, tree);
  await installPackages(folder, subject, context);
  await compareWithTree(folder, tree);
  await refuseUnlisted(folder, tree);
}

/** With the metadata in npm's cache, and again without: it may be older than a version of the tree. */
async function installPackages(folder: string, subject: string, context: Context): Promise<void> {
  // `before` of the user's configuration was for choosing versions; these are chosen.
  const args = ['ci', '--before=null'];
  try {
    await runNpm({ folder, args: [...args, '--prefer-offline'], subject }, context);
  } catch (error) {
    if (!(error instanceof ToolmarkError) || error.code !== 'package.no-such-version') throw error;
    await runNpm({ folder, args: [...args, '--prefer-online'], subject }, context);
  }
}

export async function writeProject(folder: string, tree: NpmTree): Promise<void> {
  const project = { private: true, dependencies: { ...tree.dependencies } };
  await writeFile(path.join(folder, 'package.json'), writeJson(project));
  await writeFile(path.join(folder, 'package-lock.json'), writeJson(toPackageLock(tree)));
}

/** The files of the installation itself: they name the registry, and nothing reads them again. */
export async function removeProject(folder: string): Promise<void> {
  const files = ['package.json', 'package-lock.json', path.join('node_modules', '.package-lock.json')];
  await Promise.all(files.map(file => rm(path.join(folder, file), { force: true })));
}

/** npm accepts some contradictions between a lock and an archive, such as another name in it. */
async function compareWithTree(folder: string, tree: NpmTree): Promise<void> {
  await inParallel([...tree.packages], async ([location, entry]) => {
    const found = await readInstalled(path.join(folder, location));
    if (found === undefined && !isOptional(entry)) throw missing(location);
    // What is inside the archive of another package is pinned with it, whatever it calls itself.
    if (found === undefined || entry.inBundle) return;
    if (found.name !== entry.name || found.version !== entry.version) throw mismatch(location, entry);
  });
}

/** npm leaves out optional packages for other platforms, and those that it cannot install. `optional` is in the digest of the tree. */
function isOptional({ optional, peer, inBundle }: NpmEntry): boolean {
  return optional === true || (peer === true && inBundle === true);
}

/** Below a package there may be others that its archive contains, which are pinned with it; at the top only npm writes. */
async function refuseUnlisted(folder: string, tree: NpmTree): Promise<void> {
  for (const name of await installedNames(path.join(folder, 'node_modules')))
    if (!tree.packages.has(`node_modules/${name}`)) throw unlisted(name);
}

async function installedNames(modules: string): Promise<string[]> {
  const names = await readFolder(modules);
  const scoped = names.filter(name => name.startsWith('@'));
  const inScopes = await Promise.all(
    scoped.map(async scope => (await readFolder(path.join(modules, scope))).map(name => `${scope}/${name}`)),
  );
  return [...names.filter(name => !name.startsWith('@') && !name.startsWith('.')), ...inScopes.flat()];
}

async function readFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch(error => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

function missing(location: string): ToolmarkError {
  const message = `npm did not install ${quoteInert(location, 200)}, which the tree contains. Nothing is started. Run "toolmark lock --update" to resolve the package again.`;
  return new ToolmarkError('package.missing', message);
}

function mismatch(location: string, { name, version }: NpmEntry): ToolmarkError {
  const message = `The archive at ${quoteInert(location, 200)} is not ${inert(name)}@${inert(version)} by its own package.json. Nothing is started. Report it to the registry.`;
  return new ToolmarkError('package.integrity-mismatch', message);
}

function unlisted(name: string): ToolmarkError {
  const message = `npm installed ${quoteInert(name, 200)}, which the tree does not contain. Nothing is started. Run "toolmark lock --update" to resolve the package again.`;
  return new ToolmarkError('package.not-in-tree', message);
}
