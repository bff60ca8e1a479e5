import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { USED } from './install-entry.ts';
import type { Manifest } from './manifest.ts';
import { ENTRY_KINDS, type EntryKind, notAFolder } from './open-store.ts';
import { codeOf, inStore } from './store-error.ts';
import { readManifest } from './verify-entry.ts';

export interface StoreEntry {
  /** The digest of the tree or bundle, then what else distinguishes entries, such as the platform. */
  readonly digest: string;
  readonly type: EntryKind;
  readonly packages: number;
  readonly bytes: number;
  /** `name@version` of the package that was installed. */
  readonly name?: string;
  /** When it was last started, to the day. */
  readonly usedAt: Date;
}

/** Every entry with a readable manifest; `verifyStore` reports the others. */
export async function listStore(store: string): Promise<StoreEntry[]> {
  return inStore(store, async () => {
    const entries = (await entryFolders(store)).map(describe);
    return (await Promise.all(entries)).filter(entry => entry !== undefined);
  });
}

export interface EntryFolder {
  readonly kind: EntryKind;
  /** The name of the folder. */
  readonly key: string;
  readonly folder: string;
}

/** The folders of all entries, also of damaged ones; empty if there is no store. */
export async function entryFolders(store: string): Promise<EntryFolder[]> {
  const found = ENTRY_KINDS.map(async kind =>
    (await namesIn(path.join(store, kind))).map(key => ({ kind, key, folder: path.join(store, kind, key) })),
  );
  return (await Promise.all(found)).flat();
}

/** As entries are named: TOOLMARK_STORE may name a folder in which `npm` has other files, which must not be removed. */
const KEY = /^[0-9a-f]{64}(?:-[\w-]+)?$/;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(name => KEY.test(name)).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    if (codeOf(error) === 'ENOTDIR') throw notAFolder(folder);
    throw error;
  }
}

/** An entry as people know it: its digest, without the platform. */
export function digestOf({ key }: EntryFolder): string {
  return `sha256:${key.split('-', 1)[0]}`;
}

async function describe(entry: EntryFolder): Promise<StoreEntry | undefined> {
  const manifest = readable(entry.folder);
  if (manifest === undefined) return undefined;
  const { name, packages = 1 } = manifest.label;
  return {
    digest: digestOf(entry),
    type: entry.kind,
    packages,
    bytes: bytesOf(manifest),
    ...(name === undefined ? {} : { name }),
    usedAt: await usedAt(entry.folder),
  };
}

function readable(folder: string): Manifest | undefined {
  try {
    return readManifest(folder);
  } catch {
    return undefined;
  }
}

function bytesOf({ folders }: Manifest): number {
  return folders.flatMap(([, , , files]) => files.map(([, [size]]) => size)).reduce((sum, size) => sum + size, 0);
}

export async function usedAt(folder: string): Promise<Date> {
  const marker = await stat(path.join(folder, USED)).catch(() => stat(folder));
  return marker.mtime;
}
