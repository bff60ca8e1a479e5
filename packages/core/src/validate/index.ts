export { CATALOGUE } from './catalogue.ts';
export { foldForeign, foldLetters } from './fold.ts';
export { findHiddenCharacters, type HiddenKind, withoutHidden } from './hiding/characters.ts';
export { COMMANDS } from './hiding/commands.ts';
export { type Decoded, decodeRuns } from './hiding/decode.ts';
export { findMixedWord } from './hiding/lookalikes.ts';
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
export { SCAN_CODES, type ScanCode, type Tier } from './scan-codes.ts';
export { type SeedVerdict, seedAlignment, seedVerdict } from './seed.ts';
export {
  type RuleSet,
  type ValidateOptions,
  type ValidationReport,
  validate,
  validateDocument,
  validateMcpTool,
} from './validate.ts';
export { applyWaivers, refuseUnknownRules } from './waive.ts';
