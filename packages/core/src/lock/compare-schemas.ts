import { child, isJsonObject, type Json, type JsonObject, jcs } from '../base/index.ts';
import { SCHEMA_KEYWORDS } from '../describe/index.ts';
import { SCHEMA_LIMITS } from '../validate/index.ts';
import { isSubschema, type Proof } from './is-subschema.ts';

export type SchemaClass = 'equivalent' | 'widened' | 'narrowed' | 'changed';

/**
 * How what a schema accepts has moved (docs/spec/drift.md). Texts and notes are set aside before. Every answer but
 * `changed` is proven: `widened` accepts all it did, `narrowed` nothing it did not, `equivalent` exactly the same and
 * in the same words at the same places. What cannot be proven is `changed`.
 */
export function compareSchemas(before: Json, after: Json): SchemaClass {
  const proof = startProof(before, after);
  if (proof === undefined) return 'changed';
  const keepsAll = isSubschema(before, after, proof);
  const addsNone = isSubschema(after, before, proof);
  if (keepsAll && addsNone) return saysTheSame(before, after) ? 'equivalent' : 'changed';
  if (keepsAll) return 'widened';
  return addsNone ? 'narrowed' : 'changed';
}

/** Nothing is proven of schemas that are huge, in a dialect we do not know, or that give their parts other names. */
function startProof(before: Json, after: Json): Proof | undefined {
  const sides = [before, after];
  if (sides.some(side => jcs(side).length > SCHEMA_LIMITS.maxBytes)) return undefined;
  if (!sides.every(isKnownDialect) || dialectOf(before) !== dialectOf(after)) return undefined;
  const members = sides.map(membersOf);
  if (members.some(list => list.some(([key]) => RENAMING.has(key)))) return undefined;
  const references = members.flat().flatMap(([key, value]) => (key === '$ref' ? [value] : []));
  const areFixed = references.every(isIntoDefinitions) && definitionsOf(before) === definitionsOf(after);
  return {
    stepsLeft: MAX_STEPS,
    areReferencesFixed: references.length === 0 || areFixed,
    ...{ texts: new Map(), unknowns: new Map(), validators: new Map() },
  };
}

const MAX_STEPS = 10_000;

const DIALECTS = /^https?:\/\/json-schema\.org\/(?:draft-07|draft\/2020-12)\/schema#?$/;

/** Keywords that change where a reference leads, or what another keyword means. */
const RENAMING = new Set([
  ...['$id', 'id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef', '$vocabulary'],
]);

function isKnownDialect(schema: Json): boolean {
  const dialect = dialectOf(schema);
  return dialect === undefined || (typeof dialect === 'string' && DIALECTS.test(dialect));
}

function dialectOf(schema: Json): Json | undefined {
  return isJsonObject(schema) && Object.hasOwn(schema, '$schema') ? schema.$schema : undefined;
}

function isIntoDefinitions(reference: Json): boolean {
  return typeof reference === 'string' && /^#\/(?:\$defs|definitions)\/./.test(reference);
}

function definitionsOf(schema: Json): string {
  if (!isJsonObject(schema)) return '';
  const part = (key: string): Json => (Object.hasOwn(schema, key) ? (schema[key] ?? null) : null);
  return jcs([part('$defs'), part('definitions')]);
}

/** Every member of every object, in schemas and in data: a look-alike only prevents a proof. */
function membersOf(value: Json): [string, Json][] {
  const found: [string, Json][] = [];
  const queue: Json[] = [value];
  for (const at of queue) {
    if (typeof at !== 'object' || at === null) continue;
    for (const [key, item] of Object.entries(at as JsonObject)) {
      if (!Array.isArray(at)) found.push([key, item]);
      queue.push(item);
    }
  }
  // Names of properties are not keywords: a parameter can be named "id".
  return found.filter(([key, item]) => key !== 'id' || typeof item === 'string');
}

/** Keywords that hold schemas by name: the names are not keywords. */
export const NAMED_KEYWORDS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
]);

/**
 * Whether two schemas hold the same names and words, each at its place. A branch that accepts nothing new can still
 * carry a sentence for a model to read, and a parameter that accepts anything is a new parameter all the same.
 */
function saysTheSame(before: Json, after: Json): boolean {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  return old.size === now.size && [...now].every(word => old.has(word));
}

function wordsOf(schema: Json): Set<string> {
  const words = new Set<string>();
  collect(schema, '', '', words);
  return words;
}

/** `place` is the nearest name above the schema: within it a choice may be rewritten. */
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
