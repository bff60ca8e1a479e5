/** Greek has honest uses inside Latin words (μs, Δt), so only its letters that pass for Latin ones count. */
const IMPOSTOR = '[\\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι]';
const MIXED = new RegExp(`\\p{Script=Latin}\\p{M}{0,8}${IMPOSTOR}|${IMPOSTOR}\\p{M}{0,8}\\p{Script=Latin}`, 'u');

/** The first word that mixes letters of two scripts that look alike. A text wholly in one script has none. */
export function findMixedWord(text: string): string | undefined {
  const index = text.search(MIXED);
  if (index < 0) return undefined;
  const [before] = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, index - 40), index)) ?? [''];
  const [from] = /^[\p{L}\p{M}]*/u.exec(text.slice(index, index + 40)) ?? [''];
  return before + from;
}
