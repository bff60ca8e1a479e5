import { type JsonObject, quoteInert } from '../base/index.ts';
import type { LockedTool } from '../lock/index.ts';
import type { SchemaViolation } from '../validate/index.ts';
import { type CelArguments, toCelArguments } from './cel-value.ts';
import { checkArguments, type ValidatorCache } from './check-call.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import { findTwin, type Twin } from './find-twin.ts';
import { planTool, type ToolPlan, tryRule } from './plan-tool.ts';
import { byStrictest, conditionError, type GuardDecision, isForbidden } from './verdict.ts';

/** A call that somebody wants to make. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: JsonObject;
}

/** What a policy says to a call (docs/spec/guard.md). Pure: the same question always gets the same answer. */
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

/** The same for a tool whose plan is known already. */
export function decideCall(plan: ToolPlan, args: JsonObject = {}, cache?: ValidatorCache): GuardDecision {
  if (plan.denial !== undefined) return plan.denial;
  const twin = findTwin(args, plan.names);
  if (twin !== undefined) return ambiguous(twin);
  const violations = plan.policy.arguments === 'off' ? [] : checkArguments(plan.tool, args, cache);
  if (violations.length > 0 && plan.policy.arguments === 'deny') return argumentsInvalid(violations);
  const decision = plan.settled ?? byConditions(plan, args);
  return violations.length === 0 ? decision : { ...decision, violations };
}

/** Every condition is asked, so that the order of the rules decides nothing. */
function byConditions(plan: ToolPlan, args: JsonObject): GuardDecision {
  let converted: CelArguments | undefined;
  const convert = (): CelArguments => {
    converted ??= toCelArguments(args);
    return converted;
  };
  const tried = plan.sometimes.map(rule => ({ rule, ...tryRule(rule, plan.server, plan.facts, convert) }));
  const holding = [...plan.always, ...tried.filter(({ holds }) => holds === true).map(({ rule }) => rule)];
  const failed = tried.flatMap(({ rule, problem }) => (problem === undefined ? [] : [{ rule, problem }]))[0];
  const verdict = byStrictest(holding, plan.policy.default);
  return failed === undefined || isForbidden(verdict) ? verdict : conditionError(failed);
}

/** Denied whatever the policy says to arguments that do not fit: no rule could decide about what the server will read. */
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
  const explain = `The tool ${quoteInert(tool)} of the server ${quoteInert(server)} is not locked, and what is not locked is denied.`;
  return { decision: 'deny', code: 'guard.unlocked', explain };
}
