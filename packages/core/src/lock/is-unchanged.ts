import { equalJson, type JsonObject } from '../base/index.ts';
import { LISTINGS, type Listing } from './listing.ts';
import type { LockedItem, LockedServer } from './lock.ts';
import type { SeenServer } from './views.ts';

/**
 * Whether `drift` has nothing to report, without hashing and without the code that explains changes. It compares
 * definitions, so the lock must be one that `parseLock` has verified or `pin` has made. False means: ask `drift`.
 */
export function isUnchanged(locked: LockedServer, live: SeenServer): boolean {
  const approved = [locked.instructions, ...(locked.instructionVariants ?? [])];
  if (![live.instructions, ...(live.views?.instructionVariants ?? [])].every(text => approved.includes(text)))
    return false;
  return LISTINGS.every(listing => isListUnchanged(locked, live, listing));
}

function isListUnchanged(locked: LockedServer, live: SeenServer, { list, key }: Listing): boolean {
  const before: ReadonlyMap<string, LockedItem> = locked[list];
  const seen = new Set<string>();
  for (const definition of live[list] as readonly JsonObject[]) {
    const name = definition[key] as string;
    const old = before.get(name);
    if (old === undefined || seen.has(name) || !isAsLocked(old, definition)) return false;
    seen.add(name);
  }
  for (const definition of live.views?.variants[list] ?? []) {
    const old = before.get(definition[key] as string);
    if (old === undefined || !isAsLocked(old, definition)) return false;
  }
  return seen.size === before.size || locked.allow === 'subset';
}

function isAsLocked({ definition, variants = [] }: LockedItem, live: JsonObject): boolean {
  return equalJson(definition, live) || variants.some(variant => equalJson(variant.definition, live));
}
