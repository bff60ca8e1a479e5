import { isJsonObject, type Json, type JsonObject, jcs } from '../base/index.ts';

export const MEMBER_KEYWORDS: readonly string[] = ['properties', 'patternProperties', 'additionalProperties'];

type IsWithin = (inner: Json, outer: Json) => boolean;

/** What a schema says of each member of an object. */
interface Members {
  readonly named: JsonObject;
  readonly patterns: JsonObject;
  readonly others: Json;
}

/** Whether each member that `a` lets through satisfies what `b` says of it, whatever its name. */
export function membersAreWithin(a: JsonObject, b: JsonObject, isWithin: IsWithin): boolean {
  const [inner, outer] = [readMembers(a), readMembers(b)];
  if (inner === undefined || outer === undefined) return false;
  if (Object.keys(outer.patterns).length > 0) return samePatterns(inner, outer) && withPatterns(inner, outer, isWithin);
  if (Object.keys(inner.patterns).length > 0) return withPatterns(inner, outer, isWithin);
  const names = new Set([...Object.keys(inner.named), ...Object.keys(outer.named)]);
  return (
    [...names].every(name => isWithin(ofName(inner, name), ofName(outer, name))) && isWithin(inner.others, outer.others)
  );
}

function readMembers(schema: JsonObject): Members | undefined {
  const part = (key: string): Json => (Object.hasOwn(schema, key) ? (schema[key] as Json) : {});
  const [named, patterns] = [part('properties'), part('patternProperties')];
  if (!isJsonObject(named) || !isJsonObject(patterns)) return undefined;
  return { named, patterns, others: part('additionalProperties') };
}

function ofName({ named, others }: Members, name: string): Json {
  return Object.hasOwn(named, name) ? (named[name] as Json) : others;
}

function samePatterns(inner: Members, outer: Members): boolean {
  // A reference in them may lead elsewhere on the other side.
  const text = jcs(inner.patterns);
  return text === jcs(outer.patterns) && !text.includes('"$ref"');
}

/**
 * Which patterns a name matches is not known. So a name that only the outer side lists must be free there; one that only
 * the inner side lists must fit the rest; and the rest must fit the rest.
 */
function withPatterns(inner: Members, outer: Members, isWithin: IsWithin): boolean {
  const isEven = Object.keys(outer.patterns).length > 0;
  const rest = isEven ? isWithin(inner.others, outer.others) : isWithin(true, outer.others);
  const listed = Object.entries(outer.named).every(([name, schema]) =>
    isWithin(Object.hasOwn(inner.named, name) ? (inner.named[name] as Json) : true, schema),
  );
  const own = Object.entries(inner.named).every(
    ([name, schema]) => Object.hasOwn(outer.named, name) || isWithin(schema, outer.others),
  );
  return rest && listed && own;
}

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
