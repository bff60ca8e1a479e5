import type { JsonObject } from '@toolmark/core';
import { LIST_KINDS, LIST_NAMES, type ListName } from '@toolmark/core/formats';
import { version } from '../../connect/version.ts';
import { lockedListing } from '../client/locked-listing.ts';
import { LEGACY_VERSIONS } from '../decide/protocol-floor.ts';
import type { Session } from '../session.ts';
import { settledInTime } from './settled-in-time.ts';
import type { Listing } from './watched-list.ts';

/** Starts the time that a client waits for servers that start; undefined in `audit` mode, where only servers can answer. */
export function startWaiting(session: Session): number | undefined {
  const { settings, startWaitMs } = session.guard;
  if (settings.mode === 'audit') return undefined;
  session.startEndsAt = performance.now() + startWaitMs;
  return startWaitMs;
}

/**
 * The list of a server that starts: live if it comes in time, otherwise from the lock. Undefined if the server has no such list;
 * rejects if it cannot be read.
 */
export async function listOrLocked(
  session: Session,
  key: string,
  list: ListName,
  shownOf: (listing: Listing) => unknown,
): Promise<Listing | undefined> {
  const { guard } = session;
  const { upstream, lists } = session.server(key);
  const isFirst = !lists[list].wasRead && upstream.starts === 1 && guard.settings.mode !== 'audit';
  if (!isFirst) return lists[list].list();
  const live = lists[list].firstList();
  // A server that is up gets the same time again.
  const waitMs = upstream.isUp ? guard.startWaitMs : Math.max(0, session.startEndsAt - performance.now());
  const [outcome] = await settledInTime([live], undefined, waitMs);
  if (outcome?.status === 'rejected') throw outcome.reason;
  if (outcome?.status === 'fulfilled') return outcome.value;
  const locked = lockedListing(session, key, list);
  live
    .then(listing => {
      const isSame = JSON.stringify(shownOf(locked)) === JSON.stringify(listing === undefined ? [] : shownOf(listing));
      if (!isSame) session.notifyChanged(list);
    })
    .catch(() => {});
  return locked;
}

/** The `initialize` result of a server that has not answered yet, from the lock. */
export function lockedInitializeResult({ guard }: Session, key: string, asked: JsonObject): JsonObject {
  const { serverInfo = {}, instructions } = guard.settings.lock.servers.get(key) ?? {};
  const isNamed = typeof serverInfo.name === 'string' && typeof serverInfo.version === 'string';
  return {
    protocolVersion: LEGACY_VERSIONS.find(known => known === asked.protocolVersion) ?? NEWEST,
    capabilities: lockedCapabilities(guard.settings.lock.servers.get(key)),
    serverInfo: isNamed ? serverInfo : { name: 'toolmark-guard', version },
    ...(instructions === undefined ? {} : { instructions }),
  };
}

const NEWEST = '2025-11-25';

/** The capabilities of a server that is not up yet: clients would never use undeclared ones. */
export function lockedCapabilities(locked: Partial<Record<ListName, ReadonlyMap<string, unknown>>> = {}): JsonObject {
  const found = LIST_NAMES.filter(list => (locked[list]?.size ?? 0) > 0);
  return Object.fromEntries(found.map(list => [LIST_KINDS[list].capability, { listChanged: true }]));
}
