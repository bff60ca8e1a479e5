export { argumentShape, declaredNames } from './argument-shape.ts';
export { auditDecision, type DecidedCall, type DecisionOptions } from './audit-decision.ts';
export type { AuditDecision, AuditEvent, AuditGrounds, AuditRecovery, AuditStart } from './audit-event.ts';
export { type AuditHead, formatAuditHead, parseAuditHead } from './audit-head.ts';
export {
  type AuditLink,
  type AuditRecord,
  MAX_AUDIT_RECORD_BYTES,
  makeAuditRecord,
  parseAuditRecord,
} from './audit-record.ts';
export { checkArguments, checkResult, type ValidatorCache } from './check-call.ts';
export { type CompiledPolicy, type CompiledRule, compilePolicy } from './compile-policy.ts';
export { type CallRequest, decide, decideCall, isHidden } from './decide.ts';
export { planTool, type ToolPlan } from './plan-tool.ts';
export { ruleWords } from './rule-words.ts';
export type { ToolFacts } from './tool-facts.ts';
export type { GuardCode, GuardDecision } from './verdict.ts';
export { type AuditVerdict, type BadRecord, type VerifyAuditOptions, verifyAudit } from './verify-audit.ts';
