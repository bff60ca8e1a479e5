import type { JsonObject } from '@toolmark/core';
import { LIST_KINDS, LIST_NAMES, type ListName } from '../connect/list-kinds.ts';
import { version } from '../connect/version.ts';
import { lockedListing } from './locked-listing.ts';
import { LEGACY_VERSIONS } from './protocol-floor.ts';
import type { Session } from './session.ts';
import { settledInTime } from './settled-in-time.ts';
import type { Listing } from './watched-list.ts';

/** The lists of a server that starts: live if they come in time, else as they were locked. */
export class SlowStart {
  private readonly session: Session;
  private endsAt = Number.NEGATIVE_INFINITY;

  constructor(session: Session) {
    this.session = session;
  }

  /** A client waits from now on. Milliseconds until it waits no longer; undefined where only servers know what to answer. */
  begin(): number | undefined {
    const { settings, startWaitMs } = this.session.guard;
    if (settings.mode === 'audit') return undefined;
    this.endsAt = performance.now() + startWaitMs;
    return startWaitMs;
  }

  /** Undefined when the server has no such list. Rejects when it cannot be asked or believed. */
  async list(key: string, list: ListName, shownOf: (listing: Listing) => unknown): Promise<Listing | undefined> {
    const { guard } = this.session;
    const { upstream, lists } = this.session.server(key);
    const isFirst = !lists[list].wasRead && upstream.starts === 1 && guard.settings.mode !== 'audit';
    if (!isFirst) return lists[list].list();
    const live = lists[list].firstList();
    const [outcome] = await settledInTime([live], undefined, this.patienceWith(upstream.isUp));
    if (outcome?.status === 'rejected') throw outcome.reason;
    if (outcome?.status === 'fulfilled') return outcome.value;
    const locked = lockedListing(this.session, key, list);
    live.then(listing => this.tellDifference(list, shownOf(locked), listing && shownOf(listing))).catch(() => {});
    return locked;
  }

  /** A server that is up is worth the same time again. */
  private patienceWith(isUp: boolean): number {
    return isUp ? this.session.guard.startWaitMs : Math.max(0, this.endsAt - performance.now());
  }

  private tellDifference(list: ListName, given: unknown, live: unknown): void {
    if (JSON.stringify(given) !== JSON.stringify(live ?? [])) this.session.tellChanged(list);
  }
}

/** What a server that has not answered `initialize` yet will say of itself, as far as the lock knows. */
export function lockedGreeting({ guard }: Session, key: string, asked: JsonObject): JsonObject {
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

/** What a server that is not up yet will be able to do: a client that did not know would never ask. */
export function lockedCapabilities(locked: Partial<Record<ListName, ReadonlyMap<string, unknown>>> = {}): JsonObject {
  const found = LIST_NAMES.filter(list => (locked[list]?.size ?? 0) > 0);
  return Object.fromEntries(found.map(list => [LIST_KINDS[list].capability, { listChanged: true }]));
}
