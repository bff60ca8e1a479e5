import { inert, quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { foldText } from '../../fold.ts';
import { COMMANDS } from '../../hiding/commands.ts';
import { decodeRuns, mayHoldCode } from '../../hiding/decode.ts';
import type { Offence, Rule } from '../../rule.ts';
import { findOrder } from './model-directed-text.ts';

export const encodedPayload: Rule = {
  code: 'semantic.encoded-payload',
  severity: 'error',
  title: 'A text hides orders or commands in base64 or hexadecimal.',
  advice: 'Remove the encoded part: a description has no reason to carry it.',
  check: ({ texts, prose }) => (mayHoldCode(prose.folded) ? texts.flatMap(findPayload) : []),
};

function findPayload({ text, pointer }: Place): Offence[] {
  const order = decodeRuns(text).find(decoded => isOrder(decoded.text))?.text;
  if (order === undefined) return [];
  return [
    {
      pointer,
      message: `An encoded part of this text reads ${quoteInert(order)}.`,
      evidence: inert(order.slice(0, 200)),
    },
  ];
}

function isOrder(readable: string): boolean {
  const folded = foldText(readable);
  return COMMANDS.test(folded) || findOrder(folded) !== undefined;
}
