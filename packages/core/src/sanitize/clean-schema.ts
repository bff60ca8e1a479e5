import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { DATA_KEYWORDS, NAMED_SCHEMAS } from '../describe/index.ts';
import { isTidyText } from './clean-text.ts';
import { MOST_LEVELS } from './clean-texts.ts';
import { type Cleaner, type CleanMember, isPlainName, mapItems, mapMembers } from './cleaner.ts';
import { escapePattern } from './escape-pattern.ts';
import type { TextPolicy } from './metadata-policy.ts';

/** A schema in which there is nothing to clean, as most are: found without taking down any place. */
export function isTidySchema(schema: Json | undefined, policy: TextPolicy, level = 0): boolean {
  if (typeof schema === 'string') return isTidyText(schema, policy);
  if (typeof schema !== 'object' || schema === null) return true;
  if (level > MOST_LEVELS) return false;
  if (Array.isArray(schema)) {
    for (const item of schema as readonly Json[]) if (!isTidySchema(item, policy, level + 1)) return false;
    return true;
  }
  // No list of the names is made. What an object inherits may be looked at too: that can only make it untidy.
  for (const key in schema) {
    const value = (schema as JsonObject)[key] as Json;
    // Half of all members are one of two, which are compared faster than they are looked through.
    if (key === 'type' && value === 'string') continue;
    if (key !== 'type' && key !== 'description' && !isPlainName(key)) return false;
    if (!isTidySchema(value, policy, level + 1)) return false;
  }
  return true;
}

/**
 * A schema whose texts are clean at any depth and which still means the same: names, references and types are left alone
 * or refused, patterns are spelled with escapes, choices are cleaned and can be restored.
 */
export function cleanSchema(schema: Json, pointer: string, cleaner: Cleaner, level = 0): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (level > MOST_LEVELS)
    cleaner.refuse('sanitize.malformed', `a schema is nested deeper than ${MOST_LEVELS} levels.`, pointer);
  if (Array.isArray(schema)) return mapItems(schema, pointer, (item, at) => cleanAny(item, at, cleaner, level));
  return mapMembers(schema as JsonObject, pointer, (key, value, at) => cleanKeyword(key, value, at, cleaner, level));
}

/** Names of properties and places: the server knows them as they are. */
const NAMES: ReadonlySet<string> = new Set([
  ...['type', 'required', 'propertyName'],
  ...['$ref', '$dynamicRef', '$recursiveRef', '$schema', '$id', '$anchor', '$dynamicAnchor', 'id'],
  ...['format', 'contentEncoding', 'contentMediaType'],
]);

/** Keywords that map names of properties to more names, or to schemas. */
const DEPENDENCIES: ReadonlySet<string> = new Set(['dependencies', 'dependentRequired']);

function cleanKeyword(key: string, value: Json, pointer: string, cleaner: Cleaner, level: number): CleanMember {
  if (typeof value === 'boolean' || typeof value === 'number') return keepKnown(key, value, pointer, cleaner);
  if (NAMES.has(key)) return [key, cleanNames(value, pointer, cleaner, level + 1)];
  if (key === 'pattern' && typeof value === 'string') return [key, visiblePattern(value, pointer, cleaner)];
  if (DATA_KEYWORDS.has(key)) return [key, cleanData(key, value, pointer, cleaner, level + 1)];
  if (NAMED_SCHEMAS.has(key) && isJsonObject(value)) return [key, cleanNamed(key, value, pointer, cleaner, level + 1)];
  if (DEPENDENCIES.has(key) && isJsonObject(value)) return [key, cleanDependencies(value, pointer, cleaner, level + 1)];
  const kept = keepKnown(key, value, pointer, cleaner);
  const cleaned = kept && cleanAny(value, pointer, cleaner, level);
  return cleaned === undefined ? undefined : [key, cleaned];
}

