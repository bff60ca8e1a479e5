import type { Flag, PolicyRule } from '../describe/index.ts';
import { matchesGlob } from './glob.ts';
import type { ToolFacts } from './tool-facts.ts';

/** The word of the policy file for each flag. */
export const FLAG_WORDS = [
  ['readOnly', 'read_only'],
  ['destructive', 'destructive'],
  ['idempotent', 'idempotent'],
  ['openWorld', 'open_world'],
] as const satisfies readonly (readonly [keyof PolicyRule['match'], Flag])[];

/** Whether everything a rule asks for is true of a tool. Of a list, one is enough; a rule that asks nothing always is. */
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
