import { makeUnitFinder, neighbourhoodsOf } from './neighbourhoods.ts';

/** Greek has honest uses inside Latin words (μs, Δt), so only its letters that pass for Latin ones count. */
const IMPOSTOR = '[\\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι]';
const MIXED = new RegExp(`\\p{Script=Latin}\\p{M}{0,8}${IMPOSTOR}|${IMPOSTOR}\\p{M}{0,8}\\p{Script=Latin}`, 'u');

/** The last of these starts all letters of Cyrillic that take two units. */
const findGreekOrCyrillic = makeUnitFinder(
  /[\u0370-\u052f\u1c80-\u1c8f\u1d2b\u1d78\u2de0-\u2dff\ua640-\ua69f\ufe2e\ufe2f\ud838]/,
);
/** A letter and eight marks, of two units each. */
const REACH = 24;

/** The first word that mixes letters of two scripts that look alike. A text wholly in one script has none. */
export function findMixedWord(text: string): string | undefined {
  for (const { start, text: part } of neighbourhoodsOf(text, findGreekOrCyrillic, REACH)) {
    const index = part.search(MIXED);
    if (index >= 0) return wordAt(text, start + index);
  }
  return undefined;
}

function wordAt(text: string, index: number): string {
  const [before] = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, index - 40), index)) ?? [''];
  const [from] = /^[\p{L}\p{M}]*/u.exec(text.slice(index, index + 40)) ?? [''];
  return before + from;
}
