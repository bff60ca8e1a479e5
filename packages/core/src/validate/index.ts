export { CATALOGUE } from './catalogue.ts';
export { checkSchema, compileSchema, SCHEMA_LIMITS, type SchemaValidator } from './json-schema/index.ts';
export { findPatternProblem } from './regex/index.ts';
export type { CodeEntry, Rule } from './rule.ts';
export { RULES } from './rules/index.ts';
export { type SeedVerdict, seedAlignment, seedVerdict } from './seed.ts';
export {
  type RuleSet,
  type ValidateOptions,
  type ValidationReport,
  validate,
  validateDocument,
  validateMcpTool,
} from './validate.ts';
