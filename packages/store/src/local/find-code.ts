import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { reading } from './hash-file.ts';

export interface Code {
  /** The real file of each path relative to the folder, with `/` on every platform. */
  readonly files: Map<string, string>;
  /** Links out of the folder, by relative path. */
  readonly skippedLinks: string[];
}

const ENDINGS = /\.(?:js|mjs|cjs|ts|mts|cts|jsx|tsx|py|node|wasm|so|dylib|dll|pyd)$/i;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', '.venv', 'venv', '__pycache__']);

export const MAX_FILES = 2_000;
/** A server may be in a home folder: the search ends long before it has read a whole disk. */
const MAX_ENTRIES = 50_000;

/** The code files in a folder and below; undefined if there are too many to look at. */
export async function findCode(folder: string): Promise<Code | undefined> {
  const code: Code = { files: new Map(), skippedLinks: [] };
  const waiting = [folder];
  let entries = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const here = next;
    const items = await reading(here, () => readdir(here, { withFileTypes: true }));
    entries += items.length;
    for (const item of items) {
      if (item.isDirectory()) waiting.push(...(isSkipped(item.name) ? [] : [path.join(here, item.name)]));
      else await add(code, folder, path.join(here, item.name), item);
    }
    if (entries > MAX_ENTRIES || code.files.size > MAX_FILES) return undefined;
  }
  return code;
}

async function add(code: Code, folder: string, at: string, item: Dirent): Promise<void> {
  const relative = path.relative(folder, at).split(path.sep).join('/');
  if (item.isSymbolicLink()) await addLink(code, folder, at, relative);
  else if (item.isFile() && isCode(item.name)) code.files.set(relative, at);
}

/** A link to a folder inside is not followed: its files are found where they are, and a loop would have no end. */
async function addLink({ files, skippedLinks }: Code, folder: string, at: string, relative: string): Promise<void> {
  const name = path.basename(at);
  const target = await realpath(at).catch(() => undefined);
  if (target === undefined || isSkipped(name)) return;
  const isFolder = (await reading(at, () => stat(target))).isDirectory();
  if (!isFolder && !isCode(name)) return;
  if (!isInside(target, folder)) skippedLinks.push(relative);
  else if (!isFolder) files.set(relative, target);
}

function isInside(target: string, folder: string): boolean {
  const relative = path.relative(folder, target);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function isSkipped(folder: string): boolean {
  return folder.startsWith('.') || SKIPPED_FOLDERS.has(folder);
}

function isCode(name: string): boolean {
  return ENDINGS.test(name) || name === 'package.json';
}
