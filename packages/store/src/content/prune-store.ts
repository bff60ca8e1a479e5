import { rename } from 'node:fs/promises';
import path from 'node:path';
import { digestOf, type EntryFolder, entryFolders, usedAt } from './list-store.ts';
import { openStore, TEMPORARY } from './open-store.ts';
import { inStore } from './store-error.ts';
import { inTemporaryFolder, removeLeftovers } from './temporary.ts';
import { findProblem } from './verify-store.ts';

export interface PruneOptions {
  /** Digests that are not removed unless they are damaged. */
  readonly keep: ReadonlySet<string>;
  /** Entries used since then are kept too. Default: 0, which keeps only `keep`. */
  readonly olderThanMs?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Removes damaged entries, entries that are neither kept nor recently used, and what killed processes left behind. */
export async function pruneStore(store: string, options: PruneOptions): Promise<{ removed: string[] }> {
  return inStore(store, async () => {
    const removed: string[] = [];
    for (const entry of await entryFolders(store)) {
      if (!(await isRemovable(entry, options))) continue;
      await removeEntry(store, entry.folder);
      removed.push(digestOf(entry));
    }
    await removeLeftovers(await openStore(store, TEMPORARY));
    return { removed };
  });
}

async function isRemovable(entry: EntryFolder, { keep, olderThanMs = 0, now }: PruneOptions): Promise<boolean> {
  const isWanted = keep.has(digestOf(entry)) || now - (await usedAt(entry.folder)).getTime() < olderThanMs;
  return !isWanted || (await findProblem(entry.folder)) !== undefined;
}

/** Renamed first: a server that starts meanwhile finds the whole entry or none. */
async function removeEntry(store: string, folder: string): Promise<void> {
  await inTemporaryFolder(store, temporary => rename(folder, path.join(temporary, 'entry')));
}
