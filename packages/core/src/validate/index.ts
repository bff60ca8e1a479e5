export { CATALOGUE } from './catalogue.ts';
export {
  type CheckSchemaOptions,
  type CompileSchemaOptions,
  checkSchema,
  compileSchema,
  SCHEMA_LIMITS,
  type SchemaLimits,
  type SchemaValidator,
  type SchemaVerdict,
  type SchemaViolation,
} from './json-schema/index.ts';
export type { CodeEntry, Rule } from './rule.ts';
export { RULES } from './rules/index.ts';
export { findTwins, foldKey } from './rules/semantic/twin-members.ts';
export type { Tier } from './scan/meaning/signal.ts';
export { type RuleSetIdentity, ruleSet } from './scan/rule-set.ts';
export { type ScanFinding, type ScannedServer, type ScanOptions, type ScanReport, scan } from './scan/scan.ts';
export { scanText, type TextFinding } from './scan/scan-text.ts';
export { type SeedVerdict, seedAlignment, seedVerdict } from './seed.ts';
export {
  type RuleSet,
  type ValidateOptions,
  type ValidationReport,
  validate,
  validateDocument,
  validateMcpTool,
} from './validate.ts';
export { refuseUnknownRules } from './waive.ts';
