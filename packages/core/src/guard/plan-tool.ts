import { member } from '../base/index.ts';
import type { Decision } from '../describe/index.ts';
import type { LockedTool } from '../lock/index.ts';
import { ArgumentNames } from './argument-names.ts';
import { outputNames } from './check-call.ts';
import type { CompiledPolicy, CompiledRule } from './compile-policy.ts';
import { messageOf, type ToolScope, toCelArguments } from './condition.ts';
import type { ConditionNames } from './condition-names.ts';
import { matchesRule } from './rule.ts';
import { type ToolFacts, toolFacts } from './tool-facts.ts';
import { type BrokenRule, byStrictest, conditionError, type GuardDecision, isForbidden, strictest } from './verdict.ts';

/** The part of a decision that does not depend on the call, computed once per locked tool. */
export interface ToolPlan {
  readonly server: string;
  readonly tool: LockedTool;
  readonly facts: ToolFacts;
  readonly policy: CompiledPolicy;
  /** The names of its arguments. */
  readonly names: ArgumentNames;
  /** The names in its structured results. */
  readonly outputNames: ArgumentNames;
  /** Rules that apply to every call. */
  readonly always: readonly CompiledRule[];
  /** Rules that apply to some calls. */
  readonly sometimes: readonly CompiledRule[];
  /** Rules whose condition fails for this tool with any arguments: they deny. */
  readonly broken: readonly BrokenRule[];
  /** The decision for every call if a rule always denies or is broken. */
  readonly denial: GuardDecision | undefined;
  /** The decision for every call with fitting arguments, if no rule depends on the arguments. */
  readonly unconditional: GuardDecision | undefined;
  /** The outcome of every call with fitting arguments, or `depends`. */
  readonly outcome: Decision | 'depends';
  /** Denied whatever the arguments: the tool is not listed. */
  readonly isHidden: boolean;
}

export function planTool(server: string, tool: LockedTool, policy: CompiledPolicy): ToolPlan {
  const facts = toolFacts(tool);
  const matching = policy.rules.filter(({ rule }) => matchesRule(rule, server, facts));
  const sometimes = matching.filter(({ condition }) => condition?.usesArguments === true);
  const results = matching
    .filter(({ condition }) => condition?.usesArguments !== true)
    .map(rule => ({ rule, ...evaluateRule(rule, server, facts) }));
  const always = results.filter(({ holds }) => holds === true).map(({ rule }) => rule);
  const broken = results.flatMap(({ rule, problem }) => (problem === undefined ? [] : [{ rule, problem }]));
  const rules = { always, sometimes, broken, policy };
  const outcome = outcomeOf(rules);
  const isHidden = outcome === 'deny';
  const names = ArgumentNames.of(member(tool.definition, 'inputSchema'), namesInConditions(sometimes));
  return {
    server,
    tool,
    facts,
    names,
    outputNames: outputNames(tool),
    ...rules,
    denial: denialOf(rules),
    unconditional: unconditionalOf(rules),
    outcome,
    isHidden,
  };
}

function namesInConditions(rules: readonly CompiledRule[]): ConditionNames {
  const conditions = rules.flatMap(({ condition }) => condition ?? []);
  return {
    root: new Set(conditions.flatMap(({ names }) => [...names.root])),
    inner: new Set(conditions.flatMap(({ names }) => [...names.inner])),
  };
}

export interface RuleResult {
  readonly holds?: boolean;
  readonly problem?: string;
}

/** Whether the condition of a rule holds, or why it cannot be evaluated. */
export function evaluateRule(
  { condition }: CompiledRule,
  server: string,
  facts: ToolFacts,
  convert: () => ReturnType<typeof toCelArguments> = () => toCelArguments({}),
): RuleResult {
  if (condition === undefined) return { holds: true };
  try {
    return { holds: condition.holds({ server, tool: scopeOf(facts), args: convert() }) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function scopeOf({ name, flags, operations, domains, risk }: ToolFacts): ToolScope {
  return {
    name,
    readOnly: flags.read_only.value,
    destructive: flags.destructive.value,
    idempotent: flags.idempotent.value,
    openWorld: flags.open_world.value,
    operations,
    domains,
    risk,
  };
}

type Rules = Pick<ToolPlan, 'always' | 'sometimes' | 'broken' | 'policy'>;

function denialOf({ always, broken: [broken], policy }: Rules): GuardDecision | undefined {
  const verdict = byStrictest(always, policy.default);
  if (isForbidden(verdict)) return verdict;
  return broken === undefined ? undefined : conditionError(broken);
}

function unconditionalOf({ always, sometimes, policy }: Rules): GuardDecision | undefined {
  return sometimes.length === 0 ? byStrictest(always, policy.default) : undefined;
}

function outcomeOf(plan: Rules): Decision | 'depends' {
  const floor = strictest(plan.always.map(({ rule }) => rule.decision));
  if (plan.broken.length > 0 || floor === 'deny') return 'deny';
  if (plan.sometimes.length === 0) return floor ?? plan.policy.default;
  const mildest = [floor ?? plan.policy.default, ...(floor === undefined ? decisionsOf(plan.sometimes) : [])];
  return mildest.every(decision => decision === 'deny') ? 'deny' : 'depends';
}

function decisionsOf(rules: readonly CompiledRule[]): Decision[] {
  return rules.map(({ rule }) => rule.decision);
}
