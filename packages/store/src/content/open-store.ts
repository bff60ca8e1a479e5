import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { codeOf } from './store-error.ts';

/** The folders of the store, one for each kind of entry. */
export const ENTRY_KINDS = ['npm', 'pypi', 'mcpb'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const TEMPORARY = 'tmp';
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/** Creates the store and one of its folders where they are missing, and refuses them if another user can write there. */
export async function openStore(store: string, folder: EntryKind | typeof TEMPORARY): Promise<string> {
  const inside = path.join(store, folder);
  // A store on a read-only disk is usable, so nothing is created that exists.
  if ((await kindOf(inside)) === 'missing') await mkdir(inside, { recursive: true, mode: 0o700 });
  // A link here would move the store to a folder that nothing has checked.
  if ((await kindOf(inside)) !== 'folder') throw notAFolder(inside);
  await refuseForeign(store);
  await refuseForeign(inside);
  return inside;
}

async function kindOf(file: string): Promise<'folder' | 'other' | 'missing'> {
  try {
    return (await lstat(file)).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing';
    if (codeOf(error) === 'ENOTDIR') throw notAFolder(path.dirname(file));
    throw error;
  }
}

/** Accepts folders of this user and of root. Windows has no such bits: the user's profile protects the store there. */
async function refuseForeign(folder: string): Promise<void> {
  if (process.getuid === undefined) return;
  const { uid, mode } = await stat(folder);
  const own = process.getuid();
  if (uid !== own && uid !== 0) throw foreign(folder, 'belongs to another user');
  if ((mode & WRITABLE_BY_OTHERS) === 0) return;
  if (uid !== own) throw foreign(folder, 'is writable by other users');
  // Such as /tmp: others need it as it is.
  if ((mode & STICKY) !== 0) throw foreign(folder, 'is a folder for all users');
  await chmod(folder, mode & ~WRITABLE_BY_OTHERS & 0o7777);
}

export function notAFolder(file: string): ToolmarkError {
  const message = `${quoteInert(file, 200)} is not a folder. Remove it; Toolmark creates it again.`;
  return new ToolmarkError('store.damaged', message);
}

function foreign(folder: string, why: string): ToolmarkError {
  const message = `The store ${quoteInert(folder, 200)} ${why}, who could change packages in it. Set TOOLMARK_STORE to a folder of your own.`;
  return new ToolmarkError('store.unsafe', message);
}
