import type { Json } from '../../base/index.ts';
import { DRAFT_07_URI, DRAFT_2020_12_URI, STANDARD_VOCABULARIES, VOCABULARY_URI } from './dialect.ts';
import { type DialectName, type Keyword, keywordsOf } from './keywords.ts';

/** The meta-schema of a dialect, made from the keyword table. It accepts the same schemas as the published one. */
export function metaSchema(dialect: DialectName): Json {
  return dialect === 'draft-07' ? draft07() : draft2020(DRAFT_2020_12_URI, keywordsOf(dialect), STANDARD_VOCABULARIES);
}

const PIECE_URI = 'https://json-schema.org/draft/2020-12/meta/';

/** Meta-schemas that every schema may refer to. */
export function findMetaSchema(uri: string): Json | undefined {
  if (uri === DRAFT_07_URI) return metaSchema('draft-07');
  if (uri === DRAFT_2020_12_URI) return metaSchema('2020-12');
  const vocabulary = STANDARD_VOCABULARIES.find(name => uri === PIECE_URI + name);
  if (vocabulary === undefined) return undefined;
  const keywords = keywordsOf('2020-12').filter(keyword => keyword.vocabulary === vocabulary);
  return draft2020(uri, keywords, [vocabulary]);
}

function draft07(): Json {
  const properties = describe(keywordsOf('draft-07'), { $ref: '#' });
  return { $schema: `${DRAFT_07_URI}#`, $id: `${DRAFT_07_URI}#`, type: ['object', 'boolean'], properties };
}

/** `$dynamicRef` applies the whole meta-schema, not the vocabulary, to subschemas. */
function draft2020(uri: string, keywords: readonly Keyword[], vocabularies: readonly string[]): Json {
  return {
    $schema: DRAFT_2020_12_URI,
    $id: uri,
    $vocabulary: Object.fromEntries(vocabularies.map(name => [VOCABULARY_URI + name, true])),
    $dynamicAnchor: 'meta',
    type: ['object', 'boolean'],
    properties: describe(keywords, { $dynamicRef: '#meta' }),
  };
}

function describe(keywords: readonly Keyword[], self: Json): Json {
  return Object.fromEntries(keywords.map(({ name, shape }) => [name, shape.meta(self)]));
}
