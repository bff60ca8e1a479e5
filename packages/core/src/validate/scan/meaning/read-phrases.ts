import { type Neighbourhood, neighbourhoodsOf } from '../hiding/neighbourhoods.ts';
import { makeStemFinder, type StemFinder } from '../literals/stem-finder.ts';
import type { Hit } from './hit.ts';
import { LANGUAGES, type Phrase } from './languages.ts';

/** Phrases of other languages, in a text that keeps its own letters. */
export function readPhrases(soft: string): Hit[] {
  compiled ??= compile();
  const { stems } = compiled;
  const find = stems.look(soft);
  const places = neighbourhoodsOf(soft, (_, from) => find(from), LONGEST_PHRASE);
  if (places.length === 0) return [];
  return phrasesIn(places, compiled).flatMap(phrase => findPhrase(phrase, places) ?? []);
}

const LONGEST_PHRASE = 400;

/** Those with a stem that stands in one of the places. Hardly ever are they more than a few. */
function phrasesIn(places: readonly Neighbourhood[], { stems, phrases, byStem }: Compiled): CompiledPhrase[] {
  const wanted = new Set<Phrase>();
  for (const { text } of places) {
    const find = stems.look(text);
    for (let at = find(0); at >= 0; at = find(at + 1))
      for (const phrase of byStem.get(stems.at(text, at)) ?? []) wanted.add(phrase);
  }
  return phrases.filter(phrase => wanted.has(phrase));
}

function findPhrase(
  { id, code, tier, stems, regex }: CompiledPhrase,
  places: readonly Neighbourhood[],
): Hit | undefined {
  for (const { start, text } of places) {
    const match = stems.some(stem => text.includes(stem)) ? regex.exec(text) : null;
    if (match === null) continue;
    const at = start + match.index;
    return { id, code, tier, start: at, end: at + match[0].length, evidence: match[0] };
  }
  return undefined;
}

type CompiledPhrase = Phrase & { readonly regex: RegExp };

interface Compiled {
  readonly phrases: readonly CompiledPhrase[];
  readonly stems: StemFinder;
  /** For each stem the phrases that have it, or one that starts alike. */
  readonly byStem: ReadonlyMap<string, readonly Phrase[]>;
}

// Made when first asked for: a run that scans nothing pays nothing.
let compiled: Compiled | undefined;

function compile(): Compiled {
  const phrases = LANGUAGES.map(phrase => ({ ...phrase, regex: new RegExp(phrase.pattern, 'u') }));
  const stems = [...new Set(LANGUAGES.flatMap(phrase => phrase.stems))];
  const isAlike = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
  const withStem = (stem: string): Phrase[] => phrases.filter(phrase => phrase.stems.some(own => isAlike(own, stem)));
  return { phrases, stems: makeStemFinder(stems), byStem: new Map(stems.map(stem => [stem, withStem(stem)])) };
}
