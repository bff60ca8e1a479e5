import { type EntryWords, entryWords, type IndexEntry } from './index-entry.ts';
import { queryWords, searchWords } from './words.ts';

/** How well a match is placed. Fixed numbers: what else is in the registry, and how often a word is said, decide nothing. */
const TIERS = {
  exactName: 1,
  namePrefix: 0.8,
  name: { whole: 0.6, prefix: 0.5 },
  labels: { whole: 0.4, prefix: 0.35 },
  description: { whole: 0.2, prefix: 0.15 },
} as const;

/**
 * How well an entry fits a query, from 0 (not at all) to 1 (it is the name). Every word must be found, whole or as the
 * start of a word. A blank query fits everything; one without any word, such as `***`, fits nothing.
 */
export function relevance(query: string, entry: IndexEntry): number {
  const wanted = queryWords(query);
  if (wanted.length === 0) return query.trim() === '' ? TIERS.exactName : 0;
  return nameRelevance(query, entry) ?? wordRelevance(wanted, entryWords(entry));
}

function nameRelevance(query: string, { name }: IndexEntry): number | undefined {
  const typed = searchWords(query).join(' ');
  const full = searchWords(name).join(' ');
  if (typed === full) return TIERS.exactName;
  return full.startsWith(typed) ? TIERS.namePrefix : undefined;
}

function wordRelevance(wanted: readonly string[], words: EntryWords): number {
  const places = wanted.map(word => wordTier(word, words));
  return places.includes(0) ? 0 : places.reduce((sum, tier) => sum + tier, 0) / places.length;
}

function wordTier(wanted: string, words: EntryWords): number {
  const tiers = (['name', 'labels', 'description'] as const).map(place => {
    if (words[place].includes(wanted)) return TIERS[place].whole;
    return words[place].some(word => word.startsWith(wanted)) ? TIERS[place].prefix : 0;
  });
  return Math.max(...tiers);
}
