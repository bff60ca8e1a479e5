import { isJsonObject, type Json, type JsonObject, type LinearPattern, ToolmarkError } from '../../base/index.ts';
import { isJsonList } from './json-list.ts';
import type { Check, SchemaNode } from './schema-node.ts';

/** The context of a keyword: its siblings, subschemas, references and patterns. */
export interface Site {
  /** A keyword of the same schema, if the dialect has it. */
  readonly sibling: (keyword: string) => Json | undefined;
  /** The subschema in the value of a keyword of this schema; the key where the value holds several. */
  readonly below: (keyword: string, key?: string | number) => SchemaNode;
  readonly follow: (reference: string) => SchemaNode;
  readonly pattern: (source: string) => LinearPattern;
}

/** Compiles the value of a keyword, whose shape has been checked. */
export type MakeCheck = (value: Json, site: Site) => Omit<Check, 'keyword'>;

export function textOf(value: Json): string {
  return typeof value === 'string' ? value : contradiction('a string');
}

export function numberOf(value: Json): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : contradiction('a number');
}

export function listOf(value: Json): readonly Json[] {
  return isJsonList(value) ? value : contradiction('a list');
}

export function namesOf(value: Json): readonly string[] {
  return listOf(value).map(textOf);
}

export function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : contradiction('an object');
}

/** Unreachable for a checked schema. */
function contradiction(expected: string): never {
  throw new ToolmarkError('schema.malformed', `A checked keyword is not ${expected}.`);
}
