import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { SCHEMA_KEYWORDS } from '../describe/index.ts';
import { NAMED_KEYWORDS } from './split-schema.ts';

/**
 * Whether two schemas hold the same names and words, each at its place. A branch that accepts nothing new can still
 * carry a sentence for a model to read, and a parameter that accepts anything is a new parameter all the same.
 */
export function saysTheSame(before: Json, after: Json): boolean {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  return old.size === now.size && [...now].every(word => old.has(word));
}

function wordsOf(schema: Json): Set<string> {
  const words = new Set<string>();
  collect(schema, '', '', words);
  return words;
}

/** `pointer` is where the schema stands, and `place` the nearest name above it: within it a choice may be rewritten. */
function collect(schema: Json, pointer: string, place: string, words: Set<string>): void {
  if (Array.isArray(schema)) {
    for (const [i, item] of schema.entries()) collect(item, child(pointer, i), place, words);
  } else if (isJsonObject(schema)) {
    for (const [key, value] of Object.entries(schema)) collectMember(key, value, pointer, place, words);
  } else addStrings(schema, place, words);
}

function collectMember(key: string, value: Json, pointer: string, place: string, words: Set<string>): void {
  const at = child(pointer, key);
  if (!SILENT_KEYWORDS.has(key)) words.add(`keyword ${at}`);
  if (NAMED_KEYWORDS.has(key) && isJsonObject(value)) collectNamed(value, at, words);
  else if (SCHEMA_KEYWORDS.has(key)) collect(value, at, place, words);
  else if (key !== 'type' || !isTypes(value)) addStrings(value, place, words);
}

function collectNamed(schemas: JsonObject, pointer: string, words: Set<string>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const at = child(pointer, name);
    words.add(`name ${at}`);
    collect(schema, at, at, words);
  }
}

function addStrings(value: Json, place: string, words: Set<string>): void {
  const queue: Json[] = [value];
  for (const at of queue) {
    if (typeof at === 'string') words.add(`text ${place} ${at}`);
    if (typeof at !== 'object' || at === null) continue;
    if (!Array.isArray(at)) for (const key of Object.keys(at)) words.add(`text ${place} ${key}`);
    for (const item of Object.values(at as JsonObject)) queue.push(item);
  }
}

function isTypes(value: Json): boolean {
  const names = Array.isArray(value) ? value : [value];
  return names.every(name => typeof name === 'string' && TYPES.has(name));
}

/** As keywords they say nothing beyond what is accepted, and that is compared. */
const SILENT_KEYWORDS = new Set([
  ...['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'patternProperties', 'items'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'anyOf', 'allOf', 'oneOf', 'not'],
]);
const TYPES = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
