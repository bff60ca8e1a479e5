import { isJsonObject, type Json, type JsonObject, jcs } from '../base/index.ts';
import { SCHEMA_LIMITS } from '../validate/index.ts';
import { isSubschema, type Proof } from './is-subschema.ts';
import { saysTheSame } from './schema-words.ts';

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

/** Every member of every object, whether it stands in a schema or in data: a look-alike only makes us more careful. */
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
  // Names of properties are no keywords: a parameter may be called "id".
  return found.filter(([key, item]) => key !== 'id' || typeof item === 'string');
}
