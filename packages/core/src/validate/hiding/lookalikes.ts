/** Greek has honest uses inside Latin words (μs, Δt), so only its letters that look Latin count. */
const IMPOSTOR = '[\\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι]';
const HAS_IMPOSTOR = new RegExp(IMPOSTOR, 'u');
const MIXED = new RegExp(`\\p{Script=Latin}\\p{M}{0,8}${IMPOSTOR}|${IMPOSTOR}\\p{M}{0,8}\\p{Script=Latin}`, 'u');

/** The first word that mixes letters of two scripts that look alike. */
export function findMixedWord(text: string): string | undefined {
  const index = HAS_IMPOSTOR.test(text) ? text.search(MIXED) : -1;
  return index < 0 ? undefined : wordAt(text, index);
}

function wordAt(text: string, index: number): string {
  const [before] = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, index - 40), index)) ?? [''];
  const [from] = /^[\p{L}\p{M}]*/u.exec(text.slice(index, index + 40)) ?? [''];
  return before + from;
}
