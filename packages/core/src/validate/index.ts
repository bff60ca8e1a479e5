export { CATALOGUE } from './catalogue.ts';
export { foldForeign } from './fold.ts';
export { findHiddenCharacters, type HiddenKind, withoutHidden } from './hiding/characters.ts';
export { COMMANDS } from './hiding/commands.ts';
export { type Decoded, decodeRuns } from './hiding/decode.ts';
export { findMixedWord } from './hiding/lookalikes.ts';
export {
  checkSchema,
  compileSchema,
  SCHEMA_LIMITS,
  type SchemaValidator,
  type SchemaViolation,
} from './json-schema/index.ts';
export type { CodeEntry } from './rule.ts';
export { RULES } from './rules/index.ts';
export { findTwins, foldKey } from './rules/semantic/twin-members.ts';
export { SCAN_CODES, type Tier } from './scan-codes.ts';
export { seedAlignment } from './seed.ts';
export {
  type RuleSet,
  type ValidateOptions,
  type ValidationReport,
  validate,
  validateDocument,
  validateMcpTool,
} from './validate.ts';
export { applyWaivers, refuseUnknownRules } from './waive.ts';
