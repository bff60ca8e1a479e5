import { isPlainObject, type PlainJson, type PlainObject } from './plain-json.ts';

/**
 * Converts a schema to draft 2020-12, which model APIs expect, with the same meaning: rewrites tuples and exclusive bounds of
 * older drafts and adds `items` to arrays, which OpenAI requires.
 */
export function modernSchema({ $schema: _, ...schema }: PlainObject): PlainObject {
  return rewrite(schema);
}

/** Keywords without subschemas. */
const DATA = new Set(['default', 'const', 'enum', 'examples', 'required', 'dependentRequired', 'type']);
/** Keywords that map names to schemas: a parameter may be called `items`. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);

function rewrite(schema: PlainObject): PlainObject {
  const inside = Object.entries(schema).map(([keyword, value]): [string, PlainJson] => {
    if (DATA.has(keyword)) return [keyword, value];
    return [keyword, NAMED.has(keyword) && isPlainObject(value) ? rewriteEach(value) : rewriteAny(value)];
  });
  return withItems(withBounds(withPrefix(Object.fromEntries(inside))));
}

function rewriteEach(schemas: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, rewriteAny(schema)]));
}

function rewriteAny(value: PlainJson): PlainJson {
  if (Array.isArray(value)) return value.map(rewriteAny);
  return isPlainObject(value) ? rewrite(value) : value;
}

function withPrefix(schema: PlainObject): PlainObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

function withBounds(schema: PlainObject): PlainObject {
  return withBound(withBound(schema, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
}

/** Draft 4: `exclusiveMinimum: true` modifies `minimum`. */
function withBound(schema: PlainObject, bound: string, exclusive: string): PlainObject {
  const { [bound]: limit, [exclusive]: flag, ...rest } = schema;
  if (typeof flag !== 'boolean') return schema;
  if (limit === undefined) return rest;
  return { ...rest, [flag ? exclusive : bound]: limit };
}

function withItems(schema: PlainObject): PlainObject {
  const isList = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  return !isList || Object.hasOwn(schema, 'items') ? schema : { ...schema, items: {} };
}
