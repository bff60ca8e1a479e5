import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { DATA_KEYWORDS, NAMED_SCHEMAS } from '../describe/index.ts';
import { MOST_LEVELS } from './clean-texts.ts';
import { type Cleaner, type CleanMember, mapItems, mapMembers } from './cleaner.ts';
import { escapePattern } from './escape-pattern.ts';

/**
 * Cleans all texts of a schema without changing its meaning: hidden characters in names, references and types are
 * rejected, patterns are escaped, and cleaned choices can be restored.
 */
export function cleanSchema(schema: Json, pointer: string, cleaner: Cleaner, level = 0): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (level > MOST_LEVELS)
    cleaner.refuse('sanitize.malformed', `a schema is nested deeper than ${MOST_LEVELS} levels.`, pointer);
  if (Array.isArray(schema)) return mapItems(schema, pointer, (item, at) => cleanAny(item, at, cleaner, level));
  return mapMembers(schema as JsonObject, pointer, (key, value, at) => cleanKeyword(key, value, at, cleaner, level));
}

/** Keywords with names and references, which must not change. */
const NAMES: ReadonlySet<string> = new Set([
  ...['type', 'required', 'propertyName'],
  ...['$ref', '$dynamicRef', '$recursiveRef', '$schema', '$id', '$anchor', '$dynamicAnchor', 'id'],
  ...['format', 'contentEncoding', 'contentMediaType'],
]);

/** Keywords that map property names to names or schemas. */
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

/** Drops unknown keywords with hidden characters in their names: they have no meaning in JSON Schema. */
function keepKnown(key: string, value: Json, pointer: string, cleaner: Cleaner): CleanMember {
  if (!cleaner.hides(key)) return [key, value];
  cleaner.note(pointer, 'dropped');
  return undefined;
}

/** For other keywords: strings are prose, and other values may contain schemas. */
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
      cleaner.refuse('sanitize.ambiguous-value', 'two patterns are equal after escaping.', at);
    return [shown, cleaned];
  });
}

function cleanDependencies(dependencies: JsonObject, pointer: string, cleaner: Cleaner, level: number): Json {
  return mapMembers(dependencies, pointer, (name, needed, at) => {
    cleaner.name(name, at);
    return [name, cleanNames(needed, at, cleaner, level)];
  });
}

/** Checks names and lists of names. Any other value is treated as a schema. */
function cleanNames(value: Json, pointer: string, cleaner: Cleaner, level: number): Json {
  if (typeof value === 'string') cleaner.name(value, pointer);
  if (Array.isArray(value) && level <= MOST_LEVELS)
    return mapItems(value, pointer, (item, at) => cleanNames(item, at, cleaner, level + 1));
  return cleanSchema(value, pointer, cleaner, level);
}

/** Cleans values. Those of `enum` and `const` can be restored. */
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
