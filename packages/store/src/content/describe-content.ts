import { createHash, hash } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { chmod, copyFile, lstat, readdir, readFile, readlink, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { inParallel } from './in-parallel.ts';
import type { EntryLabel, FileRecord, FolderRecord, LinkRecord, Manifest } from './manifest.ts';
import { stampOf } from './stamp.ts';

const NOT_WRITABLE = 0o555;

/** Makes a folder read-only and describes everything in it. */
export async function sealContent(content: string, label: EntryLabel): Promise<Manifest> {
  await makeReadOnly(content, content);
  return describeContent(content, label);
}

/** Everything in a folder, with the hash of each file. */
export async function describeContent(content: string, label: EntryLabel): Promise<Manifest> {
  const folders: FolderRecord[] = [];
  const walk = async (parent: number, name: string, folder: string): Promise<void> => {
    const index = folders.length;
    const items = await readdir(folder, { withFileTypes: true });
    const files = await inParallel(items.filter(isFile), file => fileRecord(folder, file.name));
    const links = await inParallel(items.filter(isLink), link => linkRecord(folder, link));
    folders.push([parent, name, stampOf(await lstat(folder)), files, links]);
    for (const item of items) if (item.isDirectory()) await walk(index, item.name, path.join(folder, item.name));
  };
  await walk(-1, '', content);
  return { manifestVersion: 1, label, folders };
}

const isFile = (item: Dirent): boolean => item.isFile();
/** Pipes and the like, which no entry has, are described as links to nowhere. */
const isLink = (item: Dirent): boolean => !item.isFile() && !item.isDirectory();

async function fileRecord(folder: string, name: string): Promise<FileRecord> {
  const file = path.join(folder, name);
  const stats = await lstat(file);
  return [
    name,
    stampOf(stats),
    stats.size > LARGE ? await hashStream(file) : hash('sha256', await readFile(file), 'base64url'),
  ];
}

/** Most files are small, and one read is quicker than a stream. */
const LARGE = 4 * 1024 * 1024;

async function hashStream(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('base64url');
}

async function linkRecord(folder: string, link: Dirent): Promise<LinkRecord> {
  return [link.name, link.isSymbolicLink() ? await readlink(path.join(folder, link.name)) : ''];
}

async function makeReadOnly(folder: string, content: string): Promise<void> {
  const items = await readdir(folder, { withFileTypes: true });
  await inParallel(items, async item => {
    const inside = path.join(folder, item.name);
    if (/[/\\]/.test(item.name)) throw unsafe(inside, content, 'has a name that is a path on Windows');
    if (item.isSymbolicLink()) return refuseLinkOutside(inside, content);
    if (item.isDirectory()) return makeReadOnly(inside, content);
    if (!item.isFile()) throw unsafe(inside, content, 'is not a file, folder or link');
    await unshare(inside);
    await chmod(inside, (await lstat(inside)).mode & NOT_WRITABLE);
  });
  await chmod(folder, (await lstat(folder)).mode & NOT_WRITABLE);
}

/** A file with a second name, such as one in an installer's cache, could be changed under that name. */
async function unshare(file: string): Promise<void> {
  if ((await lstat(file)).nlink === 1) return;
  const copy = `${file}.toolmark-copy`;
  await copyFile(file, copy);
  await rename(copy, file);
}

async function refuseLinkOutside(link: string, content: string): Promise<void> {
  const target = await readlink(link);
  const reached = path.resolve(path.dirname(link), target);
  if (path.isAbsolute(target) || !reached.startsWith(content + path.sep))
    throw unsafe(link, content, 'is a link that leaves the package');
}

function unsafe(file: string, content: string, why: string): ToolmarkError {
  const message = `${quoteInert(path.relative(content, file), 200)} ${why}. The package is not installed. Report it to its author.`;
  return new ToolmarkError('package.unsafe-path', message);
}
