import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { describeContent } from './describe-content.ts';
import { type FolderRecord, folderPaths, formatManifest, type Manifest, parseManifest } from './manifest.ts';
import { isStamp } from './stamp.ts';
import { codeOf } from './store-error.ts';

export const MANIFEST = 'manifest.json';
export const CONTENT = 'files';

/**
 * Compares an entry with its manifest: `quick` by metadata, and by content only where metadata differs, as in a copied store;
 * `full` by content. Throws `store.changed` or `store.damaged`.
 */
export async function verifyEntry(entry: string, depth: 'quick' | 'full'): Promise<Manifest> {
  const manifest = readManifest(entry);
  refuseModules(entry);
  const content = path.join(entry, CONTENT);
  if (depth === 'quick' && hasSameMetadata(content, manifest)) return manifest;
  const found = await describeContent(content, manifest.label).catch(error => {
    throw codeOf(error) === 'ENOENT' ? changed(entry, CONTENT, 'missing') : error;
  });
  refuseDifference(entry, manifest, found);
  await renew(entry, manifest, found);
  return found;
}

export function readManifest(entry: string): Manifest {
  const file = path.join(entry, MANIFEST);
  if (!lstatSync(entry).isDirectory() || !lstatSync(file, { throwIfNoEntry: false })?.isFile()) throw incomplete(entry);
  return parseManifest(readFileSync(file, 'utf8'));
}

/** One `lstat` for each file and folder. A folder's times change with the names in it, so nothing can be added unseen. */
function hasSameMetadata(content: string, manifest: Manifest): boolean {
  const paths = folderPaths(manifest);
  return manifest.folders.every((folder, index) => {
    const relative = paths[index];
    return isUnchanged(folder, relative === '' ? content : `${content}/${relative}`);
  });
}

function isUnchanged([, , stamp, files, links]: FolderRecord, folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !isStamp(found, stamp)) return false;
  for (const [name, wanted] of files) {
    const file = lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (file === undefined || !isStamp(file, wanted)) return false;
  }
  return links.every(([name, target]) => linkTarget(`${folder}/${name}`) === target);
}

function linkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** Node looks for packages in the folders above too: there it would find some that nothing has pinned. */
export function refuseModules(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false }) === undefined) return;
  const message = `Packages of the store would load others from ${quoteInert(modules, 200)}, which are not pinned. Nothing is started. Remove it, or set TOOLMARK_STORE to a folder of its own.`;
  throw new ToolmarkError('store.changed', message);
}

/** Names the first file that is not as it was; a folder only if all files are. */
function refuseDifference(entry: string, wanted: Manifest, found: Manifest): void {
  const [before, after] = [contentsOf(wanted), contentsOf(found)];
  const isFolder = (name: string): number => Number(name.endsWith('/'));
  for (const name of [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => isFolder(a) - isFolder(b))) {
    if (!after.has(name)) throw changed(entry, name, 'missing');
    if (!before.has(name)) throw changed(entry, name, 'added');
    if (after.get(name) !== before.get(name)) throw changed(entry, name, 'changed');
  }
}

/** What each path holds, as text: permissions too, because they decide what can be executed. */
function contentsOf(manifest: Manifest): Map<string, string> {
  const paths = folderPaths(manifest);
  const contents = new Map<string, string>();
  for (const [index, [, , stamp, files, links]] of manifest.folders.entries()) {
    const folder = paths[index] === '' ? '' : `${paths[index]}/`;
    contents.set(folder === '' ? './' : folder, String(stamp[4]));
    for (const [name, [, , , , mode], hash] of files) contents.set(folder + name, `${mode} ${hash}`);
    for (const [name, target] of links) contents.set(folder + name, `-> ${target}`);
  }
  return contents;
}

/** Metadata changes when a store is copied. A store that cannot be written to is read in full at every start. */
async function renew(entry: string, before: Manifest, found: Manifest): Promise<void> {
  const text = formatManifest(found);
  if (text === formatManifest(before)) return;
  const temporary = path.join(entry, `${MANIFEST}.${process.pid}`);
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, path.join(entry, MANIFEST));
  } catch {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

function changed(entry: string, file: string, how: 'changed' | 'missing' | 'added'): ToolmarkError {
  const message = `${quoteInert(file, 200)} in the store entry ${path.basename(entry)} was ${HOW[how]} after the installation. The package is not started. Run "toolmark store prune" to remove the entry; the next start installs it again.`;
  return new ToolmarkError('store.changed', message);
}

const HOW = { changed: 'changed', missing: 'removed', added: 'added' };

function incomplete(entry: string): ToolmarkError {
  const message = `The store entry ${quoteInert(entry, 200)} has no manifest. Run "toolmark store prune" to remove it; the next start installs it again.`;
  return new ToolmarkError('store.damaged', message);
}
