/** Limits for schemas of parameters. Larger schemas are rejected. */
export interface SchemaLimits {
  /** Subschemas inside subschemas. */
  readonly maxDepth: number;
  readonly maxSubschemas: number;
  /** Members of one `properties`, `$defs` or other map of schemas. */
  readonly maxProperties: number;
  /** Approximate size as compact JSON, in characters. */
  readonly maxBytes: number;
  /** Nested arrays and objects, as in the strict reader. */
  readonly maxNesting: number;
  readonly maxPatternLength: number;
  /** Total instructions of all distinct patterns. */
  readonly maxPatternSize: number;
  /** Length of `$id`, `$ref` and similar keywords. */
  readonly maxUriLength: number;
}

export const SCHEMA_LIMITS: SchemaLimits = {
  maxDepth: 64,
  maxSubschemas: 10_000,
  maxProperties: 1_000,
  maxBytes: 262_144,
  maxNesting: 128,
  maxPatternLength: 1_000,
  maxPatternSize: 50_000,
  maxUriLength: 2_048,
};
