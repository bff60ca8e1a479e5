import { type Digest, type JsonObject, member } from '../base/index.ts';
import type { ListName, Snapshot } from '../describe/index.ts';
import { type Identified, identifyList, LISTINGS, type Listing } from './listing.ts';
import type { LockedItem, LockedServer } from './lock.ts';

/** What a server shows to one kind of client. */
export interface View {
  readonly snapshot: Snapshot;
  /** The capabilities and extensions that the client declares. */
  readonly capabilities: readonly string[];
}

/** Everything a server shows, to whichever client. Without `views`, all clients see the snapshot. */
export interface SeenServer extends Snapshot {
  readonly views?: SeenViews;
}

export interface SeenViews {
  /** Definitions that some clients see instead of those of the snapshot. */
  readonly variants: Readonly<Record<ListName, readonly JsonObject[]>>;
  readonly instructionVariants: readonly string[];
  /** By name: what a client must declare to see the item. */
  readonly needs: Readonly<Record<ListName, ReadonlyMap<string, readonly string[]>>>;
}

/** All views of a server as one. Where they disagree about an item, the first one counts and the others are variants. */
export function joinViews(first: View, others: readonly View[]): SeenServer {
  const views = [first, ...others];
  const lists = LISTINGS.map(listing => joinList(views, listing));
  const instructions = views.map(({ snapshot }) => snapshot.instructions).find(text => text !== undefined);
  const instructionVariants = new Set(
    views.flatMap(({ snapshot: { instructions: text } }) =>
      text === undefined || text === instructions ? [] : [text],
    ),
  );
  const isOne =
    instructionVariants.size === 0 && lists.every(({ variants, needs }) => variants.length === 0 && needs.size === 0);
  const byList = <Value>(value: (list: JoinedList) => Value): Record<ListName, Value> =>
    Object.fromEntries(lists.map(joined => [joined.list, value(joined)])) as Record<ListName, Value>;
  return {
    ...first.snapshot,
    ...(instructions === undefined ? {} : { instructions }),
    ...(byList(({ items }) => items) as unknown as Pick<Snapshot, ListName>),
    ...(isOne
      ? {}
      : {
          views: {
            variants: byList(({ variants }) => variants),
            instructionVariants: [...instructionVariants].sort(),
            needs: byList(({ needs }) => needs),
          },
        }),
  };
}

interface JoinedList {
  readonly list: ListName;
  readonly items: readonly JsonObject[];
  readonly variants: readonly JsonObject[];
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

function joinList(views: readonly View[], listing: Listing): JoinedList {
  const shown = views.map(({ snapshot }) => identifyList(snapshot, listing));
  const items = new Map<string, Identified>();
  const variants = new Map<Digest, JsonObject>();
  for (const list of shown) {
    for (const [name, item] of list) {
      const known = items.get(name);
      if (known === undefined) items.set(name, item);
      else if (known.digest !== item.digest) variants.set(item.digest, item.definition);
    }
  }
  const needs = new Map(
    [...items.keys()].flatMap(name => {
      const needed = neededFor(
        views,
        shown.map(list => list.has(name)),
      );
      return needed.length === 0 ? [] : [[name, needed] as const];
    }),
  );
  const definitions = [...items.values()].map(({ definition }) => definition);
  const sorted = [...variants].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, definition]) => definition);
  return { list: listing.list, items: definitions, variants: sorted, needs };
}

/** What all clients declare that see an item, if a client that declares less does not see it. */
function neededFor(views: readonly View[], isShown: readonly boolean[]): string[] {
  if (isShown.every(Boolean)) return [];
  const seeing = views.filter((_, index) => isShown[index]);
  const common = seeing[0]?.capabilities.filter(name => seeing.every(view => view.capabilities.includes(name))) ?? [];
  const isExplained = views.every(
    (view, index) => isShown[index] || !common.every(name => view.capabilities.includes(name)),
  );
  return isExplained ? common.toSorted() : [];
}

/** The digests under which an item may be shown. */
export function isApproved(item: Pick<LockedItem, 'digest' | 'variants'>, digest: Digest): boolean {
  return item.digest === digest || (item.variants ?? []).some(variant => variant.digest === digest);
}

/** The other definitions of the items of one list, each under its name. */
export function variantsIn(side: SeenServer | LockedServer, listing: Listing): [string, Identified][] {
  if ('surfaceDigest' in side) {
    const items: ReadonlyMap<string, LockedItem> = side[listing.list];
    return [...items].flatMap(([name, { variants = [] }]) =>
      variants.map((variant): [string, Identified] => [name, variant]),
    );
  }
  const definitions = side.views?.variants[listing.list] ?? [];
  return definitions.map(definition => [
    member(definition, listing.key) as string,
    { digest: listing.digest(definition), definition },
  ]);
}

/** What a client must declare to see an item, as far as it is known. */
export function needsOf(side: SeenServer | LockedServer, { list }: Listing, name: string): readonly string[] {
  const needs = 'surfaceDigest' in side ? side[list].get(name)?.needs : side.views?.needs[list].get(name);
  return needs ?? [];
}

/** All instructions that clients may see besides the first ones. */
export function instructionVariantsOf(side: SeenServer | LockedServer): readonly string[] {
  return ('surfaceDigest' in side ? side.instructionVariants : side.views?.instructionVariants) ?? [];
}

/** Whether clients see different things of a locked server. */
export function hasViews(server: LockedServer): boolean {
  const has = ({ needs, variants }: LockedItem): boolean => needs !== undefined || variants !== undefined;
  return server.instructionVariants !== undefined || LISTINGS.some(({ list }) => [...server[list].values()].some(has));
}
