import { quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { foldText } from '../../fold.ts';
import type { Offence, Rule } from '../../rule.ts';

const PRAISE =
  /\b(?:the|is|as) #1\b|\b(?:best|fastest|greatest|superior|unrivalled|unrivaled|most (?:accurate|powerful|reliable|advanced|trusted)|world[- ]class|number one|always prefer|preferred over)\b/g;
const CERTIFICATION =
  /\b(?:officially )?(?:certified|approved|endorsed|verified) by (?:anthropic|openai|google|microsoft|the mcp|mcp)\b/;

export const promotionalText: Rule = {
  code: 'semantic.promotional-text',
  severity: 'warning',
  title: 'A text promotes the tool or claims a certification.',
  advice: 'Describe only what the tool does.',
  check: ({ texts }) => texts.flatMap(findClaims),
};

function findClaims({ text, pointer }: Place): Offence[] {
  const folded = foldText(text);
  const claim = CERTIFICATION.exec(folded)?.[0];
  if (claim !== undefined) return [{ pointer, message: `Claims a certification: ${quoteInert(claim)}.` }];
  const praise = new Set(folded.match(PRAISE));
  return praise.size < 2 ? [] : [{ pointer, message: `Promotional text: ${[...praise].toSorted().join(', ')}.` }];
}
