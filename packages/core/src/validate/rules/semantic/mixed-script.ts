import { quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import type { Offence, Rule } from '../../rule.ts';

/** Greek has honest uses inside Latin words (μs, Δt), so only its letters that pass for Latin ones count. */
const IMPOSTOR = '[\\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι]';
const MIXED = new RegExp(`\\p{Script=Latin}\\p{M}{0,8}${IMPOSTOR}|${IMPOSTOR}\\p{M}{0,8}\\p{Script=Latin}`, 'u');

export const mixedScript: Rule = {
  code: 'semantic.mixed-script',
  severity: 'warning',
  title: 'A word mixes letters of two scripts that look alike.',
  advice: 'Write each word in one script: look-alike letters disguise names and orders.',
  check: ({ texts, prose }) => (prose.isPlain ? [] : texts.flatMap(findMixed)),
};

function findMixed({ text, pointer }: Place): Offence[] {
  const index = text.search(MIXED);
  if (index < 0) return [];
  return [{ pointer, message: `${quoteInert(wordAt(text, index))} mixes scripts that look alike.` }];
}

function wordAt(text: string, index: number): string {
  const [before] = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, index - 40), index)) ?? [''];
  const [from] = /^[\p{L}\p{M}]*/u.exec(text.slice(index, index + 40)) ?? [''];
  return before + from;
}
