export { type CheckSchemaOptions, checkSchema } from './check-schema.ts';
export {
  type CompileSchemaOptions,
  compileSchema,
  type SchemaValidator,
  type SchemaVerdict,
} from './compile-schema.ts';
export { type Dialect, DRAFT_07, DRAFT_2020_12 } from './dialect.ts';
export type { SchemaViolation } from './evaluate.ts';
export type { DialectName } from './keywords.ts';
export { SCHEMA_LIMITS, type SchemaLimits } from './limits.ts';
export { metaSchema } from './meta-schema.ts';
export { keywordPath, pointerOf, walkSchema } from './walk.ts';
