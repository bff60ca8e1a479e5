import { isPlain, type Json, type JsonObject } from '../base/index.ts';
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
  return isSame(definition, live) || variants.some(variant => isSame(variant.definition, live));
}

/** Values of one structure have one canonical form. The order of members does not count. */
function isSame(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && isSameList(a, b);
  return isPlain(a) && isPlain(b) && isSameObject(a as JsonObject, b as JsonObject);
}

function isSameList(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((item, index) => isSame(item, b[index] as Json));
}

function isSameObject(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(key => Object.hasOwn(b, key) && isSame(a[key] as Json, b[key] as Json));
}
