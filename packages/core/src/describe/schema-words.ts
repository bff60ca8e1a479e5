/** Keywords whose value is data: nothing below them is a schema, and a null or an empty object there means something. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

/** Keywords whose value maps names to schemas: the names are data, whatever they are called. */
export const NAMED_SCHEMAS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
