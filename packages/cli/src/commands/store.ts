import { inert } from '@toolmark/core';
import { storeFolder } from '../files/user-folders.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { formatStore, formatStoreVerdict } from '../render/store-text.ts';
import { chooseLock, findLockBytes, hasUserLock, type LockChoice, parseLockBytes } from '../sources/lock-file.ts';

export interface StoreArguments {
  readonly format: 'text' | 'json';
}

export interface PruneArguments extends StoreArguments, LockChoice {
  /** Milliseconds. */
  readonly olderThan: number;
}

export async function runStoreList({ format }: StoreArguments, io: Io): Promise<number> {
  const { listStore } = await import('@toolmark/store');
  const entries = await listStore(storeFolder(io));
  const shown = entries.map(({ usedAt, ...entry }) => ({ ...entry, usedAt: usedAt.toISOString() }));
  io.out(format === 'json' ? formatJson({ entries: shown }) : formatStore(entries, storeFolder(io)));
  return EXIT.yes;
}

export async function runStoreVerify({ format }: StoreArguments, io: Io): Promise<number> {
  const { listStore, verifyStore } = await import('@toolmark/store');
  const folder = storeFolder(io);
  const verdict = await verifyStore(folder);
  const isEmpty = verdict.ok && (await listStore(folder)).length === 0;
  const text = isEmpty ? formatStore([], folder) : formatStoreVerdict(verdict);
  io.out(format === 'json' ? formatJson(verdict) : text);
  return verdict.ok ? EXIT.yes : EXIT.no;
}

/** Keeps what the locks of this folder and of the user refer to. Other projects fetch theirs again if they need it. */
export async function runStorePrune(given: PruneArguments, io: Io): Promise<number> {
  const { pruneStore } = await import('@toolmark/store');
  const locks = [chooseLock(given, io), ...(hasUserLock(io) ? [chooseLock({ user: true }, io)] : [])];
  const keep = new Set(locks.flatMap(file => digestsIn(file, io)));
  const options = { keep, olderThanMs: given.olderThan, now: io.now.getTime() };
  const { removed } = await pruneStore(storeFolder(io), options);
  if (given.format === 'json') io.out(formatJson({ removed }));
  else
    io.out(
      removed.length === 0 ? 'Nothing to remove.\n' : `${removed.map(line => `removed ${inert(line)}`).join('\n')}\n`,
    );
  return EXIT.yes;
}

function digestsIn(file: string, io: Io): string[] {
  const bytes = findLockBytes(file, io);
  if (bytes === undefined) return [];
  return [...parseLockBytes(bytes, file).servers.values()].flatMap(({ package: locked }) => {
    if (locked?.type === 'npm' || locked?.type === 'pypi') return [locked.tree];
    return locked?.type === 'mcpb' ? [locked.integrity] : [];
  });
}
