import { isJsonObject, type Json, member } from '../../base/index.ts';
import { type DialectName, type Keyword, keywordsOf, type Vocabulary } from './keywords.ts';

/** Which words mean something, and what. A plain value: nothing a schema says can change it for another schema. */
export interface Dialect {
  readonly name: DialectName;
  readonly keywords: ReadonlyMap<string, Keyword>;
}

/** Documents the caller vouches for, by absolute URI without a fragment. Nothing is ever fetched. */
export type Remotes = ReadonlyMap<string, Json>;

export const DRAFT_07_URI = 'http://json-schema.org/draft-07/schema';
export const DRAFT_2020_12_URI = 'https://json-schema.org/draft/2020-12/schema';
export const VOCABULARY_URI = 'https://json-schema.org/draft/2020-12/vocab/';

export const DRAFT_07 = dialect('draft-07', keywordsOf('draft-07'));
export const DRAFT_2020_12 = dialect('2020-12', keywordsOf('2020-12'));

/** The dialect that `$schema` names: one of the two we know, or a meta-schema among the remotes made of their words. */
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

/** A meta-schema of 2020-12 that lists its vocabularies. One that requires a vocabulary unknown to us is refused. */
function findCustomDialect(metaSchema: Json | undefined): Dialect | undefined {
  if (metaSchema === undefined || !isJsonObject(metaSchema)) return undefined;
  const base = member(metaSchema, '$schema');
  const vocabularies = member(metaSchema, '$vocabulary');
  if (typeof base !== 'string' || findDialect(base) !== DRAFT_2020_12) return undefined;
  if (vocabularies === undefined || !isJsonObject(vocabularies)) return undefined;
  const known = new Set<string>(STANDARD_VOCABULARIES.map(name => VOCABULARY_URI + name));
  if (Object.entries(vocabularies).some(([uri, required]) => required !== false && !known.has(uri))) return undefined;
  const named = ({ vocabulary }: Keyword): boolean => Object.hasOwn(vocabularies, VOCABULARY_URI + vocabulary);
  // Without its core no schema could even name its dialect.
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
