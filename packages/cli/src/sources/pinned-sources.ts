import { inert, type Lock, type LockedPackage } from '@toolmark/core';
import type { PackagePolicy } from '@toolmark/core/formats';
import type { PathPackage } from '@toolmark/core/package';
import type { NamedServer, PreparedStart } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { asksFor } from './asks-for.ts';
import { fetchesCode, isStored, type LocalServer, localServer, otherPackage, startOf } from './local-package.ts';
import { refusePackage } from './package-policy.ts';
import { readTrees, type Trees, treeDigestOf, treeOf } from './packages-file.ts';
import { storeContext } from './store-context.ts';

export interface PinningOptions {
  readonly lock: Lock;
  readonly lockfile: string;
  readonly policy?: PackagePolicy | undefined;
  /** Ends installations that are in progress. */
  readonly signal?: AbortSignal;
  /** Something about a server that a person should know. */
  readonly onNote: (line: string) => void;
}

/** The servers with what the lock pins in place of what their commands would fetch. Throws where that is another package. */
export async function pinServers(
  servers: readonly NamedServer[],
  options: PinningOptions,
  io: Io,
): Promise<NamedServer[]> {
  const { lock, lockfile } = options;
  const isTreeNeeded = servers.some(({ key }) => treeDigestOf(lock.servers.get(key)?.package) !== undefined);
  const trees: Trees = isTreeNeeded ? readTrees(lockfile, io) : new Map();
  return Promise.all(servers.map(server => pinServer(server, trees, options, io)));
}

async function pinServer(server: NamedServer, trees: Trees, options: PinningOptions, io: Io): Promise<NamedServer> {
  const entry = options.lock.servers.get(server.key);
  const local = localServer(server);
  // A server that is not in the lock, or is remote, is refused or compared elsewhere.
  if (entry === undefined || local === undefined || entry.package?.type === 'remote') return server;
  const locked = entry.package;
  await refusePackage(local, locked, options.policy);
  if (locked === undefined || locked.type === 'unpinned') {
    if (fetchesCode(local.source)) options.onNote(notPinned(local, locked));
    return server;
  }
  if (!asksFor(local.wanted, locked)) throw otherPackage(server.key);
  const context = storeContext(local.source, io, options.signal);
  if (!isStored(locked)) return withStart(server, noticing(local, locked, options, io));
  const tree = treeOf(locked, trees, options.lockfile);
  return withStart(server, () => startOf(locked, tree, local, context));
}

/** Starts that overlap share their preparation: an installation is not begun again because one start took too long. */
export function withStart(server: NamedServer, start: () => Promise<PreparedStart>): NamedServer {
  const { source } = server;
  if (source.kind !== 'stdio') return server;
  let preparing: Promise<PreparedStart> | undefined;
  const prepare = (): Promise<PreparedStart> => {
    preparing ??= start().finally(() => {
      preparing = undefined;
    });
    return preparing;
  };
  return { ...server, source: { ...source, prepare } };
}

/** Local files are started as they are. That they changed is reported when it is known, and does not delay the start. */
function noticing(
  local: LocalServer,
  locked: PathPackage,
  options: PinningOptions,
  io: Io,
): () => Promise<PreparedStart> {
  const { key, source } = local;
  let last: string = locked.integrity;
  const compare = async (): Promise<void> => {
    const { resolvePackage } = await import('@toolmark/store');
    const { package: now } = await resolvePackage(local.wanted, storeContext(source, io, options.signal));
    const found = now.type === 'path' ? now.integrity : now.type;
    if (found !== last && found !== locked.integrity) options.onNote(`${inert(key)}: ${FILES_CHANGED}`);
    last = found;
  };
  return async () => {
    compare().catch(() => options.onNote(`${inert(key)}: its files could not be compared with the lock.`));
    const { command, args } = source;
    return { command, args };
  };
}

const FILES_CHANGED = 'its files have changed since they were locked. The tools are still those of the lock.';

function notPinned({ key }: LocalServer, locked: LockedPackage | undefined): string {
  const next = 'Run "toolmark lock" to pin it.';
  if (locked?.type !== 'unpinned')
    return `${inert(key)}: the lock has no package for it, so its code is not checked. ${next}`;
  return `${inert(key)}: its code is not pinned. ${inert(locked.reason)}`;
}
