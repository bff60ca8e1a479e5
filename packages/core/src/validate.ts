export { compilePattern, findPatternProblem, type LinearPattern, sortFindings } from './base/index.ts';
export { findMcpToolErrors, findMetadataErrors, findSnapshotErrors, type Waiver } from './describe/index.ts';
export {
  applyWaivers,
  CATALOGUE,
  type CodeEntry,
  compileSchema,
  type RuleSet,
  refuseUnknownRules,
  SCAN_CODES,
  type SchemaValidator,
  type SchemaViolation,
  seedAlignment,
  type Tier,
  type ValidateOptions,
  validateDocument,
  validateMcpTool,
} from './validate/index.ts';
