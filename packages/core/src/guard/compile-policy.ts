import { type Finding, quoteInert, ToolmarkError } from '../base/index.ts';
import type { ArgumentCheck, CallCheck, Decision, Policy, PolicyRule, ResourceAccess } from '../describe/index.ts';
import { type Condition, conditionCompiler } from './condition.ts';

/** A policy made ready: conditions parsed, defaults filled in. Matching and deciding cannot fail on it. */
export interface CompiledPolicy {
  readonly default: Decision;
  readonly arguments: ArgumentCheck;
  readonly results: CallCheck;
  readonly resources: ResourceAccess;
  readonly rules: readonly CompiledRule[];
}

export interface CompiledRule {
  /** Counted from 1, as people do. */
  readonly number: number;
  readonly rule: PolicyRule;
  readonly condition: Condition | undefined;
}

/** Throws `policy.bad-condition` with every condition that cannot be used. */
export function compilePolicy(policy: Policy): CompiledPolicy {
  const compile = conditionCompiler();
  const findings: Finding[] = [];
  const rules = (policy.rules ?? []).map((rule, index): CompiledRule => {
    const condition = rule.when === undefined ? undefined : compile(rule.when);
    if (condition === undefined || 'holds' in condition) return { number: index + 1, rule, condition };
    findings.push(badCondition(index, rule.when ?? '', condition.problem));
    return { number: index + 1, rule, condition: undefined };
  });
  refuse(findings);
  const { default: byDefault = 'allow', arguments: args = 'compatible', results = 'deny' } = policy;
  return { default: byDefault, arguments: args, results, resources: policy.resources ?? 'locked', rules };
}

function badCondition(index: number, when: string, problem: string): Finding {
  const message = `The condition ${quoteInert(when)} of rule ${index + 1} cannot be used: ${problem}`;
  return { code: 'policy.bad-condition', severity: 'error', pointer: `/rules/${index}/when`, message };
}

function refuse(findings: readonly Finding[]): void {
  const [first] = findings;
  if (first === undefined) return;
  const { message, pointer } = first;
  throw new ToolmarkError('policy.bad-condition', message, { pointer, findings });
}
