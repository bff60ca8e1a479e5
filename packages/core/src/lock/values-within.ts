import { isJsonObject, type Json, type JsonObject, jcs } from '../base/index.ts';

type Types = ReadonlySet<ValueType>;
type Demand = (a: JsonObject, limit: Json, types: Types) => boolean;

/** The keywords that judge a value by itself: whether a schema already demands as much. */
const DEMANDS: Readonly<Record<string, Demand>> = {
  type: (_, value, types) => {
    const named = typesNamed(value);
    return named !== undefined && [...types].every(type => named.has(type));
  },
  enum: (a, value) => Array.isArray(value) && areAmong(a, value),
  const: (a, value) => areAmong(a, [value]),

  minimum: aboutNumbers((a, limit) => bounds(a, 'inimum').some(({ at }) => at >= limit)),
  exclusiveMinimum: aboutNumbers((a, limit) =>
    bounds(a, 'inimum').some(({ at, isStrict }) => at > limit || (isStrict && at === limit)),
  ),
  maximum: aboutNumbers((a, limit) => bounds(a, 'aximum').some(({ at }) => at <= limit)),
  exclusiveMaximum: aboutNumbers((a, limit) =>
    bounds(a, 'aximum').some(({ at, isStrict }) => at < limit || (isStrict && at === limit)),
  ),
  multipleOf: (a, value, types) => {
    if (!types.has('integer') && !types.has('fraction')) return true;
    if (!isCount(value) || value === 0) return false;
    const own = numberIn(a, 'multipleOf');
    return (value === 1 && !types.has('fraction')) || (isCount(own) && own > 0 && own % value === 0);
  },

  minLength: atLeast('string', 'minLength'),
  maxLength: atMost('string', 'maxLength'),
  minItems: atLeast('array', 'minItems'),
  maxItems: atMost('array', 'maxItems'),
  minProperties: atLeast('object', 'minProperties'),
  maxProperties: atMost('object', 'maxProperties'),

  pattern: (_, __, types) => !types.has('string'),
  // It may speak of any type, and some validators judge it: only the same format is the same demand.
  format: () => false,
  uniqueItems: (a, value, types) =>
    value === false || !types.has('array') || (value === true && a.uniqueItems === true),
  required: (a, value, types) => {
    if (!Array.isArray(value)) return false;
    const own = Array.isArray(a.required) ? a.required : [];
    return !types.has('object') || value.every(name => own.includes(name));
  },
};

export function isValueKeyword(key: string): boolean {
  return Object.hasOwn(DEMANDS, key);
}

/** Whether all that `a` accepts, being of these types at most, satisfies the keyword with this value. */
export function valueIsWithin(key: string, a: JsonObject, value: Json, types: Types): boolean {
  return DEMANDS[key]?.(a, value, types) ?? false;
}

function areAmong(a: JsonObject, allowed: readonly Json[]): boolean {
  const own = Object.hasOwn(a, 'const') ? [a.const as Json] : a.enum;
  if (!Array.isArray(own)) return false;
  const texts = new Set(allowed.map(jcs));
  return own.every(value => texts.has(jcs(value)));
}

function aboutNumbers(isWithin: (a: JsonObject, limit: number) => boolean): Demand {
  return (a, limit, types) => {
    if (typeof limit !== 'number') return false;
    return (!types.has('integer') && !types.has('fraction')) || isWithin(a, limit);
  };
}

interface Bound {
  readonly at: number;
  readonly isStrict: boolean;
}

/** Both ways to write a bound. A value that is not a number is ignored: it has another meaning in older drafts. */
function bounds(a: JsonObject, which: 'inimum' | 'aximum'): Bound[] {
  const inclusive = numberIn(a, `m${which}`);
  const exclusive = numberIn(a, `exclusiveM${which}`);
  return [
    ...(inclusive === undefined ? [] : [{ at: inclusive, isStrict: false }]),
    ...(exclusive === undefined ? [] : [{ at: exclusive, isStrict: true }]),
  ];
}

function atLeast(type: ValueType, key: string): Demand {
  return (a, limit, types) => {
    if (!isCount(limit)) return false;
    const own = numberIn(a, key);
    return limit === 0 || !types.has(type) || (isCount(own) && own >= limit);
  };
}

function atMost(type: ValueType, key: string): Demand {
  return (a, limit, types) => {
    if (!isCount(limit)) return false;
    const own = numberIn(a, key);
    return !types.has(type) || (isCount(own) && own <= limit);
  };
}

function numberIn(schema: JsonObject, key: string): number | undefined {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return typeof value === 'number' ? value : undefined;
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The kinds of values, with whole numbers apart from others: `integer` is a part of `number`. */
export type ValueType = 'null' | 'boolean' | 'integer' | 'fraction' | 'string' | 'array' | 'object';

const ALL: readonly ValueType[] = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'];

/** The types a schema can accept at most, as far as `type`, `const` and `enum` tell. */
export function typesOf(schema: JsonObject): ReadonlySet<ValueType> {
  const named = Object.hasOwn(schema, 'type') ? typesNamed(schema.type as Json) : undefined;
  const listed = Object.hasOwn(schema, 'const')
    ? [typeOf(schema.const as Json)]
    : Array.isArray(schema.enum)
      ? schema.enum.map(typeOf)
      : ALL;
  return new Set(listed.filter(type => named === undefined || named.has(type)));
}

/** What the keyword `type` allows; nothing where it is not written as JSON Schema asks. */
export function typesNamed(value: Json): ReadonlySet<ValueType> | undefined {
  const names = Array.isArray(value) ? value : [value];
  const types = names.map(name => (typeof name === 'string' ? NAMED.get(name) : undefined));
  return types.includes(undefined) ? undefined : new Set(types.flatMap(list => list ?? []));
}

const NAMED: ReadonlyMap<string, readonly ValueType[]> = new Map([
  ...(['null', 'boolean', 'integer', 'string', 'array', 'object'] as const).map(
    (name): [string, readonly ValueType[]] => [name, [name]],
  ),
  ['number', ['integer', 'fraction']],
]);

function typeOf(value: Json): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value === 'bigint' ? 'integer' : (typeof value as 'boolean' | 'string');
}
