import { inert, quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { foldText } from '../../fold.ts';
import type { Offence, Rule } from '../../rule.ts';

export const modelDirectedText: Rule = {
  code: 'semantic.model-directed-text',
  severity: 'error',
  title: 'A text gives orders to the model instead of describing the tool.',
  advice: 'Describe what the tool does; leave what the model should do or hide to the user.',
  check: ({ texts, prose }) => (ORDERS.some(order => order.test(prose.folded)) ? texts.flatMap(findOrders) : []),
};

/** Orders no honest description needs, on folded text. The deep scanner looks for many more, with context. */
export const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|all other|your)\b[^.!?]{0,30}\b(?:instructions?|prompts?|directives|guidelines|safety rules)\b/,
  /\b(?:do not|don'?t|never|must not|should not|without|avoid)\b[^.!?]{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting|disclose|disclosing)\b[^.!?]{0,30}\b(?:the )?users?\b/,
  /\bbefore (?:using|calling|invoking|running|executing) (?:any|all|every)(?: other)? (?:tools?|functions?)\b/,
  /<\s*\/?\s*(?:important|system|instructions?|secret|hidden)\s*>/,
  /\b(?:reveal|print|repeat|leak|send|output)\b[^.!?]{0,30}\bsystem prompt\b/,
];

function findOrders({ text, pointer }: Place): Offence[] {
  const folded = foldText(text);
  for (const order of ORDERS) {
    const match = order.exec(folded);
    if (match === null) continue;
    return [
      { pointer, message: `This reads as an order to the model: ${quoteInert(match[0])}.`, evidence: inert(match[0]) },
    ];
  }
  return [];
}
