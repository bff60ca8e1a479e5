import type { Decision } from '../describe/index.ts';
import type { SchemaViolation } from '../validate/index.ts';
import type { CompiledRule } from './compile-policy.ts';
import { ruleWords } from './rule.ts';

export type GuardCode =
  | 'guard.allowed'
  | 'guard.ask'
  | 'guard.denied'
  | 'guard.unlocked'
  | 'guard.condition-error'
  | 'guard.arguments-invalid'
  | 'guard.ambiguous-arguments';

export interface GuardDecision {
  readonly decision: Decision;
  readonly code: GuardCode;
  /** The rule that decided, counted from 1; absent where none did. */
  readonly rule?: number;
  /** One sentence for people, with control characters escaped. */
  readonly explain: string;
  /** Violations of the locked input schema, if the policy checks arguments. */
  readonly violations?: readonly SchemaViolation[];
}

/** A rule whose condition cannot be evaluated. */
export interface BrokenRule {
  readonly rule: CompiledRule;
  readonly problem: string;
}

const CODES = { allow: 'guard.allowed', ask: 'guard.ask', deny: 'guard.denied' } as const;
const VERBS = { allow: 'allows this call', ask: 'wants a person to decide', deny: 'denies this call' } as const;

/** The strictest of the rules that hold, and of those the first, or the default where none does. */
export function byStrictest(holding: readonly CompiledRule[], fallback: Decision): GuardDecision {
  const decision = strictest(holding.map(({ rule }) => rule.decision));
  const [first] = holding.filter(({ rule }) => rule.decision === decision).sort((a, b) => a.number - b.number);
  return first === undefined ? byDefault(fallback) : byRule(first);
}

/** Whether a rule denies, which is final. */
export function isForbidden({ decision, rule }: GuardDecision): boolean {
  return decision === 'deny' && rule !== undefined;
}

/** The strictest of some decisions. */
export function strictest(decisions: readonly Decision[]): Decision | undefined {
  return (['deny', 'ask', 'allow'] as const).find(decision => decisions.includes(decision));
}

function byRule(rule: CompiledRule): GuardDecision {
  const { decision } = rule.rule;
  const explain = `${sentence(ruleWords(rule))} ${VERBS[decision]}.`;
  return { decision, code: CODES[decision], rule: rule.number, explain };
}

function byDefault(decision: Decision): GuardDecision {
  return { decision, code: CODES[decision], explain: `No rule applies, and the default ${VERBS[decision]}.` };
}

export function conditionError({ rule, problem }: BrokenRule): GuardDecision {
  const explain = `${sentence(ruleWords(rule))} has a condition without an answer, which denies this call: ${problem}`;
  return { decision: 'deny', code: 'guard.condition-error', rule: rule.number, explain };
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
