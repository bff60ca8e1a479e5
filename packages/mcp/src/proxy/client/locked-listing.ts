import { type JsonObject, member } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '@toolmark/core/formats';
import type { Offered } from '../catalogue.ts';
import type { GuardState } from '../guard-state.ts';
import type { Session } from '../session.ts';
import { type Compared, digestOf, type Listing } from '../upstream/watched-list.ts';
import { missingNeed } from './missing-need.ts';

/** The list of a server that has not answered yet: its locked items, in the order in which the server last listed them. */
export function lockedListing(session: Session, server: string, list: ListName): Listing {
  const { guard } = session;
  const remembered = rememberedItems(guard, server, list);
  const known = new Set(remembered.map(({ id }) => id));
  const others = [...guard.catalogue.shelf(list).allOf(server)].filter(({ id }) => !known.has(id));
  const items = [...remembered, ...others.map(asLocked)];
  const shown = items.filter(({ id }) => missingNeed(session, list, { server, id }) === undefined);
  // Not cacheable: the server may list less.
  return { items: shown, ttlMs: 0, meta: {} };
}

/** Remembered items must have the locked digest, and only their order is used. */
function rememberedItems({ catalogue, settings }: GuardState, server: string, list: ListName): Compared[] {
  const surface = settings.lock.servers.get(server)?.surfaceDigest;
  const remembered = surface === undefined ? undefined : settings.memory?.recall(surface)?.[list];
  const found = new Map<string, Compared>();
  for (const raw of remembered ?? []) {
    const id = member(raw, LIST_KINDS[list].key);
    const offered = typeof id === 'string' ? catalogue.shelf(list).of(server, id) : undefined;
    const digest = digestOf(list, raw, LIST_KINDS[list].known);
    const versions = offered === undefined ? [] : catalogue.shelf(list).versionsOf(offered);
    const version = versions.find(({ locked }) => locked.digest === digest);
    if (version !== undefined) found.set(version.id, { ...asLocked(version), raw });
  }
  return [...found.values()];
}

function asLocked(offered: Offered): Compared {
  return { id: offered.id, raw: offered.locked.definition, offered, seen: 'locked' };
}

/** Stores the order of a list for clients that do not wait for the server. */
export function rememberListing(
  { settings }: GuardState,
  server: string,
  list: ListName,
  items: readonly Compared[],
): void {
  const surface = settings.lock.servers.get(server)?.surfaceDigest;
  const locked = items.flatMap(({ seen, raw }) => (seen === 'locked' ? [raw as JsonObject] : []));
  if (surface !== undefined && locked.length > 0) settings.memory?.remember(surface, { [list]: locked });
}
