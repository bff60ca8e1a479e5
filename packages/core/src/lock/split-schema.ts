import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { SCHEMA_KEYWORDS } from '../describe/index.ts';

/** A schema in three: what it accepts, the texts in it, and what else it says without accepting more or less. */
export interface SplitSchema {
  readonly accepting: Json;
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: ReadonlyMap<string, Json>;
}

interface Aside {
  readonly texts: Map<string, string>;
  readonly notes: Map<string, Json>;
}

/** Prose for people and models; no validator reads it. */
const TEXT_KEYWORDS = new Set(['description', 'title', '$comment']);
/** They accept nothing and refuse nothing, but servers and models act on them. */
const NOTE_KEYWORDS = new Set(['default', 'examples', 'deprecated', 'readOnly', 'writeOnly']);

/** Keywords that hold schemas by name: whatever the names are, they are not keywords. */
export const NAMED_KEYWORDS = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
]);

export function splitSchema(schema: Json, pointer: string): SplitSchema {
  const aside: Aside = { texts: new Map(), notes: new Map() };
  const accepting = split(schema, pointer, aside);
  return { accepting, ...aside };
}

function split(schema: Json, pointer: string, aside: Aside): Json {
  if (Array.isArray(schema)) return schema.map((item: Json, i) => split(item, child(pointer, i), aside));
  if (!isJsonObject(schema)) return schema;
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries(schema)) {
    const at = child(pointer, key);
    if (TEXT_KEYWORDS.has(key) && typeof value === 'string') aside.texts.set(at, value);
    else if (NOTE_KEYWORDS.has(key)) aside.notes.set(at, value);
    else if (SCHEMA_KEYWORDS.has(key)) kept.push([key, split(value, at, aside)]);
    else if (NAMED_KEYWORDS.has(key) && isJsonObject(value)) kept.push([key, splitNamed(value, at, aside)]);
    else kept.push([key, value]);
  }
  return Object.fromEntries(kept);
}

function splitNamed(schemas: JsonObject, pointer: string, aside: Aside): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, split(schema, child(pointer, name), aside)]),
  );
}
