import { isJsonObject, type Json } from '../../base/index.ts';
import { canonicalKey } from './canonical-key.ts';
import { isJsonList } from './json-list.ts';

/** Where the value of a keyword contains subschemas. */
export type Holds = 'none' | 'one' | 'list' | 'map' | 'one-or-list' | 'map-or-names';

/** The meaning of a string, if it has one. */
export type Role = 'pattern' | 'reference' | 'name' | 'none';

/** The required shape of the value of a keyword. */
export interface Shape {
  readonly demand: string;
  readonly holds: Holds;
  readonly role: Role;
  /** Checks the value without its subschemas, which are checked separately. */
  readonly accepts: (value: Json) => boolean;
  /** The same as a schema; `self` refers to the meta-schema. */
  readonly meta: (self: Json) => Json;
}

/** Whether the subschemas have names chosen by the author. */
export function isMap({ holds }: Shape): boolean {
  return holds === 'map' || holds === 'map-or-names';
}

export type ShapeName = keyof typeof SHAPES;

const TYPE_NAMES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const TYPES: ReadonlySet<Json> = new Set(TYPE_NAMES);
const ANCHOR = '^[A-Za-z_][-A-Za-z0-9._]*$';
const WITHOUT_FRAGMENT = '^[^#]*#?$';
const anchorPattern = new RegExp(ANCHOR, 'u');
const withoutFragment = new RegExp(WITHOUT_FRAGMENT, 'u');

const NAMES_META = { type: 'array', items: { type: 'string' }, uniqueItems: true };

export const SHAPES = {
  any: plain('any value', () => true, true),
  text: plain('a string', isText, { type: 'string' }),
  pattern: plain('a string', isText, { type: 'string' }, 'pattern'),
  reference: plain('a string', isText, { type: 'string' }, 'reference'),
  name: plain('a string', isText, { type: 'string' }, 'name'),
  bareName: plain(
    'a URI without a fragment',
    value => typeof value === 'string' && withoutFragment.test(value),
    { type: 'string', pattern: WITHOUT_FRAGMENT },
    'name',
  ),
  anchor: plain(
    'a name: a letter or "_", then letters, digits, "-", "." and "_"',
    value => typeof value === 'string' && anchorPattern.test(value),
    { type: 'string', pattern: ANCHOR },
    'name',
  ),
  flag: plain('true or false', value => typeof value === 'boolean', { type: 'boolean' }),
  number: plain('a number', isNumber, { type: 'number' }),
  positive: plain('a number above 0', value => isNumber(value) && value > 0, { type: 'number', exclusiveMinimum: 0 }),
  count: plain('a whole number, 0 or more', isCount, { type: 'integer', minimum: 0 }),
  list: plain('a list', isJsonList, { type: 'array' }),
  choices: plain(
    'a list of different values, at least one',
    value => isJsonList(value) && value.length > 0 && allDiffer(value),
    { type: 'array', minItems: 1, uniqueItems: true },
  ),
  names: plain('a list of different strings', isNames, NAMES_META),
  types: plain(`one of ${TYPE_NAMES.join(', ')}, or a list of different ones`, isTypes, {
    anyOf: [{ enum: TYPE_NAMES }, { type: 'array', items: { enum: TYPE_NAMES }, minItems: 1, uniqueItems: true }],
  }),
  flagMap: plain('an object whose members are true or false', value => everyMember(value, isFlag), {
    type: 'object',
    additionalProperties: { type: 'boolean' },
  }),
  namesMap: plain('an object whose members are lists of different strings', value => everyMember(value, isNames), {
    type: 'object',
    additionalProperties: NAMES_META,
  }),
  schema: nested(
    'a schema',
    'one',
    () => true,
    self => self,
  ),
  schemaList: nested('a list of schemas, at least one', 'list', isFilledList, self => ({
    type: 'array',
    minItems: 1,
    items: self,
  })),
  schemaMap: nested('an object whose members are schemas', 'map', isJsonObject, self => ({
    type: 'object',
    additionalProperties: self,
  })),
  schemaOrList: nested(
    'a schema, or a list of schemas, at least one',
    'one-or-list',
    value => !isJsonList(value) || value.length > 0,
    self => ({ anyOf: [self, { type: 'array', minItems: 1, items: self }] }),
  ),
  schemaOrNamesMap: nested(
    'an object whose members are schemas or lists of different strings',
    'map-or-names',
    value => everyMember(value, item => !isJsonList(item) || isNames(item)),
    self => ({ type: 'object', additionalProperties: { anyOf: [self, NAMES_META] } }),
  ),
} satisfies Record<string, Shape>;

function plain(demand: string, accepts: Shape['accepts'], meta: Json, role: Role = 'none'): Shape {
  return { demand, holds: 'none', role, accepts, meta: () => meta };
}

function nested(demand: string, holds: Holds, accepts: Shape['accepts'], meta: Shape['meta']): Shape {
  return { demand, holds, role: 'none', accepts, meta };
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

function isNumber(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isFlag(value: Json): boolean {
  return typeof value === 'boolean';
}

function isCount(value: Json): boolean {
  return (typeof value === 'bigint' || Number.isInteger(value)) && isNumber(value) && value >= 0;
}

function isFilledList(value: Json): boolean {
  return isJsonList(value) && value.length > 0;
}

function isNames(value: Json): boolean {
  if (!isJsonList(value)) return false;
  for (const item of value) if (typeof item !== 'string') return false;
  return value.length < 2 || new Set(value).size === value.length;
}

function isTypes(value: Json): boolean {
  if (!isJsonList(value)) return TYPES.has(value);
  return value.length > 0 && new Set(value).size === value.length && value.every(item => TYPES.has(item));
}

function allDiffer(values: readonly Json[]): boolean {
  return new Set(values.map(canonicalKey)).size === values.length;
}

function everyMember(value: Json, accepts: (item: Json) => boolean): boolean {
  return isJsonObject(value) && Object.values(value).every(accepts);
}
