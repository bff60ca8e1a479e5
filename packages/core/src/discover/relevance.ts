import { byCodePoint } from '../base/index.ts';
import { compareVersions } from '../publish/index.ts';
import { type EntryWords, entryWords, type IndexEntry } from './index-entry.ts';
import { queryWords, searchWords } from './words.ts';

/**
 * What a match is worth by its place: the nearest place in which all words are found, there or nearer. Fixed
 * numbers: what else is in the registry, and how often a word is said, decide nothing.
 */
export const RELEVANCE = { exactName: 1, namePrefix: 0.8, name: 0.6, labels: 0.4, description: 0.2 } as const;

/**
 * How well an entry fits a query, from 0 (not at all) to 1 (it is the name). Every word must be found, whole or as the
 * start of a word. A blank query fits everything; one without any word, such as `***`, fits nothing.
 */
export function relevance(query: string, entry: IndexEntry): number {
  const wanted = queryWords(query);
  if (wanted.length === 0) return query.trim() === '' ? RELEVANCE.exactName : 0;
  return nameRelevance(query, entry) ?? wordRelevance(wanted, entryWords(entry));
}

function nameRelevance(query: string, { name }: IndexEntry): number | undefined {
  const typed = searchWords(query).join(' ');
  const full = searchWords(name).join(' ');
  if (typed === full) return RELEVANCE.exactName;
  return full.startsWith(typed) ? RELEVANCE.namePrefix : undefined;
}

function wordRelevance(wanted: readonly string[], { name, labels, description }: EntryWords): number {
  const places = [name, [...name, ...labels], [...name, ...labels, ...description]];
  const nearest = places.findIndex(words => wanted.every(word => words.some(one => one.startsWith(word))));
  return [RELEVANCE.name, RELEVANCE.labels, RELEVANCE.description][nearest] ?? 0;
}

/** What a place in a list of results depends on. Downloads are not among it. */
export interface RankInput {
  readonly relevance: number;
  /** The score of the reputation. */
  readonly score: number;
  /** The tool is for a kind of service that the caller prefers. */
  readonly domainMatch: boolean;
}

/** What a preferred domain is worth: as much as a reputation a quarter better. */
export const DOMAIN_BOOST = 1.25;

/** Higher comes first. */
export function rankOf({ relevance, score, domainMatch }: RankInput): number {
  return relevance * score * (domainMatch ? DOMAIN_BOOST : 1);
}

export interface Ranked {
  readonly rank: number;
  readonly name: string;
  readonly version: string;
  /** It has an advisory. */
  readonly isAdvised?: boolean | undefined;
}

/** Tools without an advisory first, then by rank, name and newest version. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(a.isAdvised === true) - Number(b.isAdvised === true) ||
    b.rank - a.rank ||
    byCodePoint(a.name, b.name) ||
    compareVersions(b.version, a.version) ||
    byCodePoint(a.version, b.version)
  );
}
