import { inert, quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { foldText } from '../../fold.ts';
import type { Offence, Rule } from '../../rule.ts';

export const modelDirectedText: Rule = {
  code: 'semantic.model-directed-text',
  severity: 'error',
  title: 'A text gives orders to the model instead of describing the tool.',
  advice: 'Describe what the tool does; leave what the model should do or hide to the user.',
  check: ({ texts, prose }) => (findOrder(prose.folded) === undefined ? [] : texts.flatMap(findOrders)),
};

/** Orders no honest description needs, on folded text. The deep scanner looks for many more, with context. */
const ORDERS: readonly Order[] = [
  order(
    ['instruction', 'prompt', 'directives', 'guidelines', 'safety rules'],
    /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|all other|your)\b[^.!?]{0,30}\b(?:instructions?|prompts?|directives|guidelines|safety rules)\b/,
  ),
  order(
    ['user'],
    /\b(?:do not|don'?t|never|must not|should not|without|avoid)\b[^.!?]{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting|disclose|disclosing)\b[^.!?]{0,30}\b(?:the )?users?\b/,
  ),
  order(
    ['before '],
    /\bbefore (?:using|calling|invoking|running|executing) (?:any|all|every)(?: other)? (?:tools?|functions?)\b/,
  ),
  order(['<'], /<\s*\/?\s*(?:important|system|instructions?|secret|hidden)\s*>/),
  order(['system prompt'], /\b(?:reveal|print|repeat|leak|send|output)\b[^.!?]{0,30}\bsystem prompt\b/),
];

interface Order {
  /** Words of which the pattern must match one: looking for a word is far cheaper than trying the pattern. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
}

function order(needs: readonly string[], pattern: RegExp): Order {
  return { needs, pattern };
}

/** The first order in a folded text. */
export function findOrder(folded: string): string | undefined {
  for (const { needs, pattern } of ORDERS) {
    if (!needs.some(word => folded.includes(word))) continue;
    const match = pattern.exec(folded);
    if (match !== null) return match[0];
  }
  return undefined;
}

function findOrders({ text, pointer }: Place): Offence[] {
  const found = findOrder(foldText(text));
  if (found === undefined) return [];
  return [{ pointer, message: `This reads as an order to the model: ${quoteInert(found)}.`, evidence: inert(found) }];
}
