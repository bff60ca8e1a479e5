import { type Json, type JsonObject, jcs } from '../base/index.ts';

export const ITEM_KEYWORDS: readonly string[] = ['prefixItems', 'items', 'additionalItems'];

/** Whether each item that `a` lets through satisfies what `b` says of it. Tuples are compared only with their equals. */
export function itemsAreWithin(a: JsonObject, b: JsonObject, isWithin: (inner: Json, outer: Json) => boolean): boolean {
  const part = (schema: JsonObject, key: string): Json | undefined =>
    Object.hasOwn(schema, key) ? schema[key] : undefined;
  const isAlike = (key: string): boolean => {
    const text = jcs(part(a, key) ?? null);
    return text === jcs(part(b, key) ?? null) && !text.includes('"$ref"');
  };
  if (!isAlike('prefixItems') || !isAlike('additionalItems')) return false;
  const [inner, outer] = [part(a, 'items') ?? true, part(b, 'items') ?? true];
  if (Array.isArray(inner) || Array.isArray(outer)) return false;
  return isWithin(inner, outer);
}
