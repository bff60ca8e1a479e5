export { checkArguments, checkResult, type ValidatorCache } from './check-call.ts';
export { type CompiledPolicy, type CompiledRule, compilePolicy } from './compile-policy.ts';
export { type CallRequest, decide, decideCall, type GuardCode, type GuardDecision, isHidden } from './decide.ts';
export { planTool, type ToolPlan } from './plan-tool.ts';
export { ruleWords } from './rule-words.ts';
export type { ToolFacts } from './tool-facts.ts';
