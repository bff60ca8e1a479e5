import { quoteInert, ToolmarkError } from '@toolmark/core';
import { digestOf, entryFolders } from './list-store.ts';
import { codeOf, inStore } from './store-error.ts';
import { verifyEntry } from './verify-entry.ts';

export interface BadEntry {
  readonly digest: string;
  readonly code: string;
  readonly message: string;
}

/** Reads every file of every entry and compares it with the manifest. */
export async function verifyStore(store: string): Promise<{ ok: boolean; bad: BadEntry[] }> {
  const bad: BadEntry[] = [];
  for (const entry of await inStore(store, () => entryFolders(store))) {
    const problem = await findProblem(entry.folder);
    if (problem !== undefined) bad.push({ digest: digestOf(entry), code: problem.code, message: problem.message });
  }
  return { ok: bad.length === 0, bad };
}

/** Why an entry must not be started; undefined if it is as it was installed. */
export async function findProblem(folder: string): Promise<ToolmarkError | undefined> {
  try {
    await verifyEntry(folder, 'full');
    return undefined;
  } catch (error) {
    if (error instanceof ToolmarkError) return error;
    const code = codeOf(error);
    if (code === undefined) throw error;
    const message = `The store entry ${quoteInert(folder, 200)} cannot be read (${code}). Run "toolmark store prune" to remove it.`;
    return new ToolmarkError('store.damaged', message, { cause: error });
  }
}
