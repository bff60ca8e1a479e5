import { inert, quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { foldText } from '../../fold.ts';
import { COMMANDS } from '../../hiding/commands.ts';
import { decodeRuns } from '../../hiding/decode.ts';
import type { Offence, Rule } from '../../rule.ts';
import { findOrder } from './model-directed-text.ts';

export const encodedPayload: Rule = {
  code: 'semantic.encoded-payload',
  severity: 'error',
  title: 'A text contains encoded instructions or commands.',
  advice: 'Remove the encoded part.',
  check: ({ texts }) => texts.flatMap(findPayload),
};

function findPayload({ text, pointer }: Place): Offence[] {
  const order = decodeRuns(text).find(decoded => isOrder(decoded.text))?.text;
  if (order === undefined) return [];
  return [
    {
      pointer,
      message: `Encoded text: ${quoteInert(order)}.`,
      evidence: inert(order.slice(0, 200)),
    },
  ];
}

function isOrder(readable: string): boolean {
  const folded = foldText(readable);
  return COMMANDS.test(folded) || findOrder(folded) !== undefined;
}
