/** How much schema is still a parameter description. Beyond it a schema is refused unread: it is work, not meaning. */
export interface SchemaLimits {
  /** Subschemas inside subschemas. */
  readonly maxDepth: number;
  readonly maxSubschemas: number;
  /** Members of one `properties`, `$defs` or other map of schemas. */
  readonly maxProperties: number;
  /** Size of the whole schema as compact JSON, roughly: characters count as bytes. */
  readonly maxBytes: number;
  /** Arrays and objects inside each other, as the strict reader counts them. */
  readonly maxNesting: number;
  readonly maxPatternLength: number;
  /** Instructions of all different patterns together: bounds the memory and the time to compile them. */
  readonly maxPatternSize: number;
  /** Length of `$id`, `$ref` and their kin. */
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
