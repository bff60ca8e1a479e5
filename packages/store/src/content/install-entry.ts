import { lstat, mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../context.ts';
import { cancelled } from '../run-program.ts';
import { sealContent } from './describe-content.ts';
import { type EntryLabel, formatManifest } from './manifest.ts';
import { type EntryKind, openStore } from './open-store.ts';
import { codeOf, inStore } from './store-error.ts';
import { inTemporaryFolder } from './temporary.ts';
import { CONTENT, MANIFEST, refuseModules, verifyEntry } from './verify-entry.ts';

export const USED = 'used';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the content folder of a store entry, verified. If there is none, `build` fills an empty folder in `tmp/`, which is
 * made read-only and renamed into place only if `build` succeeds. The last segment of the content folder is always `files`.
 */
export async function installEntry(
  store: string,
  kind: EntryKind,
  key: string,
  build: (folder: string) => Promise<void>,
  context: Pick<Context, 'signal'>,
  label: EntryLabel = {},
): Promise<string> {
  const entry = path.join(store, kind, key);
  return inStore(store, async () => {
    const folder = await openStore(store, kind);
    for (const above of [store, folder]) refuseModules(above);
    if (!(await exists(entry))) await inTemporaryFolder(store, folder => fill(folder, entry, build, label, context));
    await verifyEntry(entry, 'quick');
    await markUsed(entry);
    return path.join(entry, CONTENT);
  });
}

async function fill(
  folder: string,
  entry: string,
  build: (folder: string) => Promise<void>,
  label: EntryLabel,
  { signal }: Pick<Context, 'signal'>,
): Promise<void> {
  const content = path.join(folder, CONTENT);
  await mkdir(content, { mode: 0o700 });
  await build(content);
  if (signal?.aborted) throw cancelled(signal.reason);
  const manifest = await sealContent(content, label);
  await writeFile(path.join(folder, MANIFEST), formatManifest(manifest), { mode: 0o600 });
  await writeFile(path.join(folder, USED), '', { mode: 0o600 });
  await moveInto(folder, entry);
}

/** Another process may have installed the same entry meanwhile; its own is kept, and ours removed. */
async function moveInto(folder: string, entry: string): Promise<void> {
  try {
    await rename(folder, entry);
  } catch (error) {
    const isTaken = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '');
    if (!isTaken || !(await exists(entry))) throw error;
  }
}

async function exists(entry: string): Promise<boolean> {
  try {
    await lstat(entry);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** For `store prune`. At most once a day, and never a reason not to start. */
async function markUsed(entry: string): Promise<void> {
  const file = path.join(entry, USED);
  try {
    const now = Date.now();
    if (now - (await stat(file)).mtimeMs > DAY_MS) await utimes(file, now / 1000, now / 1000);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') await writeFile(file, '', { mode: 0o600 }).catch(() => {});
  }
}