/** A keyword that nobody knows means nothing in JSON Schema: one with something hidden in its name can go. */
function keepKnown(key: string, value: Json, pointer: string, cleaner: Cleaner): CleanMember {
  if (!cleaner.hides(key)) return [key, value];
  cleaner.note(pointer, 'dropped');
  return undefined;
}

/** Whatever is not a keyword with a meaning of its own: a text is prose, anything else may hold more schemas. */
function cleanAny(value: Json, pointer: string, cleaner: Cleaner, level: number): Json | undefined {
  return typeof value === 'string' ? cleaner.prose(value, pointer) : cleanSchema(value, pointer, cleaner, level + 1);
}

function cleanNamed(keyword: string, schemas: JsonObject, pointer: string, cleaner: Cleaner, level: number): Json {
  const isPattern = keyword === 'patternProperties';
  return mapMembers(schemas, pointer, (name, schema, at) => {
    if (!isPattern) cleaner.name(name, at);
    const cleaned = cleanAny(schema, at, cleaner, level);
    if (cleaned === undefined) return undefined;
    const shown = isPattern ? visiblePattern(name, at, cleaner) : name;
    if (shown !== name && Object.hasOwn(schemas, shown))
      cleaner.refuse('sanitize.ambiguous-value', 'two of its patterns are the same once they can be seen.', at);
    return [shown, cleaned];
  });
}

function cleanDependencies(dependencies: JsonObject, pointer: string, cleaner: Cleaner, level: number): Json {
  return mapMembers(dependencies, pointer, (name, needed, at) => {
    cleaner.name(name, at);
    return [name, cleanNames(needed, at, cleaner, level)];
  });
}

/** Names and lists of names are checked. Anything else has no business there, and is taken for a schema. */
function cleanNames(value: Json, pointer: string, cleaner: Cleaner, level: number): Json {
  if (typeof value === 'string') cleaner.name(value, pointer);
  if (Array.isArray(value) && level <= MOST_LEVELS)
    return mapItems(value, pointer, (item, at) => cleanNames(item, at, cleaner, level + 1));
  return cleanSchema(value, pointer, cleaner, level);
}

/** Defaults and examples are suggestions and are cleaned; what an enum or a const allows can be restored as well. */
function cleanData(keyword: string, value: Json, pointer: string, cleaner: Cleaner, level: number): Json {
  const cleaned = cleanValues(value, pointer, cleaner, level);
  const isChoice = (keyword === 'enum' || keyword === 'const') && pointer.startsWith('/inputSchema/');
  if (isChoice && cleaned !== value) noteChoices(keyword, value, cleaned, pointer, cleaner);
  return cleaned;
}

function noteChoices(keyword: string, raw: Json, shown: Json, pointer: string, cleaner: Cleaner): void {
  const schema = pointer.slice(0, -(keyword.length + 1));
  const isList = keyword === 'enum' && Array.isArray(raw) && Array.isArray(shown);
  const offered = isList
    ? raw.map((item, i) => ({ pointer: child(pointer, i), raw: item, shown: shown[i] ?? null }))
    : [{ pointer, raw, shown }];
  cleaner.choices(schema, offered);
}

function cleanValues(value: Json, pointer: string, cleaner: Cleaner, level: number): Json {
  if (typeof value === 'string') return cleaner.value(value, pointer);
  if (typeof value !== 'object' || value === null) return value;
  if (level > MOST_LEVELS)
    cleaner.refuse('sanitize.malformed', `a value is nested deeper than ${MOST_LEVELS} levels.`, pointer);
  if (Array.isArray(value)) return mapItems(value, pointer, (item, at) => cleanValues(item, at, cleaner, level + 1));
  return mapMembers(value as JsonObject, pointer, (key, item, at) => {
    cleaner.name(key, at);
    return [key, cleanValues(item, at, cleaner, level + 1)];
  });
}

function visiblePattern(pattern: string, pointer: string, cleaner: Cleaner): string {
  if (!cleaner.policy.stripControlChars) return pattern;
  const escaped = escapePattern(pattern);
  if (escaped !== pattern) cleaner.note(pointer, 'escaped');
  return escaped;
}
