import { byCodePoint } from '../base/index.ts';
import { compareVersions } from '../publish/index.ts';

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
  /** An advisory stands against it. */
  readonly isAdvised?: boolean | undefined;
}

/** The order of results: what no advisory stands against; the rank, then the name, then the newest version; a list has one order only. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(a.isAdvised === true) - Number(b.isAdvised === true) ||
    b.rank - a.rank ||
    byCodePoint(a.name, b.name) ||
    compareVersions(b.version, a.version) ||
    byCodePoint(a.version, b.version)
  );
}
