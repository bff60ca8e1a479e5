import { ToolmarkError } from '@toolmark/core';

/**
 * Everything in the content folder of an entry. Arrays instead of objects, because a tree has thousands of files and is
 * read before every start.
 */
export interface Manifest {
  readonly manifestVersion: 1;
  readonly label: EntryLabel;
  /** The content folder first; every other folder after its parent. */
  readonly folders: readonly FolderRecord[];
}

/** For people who list the store; nothing depends on it. */
export interface EntryLabel {
  readonly name?: string;
  readonly packages?: number;
}

/** The index of the parent is -1 for the content folder. */
export type FolderRecord = readonly [
  parent: number,
  name: string,
  stamp: Stamp,
  files: readonly FileRecord[],
  links: readonly LinkRecord[],
];
/** The hash is SHA-256 as base64url. */
export type FileRecord = readonly [name: string, stamp: Stamp, hash: string];
export type LinkRecord = readonly [name: string, target: string];

/** Metadata that differs after any change: no program can set `ctime`. */
export type Stamp = readonly [size: number, mtimeMs: number, ctimeMs: number, ino: number, mode: number];

export function formatManifest(manifest: Manifest): string {
  return JSON.stringify(manifest);
}

/** Reads what `formatManifest` wrote. Throws `store.damaged` for anything else. */
export function parseManifest(text: string): Manifest {
  const manifest = parseOwn(text);
  if (!isManifest(manifest)) throw damaged();
  return manifest;
}

/** Not the strict reader: the file is our own, and its time is part of every start. */
function parseOwn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damaged(cause);
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { manifestVersion, label, folders } = value as Record<string, unknown>;
  return (
    manifestVersion === 1 && isLabel(label) && Array.isArray(folders) && folders.length > 0 && folders.every(isFolder)
  );
}

function isLabel(value: unknown): value is EntryLabel {
  if (typeof value !== 'object' || value === null) return false;
  const { name = '', packages = 0 } = value as Record<string, unknown>;
  return typeof name === 'string' && Number.isSafeInteger(packages);
}

function isFolder(value: unknown, index: number): value is FolderRecord {
  if (!Array.isArray(value) || value.length !== 5) return false;
  const [parent, name, stamp, files, links] = value as unknown[];
  const isPlaced = index === 0 ? parent === -1 && name === '' : isIndexBelow(parent, index) && isName(name);
  return (
    isPlaced &&
    isStamp(stamp) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    Array.isArray(links) &&
    links.every(isLink)
  );
}

function isIndexBelow(value: unknown, limit: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < limit;
}

function isFile(value: unknown): value is FileRecord {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [name, stamp, hash] = value as unknown[];
  return isName(name) && isStamp(stamp) && typeof hash === 'string' && hash.length === 43;
}

function isLink(value: unknown): value is LinkRecord {
  return Array.isArray(value) && value.length === 2 && isName(value[0]) && typeof value[1] === 'string';
}

function isStamp(value: unknown): value is Stamp {
  return Array.isArray(value) && value.length === 5 && value.every(part => typeof part === 'number');
}

/** One segment of a path: a name that leaves its folder could make a check look elsewhere. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '.' && value !== '..' && !/[/\\\0]/.test(value);
}

function damaged(cause?: unknown): ToolmarkError {
  const message =
    'The manifest of a store entry is not readable. Run "toolmark store prune" to remove the entry; the next start installs it again.';
  return new ToolmarkError('store.damaged', message, cause === undefined ? {} : { cause });
}

/** The path of every folder, relative to the content folder, by its index. */
export function folderPaths({ folders }: Manifest): string[] {
  const paths: string[] = [];
  for (const [parent, name] of folders) paths.push(parent <= 0 ? name : `${paths[parent]}/${name}`);
  return paths;
}
