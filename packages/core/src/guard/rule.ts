import { quoteInert } from '../base/index.ts';
import type { Flag, PolicyRule } from '../describe/index.ts';
import type { CompiledRule } from './compile-policy.ts';
import { matchesGlob } from './glob.ts';
import type { ToolFacts } from './tool-facts.ts';

/** The word of the policy file for each flag. */
export const FLAG_WORDS = [
  ['readOnly', 'read_only'],
  ['destructive', 'destructive'],
  ['idempotent', 'idempotent'],
  ['openWorld', 'open_world'],
] as const satisfies readonly (readonly [keyof PolicyRule['match'], Flag])[];

/** Whether a tool matches a rule. One item of a list is enough; an empty rule matches everything. */
export function matchesRule({ match }: PolicyRule, server: string, facts: ToolFacts): boolean {
  return (
    (match.server === undefined || matchesGlob(match.server, server)) &&
    (match.tool === undefined || matchesGlob(match.tool, facts.name)) &&
    FLAG_WORDS.every(([word, flag]) => match[word] === undefined || match[word] === facts.flags[flag].value) &&
    (match.operations === undefined || match.operations.some(operation => facts.operations.includes(operation))) &&
    (match.domains === undefined || match.domains.some(domain => facts.domains.includes(domain))) &&
    (match.risk === undefined || match.risk.includes(facts.risk))
  );
}

/** A rule in words, safe to show: `rule 2 (tool "delete_*", destructive; when "args.all": Deletes need a person.)`. */
export function ruleWords({ number, rule }: CompiledRule): string {
  const { match, when, reason } = rule;
  const words = [
    ...(match.server === undefined ? [] : [`server ${quoteInert(match.server)}`]),
    ...(match.tool === undefined ? [] : [`tool ${quoteInert(match.tool)}`]),
    ...FLAG_WORDS.flatMap(([word]) => (match[word] === undefined ? [] : [match[word] ? word : `not ${word}`])),
    ...listed('operations', match.operations),
    ...listed('domains', match.domains),
    ...listed('risk', match.risk),
  ];
  const matched = words.length === 0 ? 'everything' : words.join(', ');
  const condition = when === undefined ? '' : `, when ${quoteInert(when)}`;
  return `rule ${number} (${matched}${condition}${reason === undefined ? '' : `: ${quoteInert(reason, 200)}`})`;
}

function listed(what: string, values: readonly string[] | undefined): string[] {
  return values === undefined ? [] : [`${what} ${values.map(value => quoteInert(value)).join(' or ')}`];
}
