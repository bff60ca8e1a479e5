import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { foldKey } from '../validate/index.ts';
import type { ArgumentNames } from './argument-names.ts';

/** A member that some servers read as another one. */
export interface Twin {
  readonly pointer: string;
  readonly name: string;
  readonly other: string;
}

/**
 * The first member whose name differs from a known name, or from another member, only in case or Unicode folding. Servers in
 * Go, C# and others read `Path` as `path`: a policy must decide about the member that the server reads.
 */
export function findTwin(value: Json, names: ArgumentNames, pointer = ''): Twin | undefined {
  if (Array.isArray(value)) return firstOf(value, (item, i) => findTwin(item, names.items, child(pointer, i)));
  if (typeof value !== 'object' || value === null || !isJsonObject(value)) return undefined;
  return twinIn(value, names, pointer) ?? twinInside(value, names, pointer);
}

function twinIn(object: JsonObject, names: ArgumentNames, pointer: string): Twin | undefined {
  const keys = Object.keys(object);
  // Names that are all declared as they are were declared apart from each other.
  if (keys.every(name => names.has(name))) return undefined;
  const seen = new Map<string, string>();
  return firstOf(keys, name => {
    const other = names.twinOf(name) ?? seen.get(foldKey(name));
    seen.set(foldKey(name), name);
    return other === undefined ? undefined : { pointer: child(pointer, name), name, other };
  });
}

function twinInside(object: JsonObject, names: ArgumentNames, pointer: string): Twin | undefined {
  return firstOf(Object.keys(object), name => {
    const value = object[name];
    if (typeof value !== 'object' || value === null) return undefined;
    return findTwin(value, names.inside(name), child(pointer, name));
  });
}

function firstOf<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => Twin | undefined,
): Twin | undefined {
  for (const [i, item] of items.entries()) {
    const found = find(item, i);
    if (found !== undefined) return found;
  }
  return undefined;
}
