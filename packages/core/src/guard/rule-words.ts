import { quoteInert } from '../base/index.ts';
import type { CompiledRule } from './compile-policy.ts';
import { FLAG_WORDS } from './matches-rule.ts';

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
