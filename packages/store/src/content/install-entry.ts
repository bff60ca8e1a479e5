import type { Context } from '../context.ts';

export type EntryKind = 'npm' | 'pypi' | 'mcpb';

/**
 * Returns the content folder of a store entry, verified. If there is none, `build` fills an empty folder in `tmp/`, which is
 * made read-only and renamed into place only if `build` succeeds.
 */
export async function installEntry(
  _store: string,
  _kind: EntryKind,
  _key: string,
  _build: (folder: string) => Promise<void>,
  _context: Context,
): Promise<string> {
  throw new Error('not written yet');
}
