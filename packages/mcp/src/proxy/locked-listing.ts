import { type JsonObject, member } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '../connect/list-kinds.ts';
import type { Offered } from './catalogue.ts';
import type { GuardState } from './guard.ts';
import { missingNeed } from './missing-need.ts';
import type { Session } from './session.ts';
import { digestOf, type Judged, type Listing } from './watched-list.ts';

/** A list of a server that has not answered yet: everything locked that this client may see, in the order in which the server listed it last. */
export function lockedListing(session: Session, server: string, list: ListName): Listing {
  const { guard } = session;
  const remembered = rememberedItems(guard, server, list);
  const known = new Set(remembered.map(({ id }) => id));
  const others = [...guard.catalogue.shelf(list).allOf(server)].filter(({ id }) => !known.has(id));
  const items = [...remembered, ...others.map(asLocked)];
  const shown = items.filter(({ id }) => missingNeed(session, list, { server, id }) === undefined);
  // A client may not keep it: what the server lists may be less.
  return { items: shown, ttlMs: 0, meta: {} };
}

/** Remembered items count only with the digest of the lock, and only for the order of what comes from there. */
function rememberedItems({ catalogue, settings }: GuardState, server: string, list: ListName): Judged[] {
  const surface = settings.lock.servers.get(server)?.surfaceDigest;
  const remembered = surface === undefined ? undefined : settings.memory?.recall(surface)?.[list];
  const found = new Map<string, Judged>();
  for (const raw of remembered ?? []) {
    const id = member(raw, LIST_KINDS[list].id);
    const offered = typeof id === 'string' ? catalogue.shelf(list).of(server, id) : undefined;
    const digest = digestOf(list, raw, LIST_KINDS[list].known);
    const versions = offered === undefined ? [] : catalogue.shelf(list).versionsOf(offered);
    const version = versions.find(({ locked }) => locked.digest === digest);
    if (version !== undefined) found.set(version.id, { ...asLocked(version), raw });
  }
  return [...found.values()];
}

function asLocked(offered: Offered): Judged {
  return { id: offered.id, raw: offered.locked.definition, offered, seen: 'locked' };
}

/** Remembers the order of a list that was read, for the next client that does not wait. */
export function rememberListing(
  { settings }: GuardState,
  server: string,
  list: ListName,
  items: readonly Judged[],
): void {
  const surface = settings.lock.servers.get(server)?.surfaceDigest;
  const locked = items.flatMap(({ seen, raw }) => (seen === 'locked' ? [raw as JsonObject] : []));
  if (surface !== undefined && locked.length > 0) settings.memory?.remember(surface, { [list]: locked });
}
