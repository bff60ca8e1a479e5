import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';

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
