/** Keywords whose value is data: nothing below them is a schema, and a null or an empty object there means something. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

/** Keywords that hold schemas, in either dialect: one, or a list. A list under a `one` is a tuple of draft-07. */
export const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  ...['additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not'],
  ...['propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'],
]);

/** Keywords whose value maps names to schemas: the names are data, whatever they are called. */
export const NAMED_SCHEMAS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
