import { isJsonObject, type Json, member } from '../../base/index.ts';
import { type DialectName, type Keyword, keywordsOf, type Vocabulary } from './keywords.ts';

/** The keywords of a dialect. Immutable: one schema cannot change it for another. */
export interface Dialect {
  readonly name: DialectName;
  readonly keywords: ReadonlyMap<string, Keyword>;
}

/** Trusted documents by absolute URI without a fragment. Nothing is fetched. */
export type Remotes = ReadonlyMap<string, Json>;

export const DRAFT_07_URI = 'http://json-schema.org/draft-07/schema';
export const DRAFT_2020_12_URI = 'https://json-schema.org/draft/2020-12/schema';
export const VOCABULARY_URI = 'https://json-schema.org/draft/2020-12/vocab/';

export const DRAFT_07 = dialect('draft-07', keywordsOf('draft-07'));
export const DRAFT_2020_12 = dialect('2020-12', keywordsOf('2020-12'));

/** The dialect named by `$schema`: a known one, or a meta-schema among the remotes. */
export function findDialect(uri: string, remotes?: Remotes): Dialect | undefined {
  const bare = uri.endsWith('#') ? uri.slice(0, -1) : uri;
  switch (bare.replace(/^https?:/, '')) {
    case '//json-schema.org/draft-07/schema':
      return DRAFT_07;
    case '//json-schema.org/draft/2020-12/schema':
      return DRAFT_2020_12;
    default:
      return findCustomDialect(remotes?.get(bare));
  }
}

/** A 2020-12 meta-schema with `$vocabulary`, unless it requires an unknown vocabulary. */
function findCustomDialect(metaSchema: Json | undefined): Dialect | undefined {
  if (metaSchema === undefined || !isJsonObject(metaSchema)) return undefined;
  const base = member(metaSchema, '$schema');
  const vocabularies = member(metaSchema, '$vocabulary');
  if (typeof base !== 'string' || findDialect(base) !== DRAFT_2020_12) return undefined;
  if (vocabularies === undefined || !isJsonObject(vocabularies)) return undefined;
  const known = new Set<string>(STANDARD_VOCABULARIES.map(name => VOCABULARY_URI + name));
  if (Object.entries(vocabularies).some(([uri, required]) => required !== false && !known.has(uri))) return undefined;
  const named = ({ vocabulary }: Keyword): boolean => Object.hasOwn(vocabularies, VOCABULARY_URI + vocabulary);
  // The core vocabulary always applies.
  const keywords = keywordsOf('2020-12').filter(keyword => keyword.vocabulary === 'core' || named(keyword));
  return dialect('2020-12', keywords);
}

export const STANDARD_VOCABULARIES: readonly Vocabulary[] = [
  'core',
  'applicator',
  'unevaluated',
  'validation',
  'meta-data',
  'format-annotation',
  'content',
];

function dialect(name: DialectName, keywords: readonly Keyword[]): Dialect {
  return { name, keywords: new Map(keywords.map(keyword => [keyword.name, keyword])) };
}
