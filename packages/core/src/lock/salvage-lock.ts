import { child, type Finding, refusalIn } from '../base/index.ts';
import type { ListName } from '../describe/index.ts';
import { findInItems, findInSurface } from './contradictions.ts';
import { type Listing, listingOf } from './listing.ts';
import type { Lock, LockedItem, LockedServer, LockedTool } from './lock.ts';
import { readLock } from './parse-lock.ts';
import { pinItem, pinTool, withSurfaceDigest } from './pin.ts';

/** What is left of a lock that contradicts itself. */
export interface SalvagedLock {
  /** The servers whose items all are what their digests say, each with the surface digest that these have. */
  readonly lock: Lock;
  /** The other servers with recomputed digests: for comparison only, not approved. */
  readonly doubtful: ReadonlyMap<string, LockedServer>;
  /** Every contradiction. Each names its server. */
  readonly findings: readonly Finding[];
}

/**
 * For locking again after a merge of two branches: `parseLock` refuses such a lock, and nothing may be checked against
 * it. Throws as `parseLock` does, but for `lock.contradicts-itself`.
 */
export function salvageLock(input: Uint8Array | unknown): SalvagedLock {
  const servers = new Map<string, LockedServer>();
  const doubtful = new Map<string, LockedServer>();
  const findings: Finding[] = [];
  const { lockfileVersion, servers: read } = readLock(input);
  for (const [key, server] of read) {
    const pointer = child('/servers', key);
    const [inItems, inSurface] = [findInItems(server, pointer), findInSurface(server, pointer)];
    for (const finding of [...inItems, ...inSurface]) findings.push({ ...finding, server: key });
    if (inItems.length === 0) servers.set(key, withSurfaceDigest(server));
    else doubtful.set(key, pinAgain(server));
  }
  return { lock: { lockfileVersion, servers }, doubtful, findings };
}

function pinAgain(server: LockedServer): LockedServer {
  const again = (list: Exclude<ListName, 'tools'>): Map<string, LockedItem> =>
    pinEach(server[list], item => pinItem(identified(item, listingOf(list))));
  return withSurfaceDigest({
    ...server,
    tools: pinEach<LockedTool>(server.tools, item => pinTool(identified(item, listingOf('tools')))),
    prompts: again('prompts'),
    resources: again('resources'),
    templates: again('templates'),
  });
}

function identified({ definition }: LockedItem, { digest }: Listing): Pick<LockedItem, 'digest' | 'definition'> {
  return { digest: digest(definition), definition };
}

/** What has no digest is left out: it cannot be compared, and the findings name it. */
function pinEach<Item extends LockedItem>(
  items: ReadonlyMap<string, Item>,
  pinOne: (item: Item) => Item,
): Map<string, Item> {
  const pinned = new Map<string, Item>();
  for (const [name, item] of items) {
    try {
      pinned.set(name, pinOne(item));
    } catch (error) {
      refusalIn(error);
    }
  }
  return pinned;
}
