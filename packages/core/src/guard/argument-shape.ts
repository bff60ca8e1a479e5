import { isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { surveySchema } from '../describe/index.ts';
import type { LockedTool } from '../lock/index.ts';

const MAX_LEVELS = 4;
const MAX_MEMBERS = 32;
const MAX_ITEMS = 3;
const MAX_VALUES = 128;

/**
 * The shape of arguments without their values (docs/spec/audit.md, section 3). Names that are not among the given
 * ones are data of the caller, and are only counted.
 */
export function argumentShape(args: Json, names: ReadonlySet<string>): Json {
  return shapeOf(args, { names, valuesLeft: MAX_VALUES }, MAX_LEVELS);
}

/** The argument names, at any depth, that the locked definition makes public. */
export function declaredNames(tool: LockedTool | undefined): ReadonlySet<string> {
  if (tool === undefined) return new Set();
  return new Set(surveySchema(member(tool.definition, 'inputSchema'), '').names.map(({ text }) => text));
}

interface Shaping {
  readonly names: ReadonlySet<string>;
  valuesLeft: number;
}

function shapeOf(value: Json, shaping: Shaping, levels: number): Json {
  shaping.valuesLeft--;
  if (typeof value === 'string') return `string:${roundUp(value.length)}`;
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  if (value === null) return 'null';
  if (Array.isArray(value)) return levels === 0 ? 'array' : listShape(value, shaping, levels);
  if (isJsonObject(value)) return levels === 0 ? 'object' : objectShape(value, shaping, levels);
  return typeof value;
}

/** An exact length would tell a "yes" from a "no". */
function roundUp(length: number): number {
  return length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length));
}

function objectShape(object: JsonObject, shaping: Shaping, levels: number): Json {
  const all = Object.keys(object);
  const shown: [string, Json][] = [];
  for (const name of all) {
    if (shown.length === MAX_MEMBERS || shaping.valuesLeft <= 0) break;
    if (shaping.names.has(name)) shown.push([name, shapeOf(object[name] as Json, shaping, levels - 1)]);
  }
  const more = all.length - shown.length;
  return { object: Object.fromEntries(shown), ...(more > 0 && { more }) };
}

function listShape(list: readonly Json[], shaping: Shaping, levels: number): Json {
  const items: Json[] = [];
  for (const item of list.slice(0, MAX_ITEMS)) {
    if (shaping.valuesLeft > 0) items.push(shapeOf(item, shaping, levels - 1));
  }
  return { array: list.length, items };
}
