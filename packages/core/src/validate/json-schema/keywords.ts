import { SHAPES, type Shape, type ShapeName } from './shapes.ts';

/** The vocabularies of 2020-12; `legacy` keywords are checked but have no effect. */
export type Vocabulary =
  | 'core'
  | 'applicator'
  | 'unevaluated'
  | 'validation'
  | 'meta-data'
  | 'format-annotation'
  | 'content'
  | 'legacy';

export interface Keyword {
  readonly name: string;
  readonly vocabulary: Vocabulary;
  readonly shape: Shape;
  /** Position in the evaluation order. */
  readonly turn: number;
}

export type DialectName = 'draft-07' | '2020-12';

type Row = readonly [name: string, vocabulary: Vocabulary, draft07: ShapeName | '', draft2020: ShapeName | ''];

/**
 * Every keyword of both dialects with the shape of its value; an empty shape means that the dialect lacks it. The order
 * is the evaluation order: `unevaluated…` come last, because they depend on the others.
 */
const ROWS: readonly Row[] = [
  ['$schema', 'core', 'text', 'text'],
  ['$id', 'core', 'name', 'bareName'],
  ['$anchor', 'core', '', 'anchor'],
  ['$dynamicAnchor', 'core', '', 'anchor'],
  ['$vocabulary', 'core', '', 'flagMap'],
  ['$comment', 'core', 'text', 'text'],
  ['$defs', 'core', '', 'schemaMap'],
  ['definitions', 'legacy', 'schemaMap', 'schemaMap'],
  ['$recursiveAnchor', 'legacy', '', 'anchor'],
  ['$recursiveRef', 'legacy', '', 'text'],

  ['type', 'validation', 'types', 'types'],
  ['enum', 'validation', 'choices', 'list'],
  ['const', 'validation', 'any', 'any'],
  ['multipleOf', 'validation', 'positive', 'positive'],
  ['maximum', 'validation', 'number', 'number'],
  ['exclusiveMaximum', 'validation', 'number', 'number'],
  ['minimum', 'validation', 'number', 'number'],
  ['exclusiveMinimum', 'validation', 'number', 'number'],
  ['maxLength', 'validation', 'count', 'count'],
  ['minLength', 'validation', 'count', 'count'],
  ['pattern', 'validation', 'pattern', 'pattern'],
  ['maxItems', 'validation', 'count', 'count'],
  ['minItems', 'validation', 'count', 'count'],
  ['uniqueItems', 'validation', 'flag', 'flag'],
  ['maxContains', 'validation', '', 'count'],
  ['minContains', 'validation', '', 'count'],
  ['maxProperties', 'validation', 'count', 'count'],
  ['minProperties', 'validation', 'count', 'count'],
  ['required', 'validation', 'names', 'names'],
  ['dependentRequired', 'validation', '', 'namesMap'],

  ['$ref', 'core', 'reference', 'reference'],
  ['$dynamicRef', 'core', '', 'reference'],
  ['allOf', 'applicator', 'schemaList', 'schemaList'],
  ['anyOf', 'applicator', 'schemaList', 'schemaList'],
  ['oneOf', 'applicator', 'schemaList', 'schemaList'],
  ['not', 'applicator', 'schema', 'schema'],
  ['if', 'applicator', 'schema', 'schema'],
  ['then', 'applicator', 'schema', 'schema'],
  ['else', 'applicator', 'schema', 'schema'],
  ['dependentSchemas', 'applicator', '', 'schemaMap'],
  ['dependencies', 'legacy', 'schemaOrNamesMap', 'schemaOrNamesMap'],
  ['properties', 'applicator', 'schemaMap', 'schemaMap'],
  ['patternProperties', 'applicator', 'schemaMap', 'schemaMap'],
  ['additionalProperties', 'applicator', 'schema', 'schema'],
  ['propertyNames', 'applicator', 'schema', 'schema'],
  ['prefixItems', 'applicator', '', 'schemaList'],
  ['items', 'applicator', 'schemaOrList', 'schema'],
  ['additionalItems', 'applicator', 'schema', ''],
  ['contains', 'applicator', 'schema', 'schema'],

  ['title', 'meta-data', 'text', 'text'],
  ['description', 'meta-data', 'text', 'text'],
  ['default', 'meta-data', 'any', 'any'],
  ['deprecated', 'meta-data', '', 'flag'],
  ['readOnly', 'meta-data', 'flag', 'flag'],
  ['writeOnly', 'meta-data', 'flag', 'flag'],
  ['examples', 'meta-data', 'list', 'list'],
  ['format', 'format-annotation', 'text', 'text'],
  ['contentEncoding', 'content', 'text', 'text'],
  ['contentMediaType', 'content', 'text', 'text'],
  ['contentSchema', 'content', '', 'schema'],

  ['unevaluatedItems', 'unevaluated', '', 'schema'],
  ['unevaluatedProperties', 'unevaluated', '', 'schema'],
];

export function keywordsOf(dialect: DialectName): Keyword[] {
  return ROWS.flatMap(([name, vocabulary, draft07, draft2020], turn) => {
    const shape = dialect === 'draft-07' ? draft07 : draft2020;
    return shape === '' ? [] : [{ name, vocabulary, shape: SHAPES[shape], turn }];
  });
}
