import type { Decision } from '../describe/index.ts';
import type { LockedTool } from '../lock/index.ts';
import { toCelArguments } from './cel-value.ts';
import type { CompiledPolicy, CompiledRule } from './compile-policy.ts';
import { messageOf, type ToolScope } from './condition.ts';
import { matchesRule } from './matches-rule.ts';
import { type ToolFacts, toolFacts } from './tool-facts.ts';

/** What a policy says of one locked tool before any call: work that need not be done for each of them. */
export interface ToolPlan {
  readonly server: string;
  readonly tool: LockedTool;
  readonly facts: ToolFacts;
  readonly policy: CompiledPolicy;
  /** Rules that apply to every call. */
  readonly always: readonly CompiledRule[];
  /** Rules that apply to some calls. */
  readonly sometimes: readonly CompiledRule[];
  /** Rules whose condition has no answer for this tool, whatever the arguments: they deny. */
  readonly broken: readonly BrokenRule[];
  /** The answer to every call with fitting arguments, or that it depends on them. */
  readonly outcome: Decision | 'depends';
  /** Denied whatever the arguments: the tool is not listed. */
  readonly isHidden: boolean;
}

export interface BrokenRule {
  readonly rule: CompiledRule;
  readonly problem: string;
}

export function planTool(server: string, tool: LockedTool, policy: CompiledPolicy): ToolPlan {
  const facts = toolFacts(tool);
  const matching = policy.rules.filter(({ rule }) => matchesRule(rule, server, facts));
  const sometimes = matching.filter(({ condition }) => condition?.usesArguments === true);
  const settled = matching
    .filter(({ condition }) => condition?.usesArguments !== true)
    .map(rule => ({ rule, ...tryRule(rule, server, facts) }));
  const always = settled.filter(({ holds }) => holds === true).map(({ rule }) => rule);
  const broken = settled.flatMap(({ rule, problem }) => (problem === undefined ? [] : [{ rule, problem }]));
  const outcome = outcomeOf({ always, sometimes, broken, policy });
  return { server, tool, facts, policy, always, sometimes, broken, outcome, isHidden: outcome === 'deny' };
}

/** The strictest of some decisions. */
export function strictest(decisions: readonly Decision[]): Decision | undefined {
  return (['deny', 'ask', 'allow'] as const).find(decision => decisions.includes(decision));
}

export interface Tried {
  readonly holds?: boolean;
  readonly problem?: string;
}

/** Whether the condition of a rule holds, or why that cannot be said. */
export function tryRule(
  { condition }: CompiledRule,
  server: string,
  facts: ToolFacts,
  convert: () => ReturnType<typeof toCelArguments> = () => toCelArguments({}),
): Tried {
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

function outcomeOf(plan: Pick<ToolPlan, 'always' | 'sometimes' | 'broken' | 'policy'>): Decision | 'depends' {
  const floor = strictest(plan.always.map(({ rule }) => rule.decision));
  if (plan.broken.length > 0 || floor === 'deny') return 'deny';
  if (plan.sometimes.length === 0) return floor ?? plan.policy.default;
  const mildest = [floor ?? plan.policy.default, ...(floor === undefined ? decisionsOf(plan.sometimes) : [])];
  return mildest.every(decision => decision === 'deny') ? 'deny' : 'depends';
}

function decisionsOf(rules: readonly CompiledRule[]): Decision[] {
  return rules.map(({ rule }) => rule.decision);
}
