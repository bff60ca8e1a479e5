import { quoteInert } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

/** Greek has honest uses inside Latin words (μs, Δt), so only its letters that pass for Latin ones count. */
const IMPOSTOR = '[\\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι]';
const MIXED = new RegExp(`\\p{Script=Latin}\\p{M}*${IMPOSTOR}|${IMPOSTOR}\\p{M}*\\p{Script=Latin}`, 'u');

export const mixedScript: Rule = {
  code: 'semantic.mixed-script',
  severity: 'warning',
  title: 'A word mixes letters of two scripts that look alike.',
  advice: 'Write each word in one script: look-alike letters disguise names and orders.',
  check: ({ texts }) =>
    texts.flatMap(({ text, isPlain, pointer }) => {
      if (isPlain) return [];
      const word = text.match(/[\p{L}\p{M}]+/gu)?.find(candidate => MIXED.test(candidate));
      return word === undefined ? [] : [{ pointer, message: `${quoteInert(word)} mixes scripts that look alike.` }];
    }),
};
