import { quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { findMixedWord } from '../../hiding/lookalikes.ts';
import type { Offence, Rule } from '../../rule.ts';

export const mixedScript: Rule = {
  code: 'semantic.mixed-script',
  severity: 'warning',
  title: 'A word mixes look-alike scripts.',
  advice: 'Write each word in one script.',
  check: ({ texts }) => texts.flatMap(findMixed),
};

function findMixed({ text, pointer }: Place): Offence[] {
  const word = findMixedWord(text);
  return word === undefined ? [] : [{ pointer, message: `${quoteInert(word)} mixes look-alike scripts.` }];
}
