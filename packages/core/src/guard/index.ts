export { declaredNames } from './argument-shape.ts';
export { auditDecision } from './audit-decision.ts';
export type { AuditEvent, AuditGrounds, AuditPackage, AuditRecovery, AuditStart } from './audit-record.ts';
export {
  type AuditHead,
  type AuditLink,
  type AuditRecord,
  formatAuditHead,
  MAX_AUDIT_RECORD_BYTES,
  makeAuditRecord,
  parseAuditHead,
  parseAuditRecord,
} from './audit-record.ts';
export { checkResult, type ValidatorCache } from './check-call.ts';
export { type CompiledPolicy, compilePolicy } from './compile-policy.ts';
export { decide, decideCall, isHidden } from './decide.ts';
export { planTool, type ToolPlan } from './plan-tool.ts';
export { ruleWords } from './rule.ts';

export type { GuardDecision } from './verdict.ts';
export { type AuditVerdict, type BadRecord, verifyAudit } from './verify-audit.ts';
