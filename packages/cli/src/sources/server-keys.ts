import { inert, jcs, quoteInert, ToolmarkError } from '@toolmark/core';
import type { ConfigPlace, NamedServer, UnusableEntry } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import type { FoundServers } from './source-options.ts';

/** What was found in one config file. */
export interface FoundInPlace extends FoundServers {
  /** As in "Cursor, user". */
  readonly label: string;
}

/** The key that tells a server apart from others of the same key in other places. */
export function placedKey(label: string, key: string): string {
  return `${label}: ${key}`;
}

/**
 * The key rule of all clients together: a server has its key of the config. Where places name different servers by one
 * key, each has the key "PLACE: KEY". `install` looks for both, so it finds what was locked.
 */
export function settleServerKeys(found: readonly FoundInPlace[], io: Pick<Io, 'stderr'>): FoundServers {
  const servers = [...byConfigKey(found)].flatMap(([key, placed]) => {
    const apart = withoutTwins(placed);
    if (placed.length > 1) tellKeys(key, placed, apart.length > 1, io);
    return apart.map(({ label, server }) => ({ ...server, key: apart.length > 1 ? placedKey(label, key) : key }));
  });
  refuseTwins(servers);
  const unusable = found.flatMap(({ label, unusable }): UnusableEntry[] =>
    unusable.map(entry => ({ ...entry, placedKey: placedKey(label, entry.key) })),
  );
  return { servers, unusable };
}

/** The key in the lock for an entry of a client, whichever of its places the lock was written from. */
export function lockedKey(
  key: string,
  places: readonly ConfigPlace[],
  isLocked: (key: string) => boolean,
): string | undefined {
  return [...places.map(({ label }) => placedKey(label, key)), key].find(isLocked);
}

interface Placed {
  readonly label: string;
  readonly server: NamedServer;
}

/** A guard that `install` wrote has the key "PLACE: KEY" in its lock; in the config it still is KEY. */
function byConfigKey(found: readonly FoundInPlace[]): Map<string, Placed[]> {
  const byKey = new Map<string, Placed[]>();
  for (const { label, servers } of found) {
    for (const server of servers) {
      const prefix = placedKey(label, '');
      const key =
        server.behind === 'guard' && server.key.startsWith(prefix) ? server.key.slice(prefix.length) : server.key;
      byKey.set(key, [...(byKey.get(key) ?? []), { label, server }]);
    }
  }
  return byKey;
}

function withoutTwins(placed: readonly Placed[]): Placed[] {
  const sources = placed.map(({ server }) => comparable(server));
  return placed.filter((_, index) => sources.indexOf(sources[index] ?? '') === index);
}

/** What decides how a server is reached; an empty list of variables or headers is none. */
function comparable({ source }: NamedServer): string {
  if (source.kind === 'http') return jcs({ url: source.url, headers: { ...source.headers } });
  const { command, args, env, cwd = '' } = source;
  return jcs({ command, args: [...args], env: { ...env }, cwd });
}

function tellKeys(key: string, placed: readonly Placed[], isApart: boolean, io: Pick<Io, 'stderr'>): void {
  const labels = placed.map(({ label }) => quoteInert(label, 80)).join(' and ');
  io.stderr(
    isApart
      ? `${inert(key)}: ${labels} name different servers. The key of each is "PLACE: KEY". [config.keys-apart]\n`
      : `${inert(key)}: ${labels} name the same server. It has one key. [config.same-server]\n`,
  );
}

function refuseTwins(servers: readonly NamedServer[]): void {
  const keys = servers.map(({ key }) => key);
  const twin = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twin === undefined) return;
  throw new ToolmarkError('usage.two-of-one-key', `Two servers are called ${quoteInert(twin)}. Name one config file.`);
}
