import { child, isJsonObject, type Json, type JsonObject, member } from '../../base/index.ts';
import { type Dialect, findDialect, type Remotes } from './dialect.ts';
import { isJsonList } from './json-list.ts';
import type { Keyword } from './keywords.ts';
import { type Holds, isMap } from './shapes.ts';

/** A subschema and its position in the parent. The value may not be a valid schema. */
export interface Place {
  readonly schema: Json;
  readonly dialect: Dialect;
  readonly parent: Place | undefined;
  /** The keyword of the parent that holds it; empty for the whole schema. */
  readonly keyword: string;
  /** The member or index in the value of that keyword, where it holds several. */
  readonly key: string | number | undefined;
  readonly depth: number;
}

/** Return false to skip the subschemas of the place. */
export type Visit = (place: Place) => boolean | undefined;

/**
 * Visits every subschema, breadth first. Nesting cannot exhaust the stack; for values that may be cyclic, the visitor
 * must limit the number of places.
 */
export function walkSchema(schema: Json, dialect: Dialect, visit: Visit, remotes?: Remotes): void {
  const queue: Queue = { places: [], remotes };
  const top = dialectAt(schema, dialect, true, remotes);
  queue.places.push({ schema, dialect: top, parent: undefined, keyword: '', key: undefined, depth: 0 });
  for (const place of queue.places) if (visit(place) !== false) addBelow(place, queue);
}

/** RFC 6901 pointer from the whole schema to the place. */
export function pointerOf(place: Place): string {
  let pointer = '';
  for (let at = place; at.parent !== undefined; at = at.parent) {
    const value = child('', at.keyword);
    pointer = (at.key === undefined ? value : child(value, at.key)) + pointer;
  }
  return pointer;
}

/** The keywords on the path to the place, without names and indexes. */
export function keywordPath(place: Place): string[] {
  const keywords: string[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) keywords.push(at.keyword);
  return keywords.reverse();
}

/** The `$id` that starts a resource, which may have its own dialect. */
export function findOwnId(schema: JsonObject, dialect: Dialect): string | undefined {
  const id = member(schema, '$id');
  if (typeof id !== 'string') return undefined;
  // Draft-07 ignores everything beside `$ref`, also `$id`.
  return dialect.name === 'draft-07' && Object.hasOwn(schema, '$ref') ? undefined : id;
}

interface Queue {
  readonly places: Place[];
  readonly remotes: Remotes | undefined;
}

function addBelow(parent: Place, queue: Queue): void {
  const { schema, dialect } = parent;
  if (!isJsonObject(schema)) return;
  for (const name of Object.keys(schema)) {
    const keyword = dialect.keywords.get(name);
    if (keyword === undefined || keyword.shape.holds === 'none') continue;
    addFrom(parent, keyword, schema[name] ?? null, queue);
  }
}

function addFrom(parent: Place, { name, shape }: Keyword, value: Json, queue: Queue): void {
  if (shape.holds === 'one' || (shape.holds === 'one-or-list' && !isJsonList(value))) {
    add(value, parent, name, undefined, queue);
  } else if (isMap(shape)) {
    addMembers(value, parent, name, shape.holds, queue);
  } else if (isJsonList(value)) {
    for (let i = 0; i < value.length; i++) add(value[i] ?? null, parent, name, i, queue);
  }
}

function addMembers(value: Json, parent: Place, keyword: string, holds: Holds, queue: Queue): void {
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) {
    const schema = value[key] ?? null;
    if (!(holds === 'map-or-names' && isJsonList(schema))) add(schema, parent, keyword, key, queue);
  }
}

function add(schema: Json, parent: Place, keyword: string, key: string | number | undefined, queue: Queue): void {
  const dialect = dialectAt(schema, parent.dialect, false, queue.remotes);
  queue.places.push({ schema, dialect, parent, keyword, key, depth: parent.depth + 1 });
}

/** `$schema` applies at the root and at resources with an `$id`; unknown dialects are ignored here. */
function dialectAt(schema: Json, inherited: Dialect, isRoot: boolean, remotes: Remotes | undefined): Dialect {
  if (!isJsonObject(schema) || !Object.hasOwn(schema, '$schema')) return inherited;
  if (!isRoot && findOwnId(schema, inherited) === undefined) return inherited;
  const named = schema.$schema;
  return (typeof named === 'string' ? findDialect(named, remotes) : undefined) ?? inherited;
}
