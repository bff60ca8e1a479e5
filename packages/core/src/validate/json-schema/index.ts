export { checkSchema } from './check-schema.ts';
export {
  compileSchema,
  type SchemaValidator,
} from './compile-schema.ts';
export { type Dialect, DRAFT_07, DRAFT_2020_12 } from './dialect.ts';
export type { DialectName } from './keywords.ts';
export { SCHEMA_LIMITS } from './limits.ts';
export { metaSchema } from './meta-schema.ts';
export type { SchemaViolation } from './schema-node.ts';
export { keywordPath, pointerOf, walkSchema } from './walk.ts';
