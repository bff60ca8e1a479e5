import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';

/** A text and where it stands. */
export interface Place {
  readonly text: string;
  readonly pointer: string;
}

/** What a schema says, gathered in one walk. */
export interface SchemaSurvey {
  /** Every string a model may read: models are shown whole schemas, members nobody knows included. */
  readonly prose: Place[];
  /** Names of properties at any depth. */
  readonly names: Place[];
  /** Strings that an enum or const offers; they are prose too. */
  readonly choices: Place[];
  /** How many schemas in it require something. */
  requiring: number;
}

/** Keywords whose strings are names, patterns and addresses, not prose. */
const STRUCTURE = new Set([
  'type',
  'required',
  'pattern',
  'format',
  '$ref',
  '$schema',
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
]);
/** Keywords whose value is data: nothing below them is a schema. */
const DATA = new Set(['default', 'const', 'enum', 'examples']);
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

export function surveySchema(schema: Json | undefined, pointer: string): SchemaSurvey {
  const survey: SchemaSurvey = { prose: [], names: [], choices: [], requiring: 0 };
  visit(schema, pointer, survey);
  return survey;
}

function visit(schema: Json | undefined, pointer: string, survey: SchemaSurvey): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const key of Object.keys(schema)) {
    const value = (schema as JsonObject)[key];
    const holdsMore = typeof value === 'object' && value !== null;
    if (key === 'required' && Array.isArray(value)) survey.requiring++;
    if ((!holdsMore && typeof value !== 'string') || STRUCTURE.has(key)) continue;
    const place = child(pointer, key);
    if (!holdsMore || DATA.has(key)) collectStrings(value, place, survey.prose);
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
    visit(schemas[name], place, survey);
  }
}

/** All strings in a piece of data, at any depth. */
export function collectStrings(value: Json | undefined, pointer: string, into: Place[]): void {
  if (typeof value === 'string') into.push({ text: value, pointer });
  else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) collectStrings((value as JsonObject)[key], child(pointer, key), into);
  }
}
