import { type JsonObject, quoteInert } from '../base/index.ts';
import type { LockedTool } from '../lock/index.ts';
import type { SchemaViolation } from '../validate/index.ts';
import { checkArguments, checkCompatible, readArguments, type ValidatorCache } from './check-call.ts';
import type { CompiledPolicy, CompiledRule } from './compile-policy.ts';
import { type CelArguments, toCelArguments } from './condition.ts';
import { findTwin, type Twin } from './find-twin.ts';
import { evaluateRule, planTool, type ToolPlan } from './plan-tool.ts';
import { type BrokenRule, byStrictest, conditionError, type GuardDecision, isForbidden } from './verdict.ts';

/** A requested call. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: JsonObject;
}

/** Decides a call under a policy (docs/spec/guard.md). Pure: equal input gives an equal decision. */
export function decide(
  request: CallRequest,
  tool: LockedTool | undefined,
  policy: CompiledPolicy,
  cache?: ValidatorCache,
): GuardDecision {
  if (tool === undefined || tool.definition.name !== request.tool) return unlocked(request);
  return decideCall(planTool(request.server, tool, policy), request.arguments, cache);
}

/** Whether a tool is denied whatever its arguments, and therefore not listed. */
export function isHidden(server: string, tool: LockedTool | undefined, policy: CompiledPolicy): boolean {
  return tool === undefined || planTool(server, tool, policy).isHidden;
}

/** Decides a call of a planned tool. */
export function decideCall(plan: ToolPlan, args: JsonObject = {}, cache?: ValidatorCache): GuardDecision {
  if (plan.denial !== undefined) return plan.denial;
  const twin = findTwin(args, plan.names);
  if (twin !== undefined) return ambiguous(twin);
  const violations = findViolations(plan, args, cache);
  if (violations.length > 0 && plan.policy.arguments !== 'warn') return argumentsInvalid(violations);
  const decision = plan.unconditional ?? byConditions(plan, args, cache);
  return violations.length === 0 ? decision : { ...decision, violations };
}

function findViolations(plan: ToolPlan, args: JsonObject, cache: ValidatorCache | undefined): SchemaViolation[] {
  if (plan.policy.arguments === 'off') return [];
  const check = plan.policy.arguments === 'compatible' ? checkCompatible : checkArguments;
  return check(plan.tool, args, cache);
}

/**
 * Conditions are evaluated for the arguments as the server reads them, with its defaults. A server may also ignore its own
 * defaults, so a rule that denies or asks applies as well where its condition holds for the arguments as they were sent.
 */
function byConditions(plan: ToolPlan, args: JsonObject, cache: ValidatorCache | undefined): GuardDecision {
  const read = readArguments(plan.tool, args, cache);
  if (read === undefined) return UNCERTAIN;
  const { holding, failed } = evaluateRules(plan, read);
  const asSent = read === args ? [] : evaluateRules(plan, args).holding.filter(({ rule }) => rule.decision !== 'allow');
  const verdict = byStrictest([...plan.always, ...holding, ...asSent], plan.policy.default);
  return failed === undefined || isForbidden(verdict) ? verdict : conditionError(failed);
}

const UNCERTAIN: GuardDecision = {
  decision: 'deny',
  code: 'guard.ambiguous-arguments',
  explain: 'A member is missing, and the default in the locked input schema is ambiguous: no rule can decide.',
};

/** Evaluates every condition, so that the order of the rules does not matter. */
function evaluateRules(plan: ToolPlan, args: JsonObject): { holding: CompiledRule[]; failed: BrokenRule | undefined } {
  let converted: CelArguments | undefined;
  const convert = (): CelArguments => {
    converted ??= toCelArguments(args);
    return converted;
  };
  const results = plan.sometimes.map(rule => ({ rule, ...evaluateRule(rule, plan.server, plan.facts, convert) }));
  const holding = results.filter(({ holds }) => holds === true).map(({ rule }) => rule);
  const [failed] = results.flatMap(({ rule, problem }) => (problem === undefined ? [] : [{ rule, problem }]));
  return { holding, failed };
}

/** Always denied: no rule can decide which member the server will read. */
function ambiguous({ pointer, name, other }: Twin): GuardDecision {
  const explain = `The argument ${quoteInert(name)} at ${quoteInert(pointer)} differs from ${quoteInert(other)} only in case or Unicode folding: servers disagree about which one they read.`;
  return { decision: 'deny', code: 'guard.ambiguous-arguments', explain };
}

function argumentsInvalid(violations: readonly SchemaViolation[]): GuardDecision {
  const [first] = violations;
  const more = violations.length > 1 ? ` And ${violations.length - 1} more.` : '';
  const place = first === undefined || first.instancePointer === '' ? '' : ` at ${quoteInert(first.instancePointer)}`;
  const explain = `The arguments do not fit the locked input schema${place}: ${first?.message ?? ''}${more}`;
  return { decision: 'deny', code: 'guard.arguments-invalid', explain, violations };
}

function unlocked({ server, tool }: CallRequest): GuardDecision {
  const explain = `The tool ${quoteInert(tool)} of the server ${quoteInert(server)} is not locked; only locked tools are allowed.`;
  return { decision: 'deny', code: 'guard.unlocked', explain };
}
