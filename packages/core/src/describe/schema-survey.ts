import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { DATA_KEYWORDS, NAMED_SCHEMAS } from './schema-words.ts';

/** A text and its pointer. */
export interface Place {
  readonly text: string;
  readonly pointer: string;
}

/** The texts of a schema, collected in one walk. */
export interface SchemaSurvey {
  /** Every string a model may read: models see whole schemas, including unknown members. */
  readonly prose: Place[];
  /** Names of properties at any depth. */
  readonly names: Place[];
  /** Strings that an enum or const offers; they are prose too. */
  readonly choices: Place[];
}

/** Keywords whose values the schema checker restricts, so they cannot hold prose. */
const STRUCTURE = new Set(['type', 'required', '$ref', '$dynamicRef', '$schema']);
/** Keywords whose strings are single words or patterns; anything longer counts as prose. */
const TOKENS = new Set(['format', 'pattern', '$id', '$anchor', '$dynamicAnchor']);

export function surveySchema(schema: Json | undefined, pointer: string): SchemaSurvey {
  const survey: SchemaSurvey = { prose: [], names: [], choices: [] };
  visit(schema, pointer, survey);
  return survey;
}

function visit(schema: Json | undefined, pointer: string, survey: SchemaSurvey): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const key of Object.keys(schema)) {
    const value = (schema as JsonObject)[key];
    const holdsMore = typeof value === 'object' && value !== null;
    if ((!holdsMore && typeof value !== 'string') || STRUCTURE.has(key)) continue;
    const place = child(pointer, key);
    if (TOKENS.has(key) && !isSaying(value, key === 'pattern')) continue;
    if (!COMMON.has(key) && isSaying(key, false)) survey.prose.push({ text: key, pointer: place });
    if (!holdsMore || DATA_KEYWORDS.has(key)) collectStrings(value, place, survey.prose);
    else if (NAMED_SCHEMAS.has(key)) visitNamed(value, place, key === 'properties', survey);
    else visit(value, place, survey);
    if (key === 'enum' || key === 'const') collectStrings(value, place, survey.choices);
  }
}

function visitNamed(schemas: Json | undefined, pointer: string, areProperties: boolean, survey: SchemaSurvey): void {
  if (!isJsonObject(schemas)) return;
  for (const name of Object.keys(schemas)) {
    const place = child(pointer, name);
    if (areProperties) survey.names.push({ text: name, pointer: place });
    else if (isSaying(name, true)) survey.prose.push({ text: name, pointer: place });
    visit(schemas[name], place, survey);
  }
}

/** Names that are skipped because nearly every schema has them. */
const COMMON = new Set(['description', 'properties', 'items', 'enum', 'default', 'title', 'anyOf', 'oneOf', 'allOf']);

/** More than one word, or letters that can hide something. Patterns have foreign letters for honest reasons. */
function isSaying(value: Json | undefined, isPattern: boolean): boolean {
  if (typeof value !== 'string') return true;
  return isPattern ? /\s/.test(value) : !/^[\x21-\x7e]*$/.test(value);
}

/** All strings in a piece of data, at any depth. */
export function collectStrings(value: Json | undefined, pointer: string, into: Place[]): void {
  if (typeof value === 'string') into.push({ text: value, pointer });
  else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) collectStrings((value as JsonObject)[key], child(pointer, key), into);
  }
}
