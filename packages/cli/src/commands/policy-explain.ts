import { compilePolicy, FLAGS, inert, type Lock, type LockedTool, quoteInert, ToolmarkError } from '@toolmark/core';
import { planTool, ruleWords, type ToolPlan } from '@toolmark/core/guard';
import pc from 'picocolors';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { expectPolicy, type PolicyPlace } from '../sources/find-policy.ts';
import { readLock } from '../sources/lock-file.ts';
import { readPolicy } from '../sources/read-policy.ts';

export interface PolicyExplainArguments extends PolicyPlace {
  readonly server?: string;
  readonly tool?: string;
  readonly format: 'text' | 'json';
}

/** What a policy says of each locked tool, before anybody calls it. */
export function runPolicyExplain(given: PolicyExplainArguments, io: Io): number {
  const policy = compilePolicy(readPolicy(expectPolicy(given, io), io));
  const lock = readLock(given.lockfile, io);
  const plans = wantedTools(lock, given).map(([server, tool]) => planTool(server, tool, policy));
  const { default: byDefault, arguments: args, results, resources } = policy;
  const settings = { default: byDefault, arguments: args, results, resources };
  io.out(
    given.format === 'json' ? formatJson({ ...settings, tools: plans.map(toJson) }) : formatPlans(plans, io.hasColor),
  );
  return EXIT.yes;
}

function wantedTools(lock: Lock, { server, tool }: PolicyExplainArguments): [server: string, tool: LockedTool][] {
  const found = [...lock.servers].flatMap(([key, { tools }]) =>
    [...tools].flatMap(([name, locked]): [string, LockedTool][] => {
      const isWanted = (server === undefined || server === key) && (tool === undefined || tool === name);
      return isWanted ? [[key, locked]] : [];
    }),
  );
  const isAsked = server !== undefined || tool !== undefined;
  if (found.length > 0 || !isAsked) return found;
  throw new ToolmarkError(
    'lock.no-such-tool',
    'No such tool in the lock. Run without --server and --tool to list all.',
  );
}

function toJson(plan: ToolPlan): object {
  const { server, facts, always, sometimes, broken, outcome, isHidden } = plan;
  return {
    server,
    tool: facts.name,
    decision: outcome,
    listed: !isHidden,
    flags: Object.fromEntries(FLAGS.map(({ flag }) => [flag, facts.flags[flag]])),
    operations: facts.operations,
    domains: facts.domains,
    risk: facts.risk,
    rules: [
      ...always.map(rule => ({ rule: rule.number, applies: 'always', decision: rule.rule.decision })),
      ...sometimes.map(rule => ({ rule: rule.number, applies: 'depends', decision: rule.rule.decision })),
      ...broken.map(({ rule, problem }) => ({ rule: rule.number, applies: 'error', decision: 'deny', problem })),
    ].sort((a, b) => a.rule - b.rule),
  };
}

type Colors = ReturnType<typeof pc.createColors>;

function formatPlans(plans: readonly ToolPlan[], hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  if (plans.length === 0) return 'The lock has no tools.\n';
  return `${plans.flatMap(plan => planLines(plan, color)).join('\n')}\n`;
}

function planLines(plan: ToolPlan, color: Colors): string[] {
  const { server, facts, outcome, isHidden } = plan;
  const decision = outcome === 'depends' ? 'depends on arguments' : outcome;
  return [
    `${color.bold(inert(server))}  ${quoteInert(facts.name)}  ${decision}, ${isHidden ? 'hidden' : 'listed'}`,
    `  risk ${facts.risk}; ${flagWords(plan)}`,
    ...axisLines(plan),
    ...ruleLines(plan),
  ];
}

function flagWords({ facts }: ToolPlan): string {
  return FLAGS.map(({ flag }) => {
    const { value, declared } = facts.flags[flag];
    return `${value ? '' : 'not '}${flag.replace('_', '-')}${declared ? '' : ' (assumed)'}`;
  }).join(', ');
}

function axisLines({ facts }: ToolPlan): string[] {
  const words = (what: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`  ${what} ${values.map(value => inert(value)).join(', ')}`];
  return [...words('operations', facts.operations), ...words('domains', facts.domains)];
}

function ruleLines({ always, sometimes, broken, policy }: ToolPlan): string[] {
  const lines = [
    ...always.map(rule => `  ${rule.rule.decision}: ${ruleWords(rule)}`),
    ...sometimes.map(rule => `  perhaps ${rule.rule.decision}: ${ruleWords(rule)}`),
    ...broken.map(({ rule, problem }) => `  deny: ${ruleWords(rule)} has no answer: ${problem}`),
  ];
  return always.length + broken.length > 0 ? lines : [...lines, `  ${policy.default}: the default`];
}
