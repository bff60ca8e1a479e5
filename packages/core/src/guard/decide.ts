import { type JsonObject, quoteInert } from '../base/index.ts';
import type { Decision } from '../describe/index.ts';
import type { LockedTool } from '../lock/index.ts';
import type { SchemaViolation } from '../validate/index.ts';
import { type CelArguments, toCelArguments } from './cel-value.ts';
import { checkArguments, type ValidatorCache } from './check-call.ts';
import type { CompiledPolicy, CompiledRule } from './compile-policy.ts';
import { type BrokenRule, planTool, strictest, type ToolPlan, tryRule } from './plan-tool.ts';
import { ruleWords } from './rule-words.ts';

/** A call that somebody wants to make. */
export interface CallRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments?: JsonObject;
}

export type GuardCode =
  | 'guard.allowed'
  | 'guard.ask'
  | 'guard.denied'
  | 'guard.unlocked'
  | 'guard.condition-error'
  | 'guard.arguments-invalid';

export interface GuardDecision {
  readonly decision: Decision;
  readonly code: GuardCode;
  /** The rule that decided, counted from 1; absent where none did. */
  readonly rule?: number;
  /** One sentence for people, with nothing in it that could steer a terminal. */
  readonly explain: string;
  /** How the arguments break the locked input schema, where the policy wants that looked at. */
  readonly violations?: readonly SchemaViolation[];
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
  const forbidden = plan.always.find(({ rule }) => rule.decision === 'deny');
  if (forbidden !== undefined) return byRule(forbidden);
  const [broken] = plan.broken;
  if (broken !== undefined) return conditionError(broken);

  const violations = plan.policy.arguments === 'off' ? [] : checkArguments(plan.tool, args, cache);
  if (violations.length > 0 && plan.policy.arguments === 'deny') return argumentsInvalid(violations);
  const decision = byConditions(plan, args);
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
  const decision = strictest(holding.map(({ rule }) => rule.decision));
  const failed = tried.flatMap(({ rule, problem }) => (problem === undefined ? [] : [{ rule, problem }]))[0];
  if (failed !== undefined && decision !== 'deny') return conditionError(failed);
  const [first] = holding.filter(({ rule }) => rule.decision === decision).sort((a, b) => a.number - b.number);
  return first === undefined ? byDefault(plan.policy.default) : byRule(first);
}

const CODES = { allow: 'guard.allowed', ask: 'guard.ask', deny: 'guard.denied' } as const;
const VERBS = { allow: 'allows this call', ask: 'wants a person to decide', deny: 'denies this call' } as const;

function byRule(rule: CompiledRule): GuardDecision {
  const { decision } = rule.rule;
  const explain = `${sentence(ruleWords(rule))} ${VERBS[decision]}.`;
  return { decision, code: CODES[decision], rule: rule.number, explain };
}

function byDefault(decision: Decision): GuardDecision {
  return { decision, code: CODES[decision], explain: `No rule applies, and the default ${VERBS[decision]}.` };
}

function conditionError({ rule, problem }: BrokenRule): GuardDecision {
  const explain = `${sentence(ruleWords(rule))} has a condition without an answer, which denies this call: ${problem}`;
  return { decision: 'deny', code: 'guard.condition-error', rule: rule.number, explain };
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

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
