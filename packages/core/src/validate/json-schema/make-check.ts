import { isJsonObject, type Json, type JsonObject, type LinearPattern, ToolmarkError } from '../../base/index.ts';
import type { SchemaNode } from './document.ts';
import type { Check } from './evaluate.ts';
import { isJsonList } from './json-list.ts';

/** A keyword where it stands: its siblings, the subschemas in its value, and what it may look up. */
export interface Site {
  /** A keyword beside this one, if the dialect knows it. */
  readonly sibling: (keyword: string) => Json | undefined;
  /** The subschema in the value of a keyword of this schema; the key where the value holds several. */
  readonly below: (keyword: string, key?: string | number) => SchemaNode;
  readonly follow: (reference: string) => SchemaNode;
  readonly pattern: (source: string) => LinearPattern;
}

/** Turns the value of a keyword into a check. The shape of the value has been checked at the door. */
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

/** Only a mistake of ours leads here; going on would judge by a schema nobody wrote. */
function contradiction(expected: string): never {
  throw new ToolmarkError('schema.malformed', `A keyword that was checked to hold ${expected} does not.`);
}
