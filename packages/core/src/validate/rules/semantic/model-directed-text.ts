import { inert, quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { foldText } from '../../fold.ts';
import type { Offence, Rule } from '../../rule.ts';

export const modelDirectedText: Rule = {
  code: 'semantic.model-directed-text',
  severity: 'error',
  title: 'A text contains instructions to the model.',
  advice: 'Describe only what the tool does.',
  check: ({ texts }) => texts.flatMap(findOrders),
};

/** Instructions that no honest description needs, in folded text. The scanner has many more rules, with context. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|all other|your)\b[^.!?]{0,30}\b(?:instructions?|prompts?|directives|guidelines|safety rules)\b/,
  /\b(?:do not|don'?t|never|must not|should not|without|avoid)\b[^.!?]{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting|disclose|disclosing)\b[^.!?]{0,30}\b(?:the )?users?\b/,
  /\bbefore (?:using|calling|invoking|running|executing) (?:any|all|every)(?: other)? (?:tools?|functions?)\b/,
  /<\s*\/?\s*(?:important|system|instructions?|secret|hidden)\s*>/,
  /\b(?:reveal|print|repeat|leak|send|output)\b[^.!?]{0,30}\bsystem prompt\b/,
];

/** The first instruction to the model in a folded text. */
export function findOrder(folded: string): string | undefined {
  return ORDERS.map(pattern => pattern.exec(folded)?.[0]).find(found => found !== undefined);
}

function findOrders({ text, pointer }: Place): Offence[] {
  const found = findOrder(foldText(text));
  if (found === undefined) return [];
  return [{ pointer, message: `Possible instruction to the model: ${quoteInert(found)}.`, evidence: inert(found) }];
}
