/** The members and items of one value that have been evaluated, for `unevaluated…` keywords. */
export interface Seen {
  allMembers: boolean;
  readonly members: Set<string>;
  /** Items before this index were seen. */
  itemsBelow: number;
  readonly items: Set<number>;
}

export function seenNothing(): Seen {
  return { allMembers: false, members: new Set(), itemsBelow: 0, items: new Set() };
}

/** Returns the number of names and indexes copied. */
export function addSeen(to: Seen, from: Seen): number {
  if (from.allMembers) to.allMembers = true;
  else for (const name of from.members) to.members.add(name);
  if (from.itemsBelow > to.itemsBelow) to.itemsBelow = from.itemsBelow;
  for (const index of from.items) if (index >= to.itemsBelow) to.items.add(index);
  return from.members.size + from.items.size;
}
