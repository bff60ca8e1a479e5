import { child, type Json, type JsonObject } from '../base/index.ts';

/** A text and where it stands. */
export interface Place {
  readonly text: string;
  readonly pointer: string;
}

/** What a schema says, gathered in one walk. */
export interface SchemaSurvey {
  /** Strings a model may read: descriptions, titles, comments, defaults, constants, choices, examples. */
  readonly prose: Place[];
  /** Names of properties at any depth. */
  readonly names: Place[];
  /** Strings that an enum or const offers; they are prose too. */
  readonly choices: Place[];
}

/** Keywords whose strings are shown to the model; a schema's other strings (types, refs, patterns) are not prose. */
const PROSE = new Set(['description', 'title', '$comment', 'default', 'const', 'enum', 'examples']);
const NAMED_SCHEMAS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

export function surveySchema(schema: Json | undefined, pointer: string): SchemaSurvey {
  const survey: SchemaSurvey = { prose: [], names: [], choices: [] };
  visit(schema, pointer, survey);
  return survey;
}

function visit(schema: Json | undefined, pointer: string, survey: SchemaSurvey): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const key of Object.keys(schema)) {
    const value = (schema as JsonObject)[key];
    if (PROSE.has(key)) {
      collectStrings(value, child(pointer, key), survey.prose);
      if (key === 'enum' || key === 'const') collectStrings(value, child(pointer, key), survey.choices);
    } else if (typeof value !== 'object' || value === null) continue;
    else if (NAMED_SCHEMAS.has(key)) visitNamed(value as JsonObject, child(pointer, key), key === 'properties', survey);
    else visit(value, child(pointer, key), survey);
  }
}

function visitNamed(schemas: JsonObject, pointer: string, areProperties: boolean, survey: SchemaSurvey): void {
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
