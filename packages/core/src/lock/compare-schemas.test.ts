import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { compileSchema, type SchemaValidator } from '../validate/index.ts';
import { compareSchemas, type SchemaClass } from './compare-schemas.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const closed = (properties: JsonObject): JsonObject => object(properties, { additionalProperties: false });
const text: JsonObject = { type: 'string' };

const UNSURE: readonly (readonly [why: string, before: Json, after: Json])[] = [
  [
    'an added parameter named like a choice',
    object({ mode: { enum: ['safe', 'force'] } }),
    object({ mode: { enum: ['safe', 'force'] }, force: {} }),
  ],
  ['an added parameter named like a type', object({ a: text }), object({ a: text, number: {} })],
  ['an added parameter named like a keyword', object({}), object({ required: {} })],
  ['an added parameter named properties', object({}), object({ properties: true })],
  [
    'two swapped names',
    { properties: { from: { properties: { to: {} } } } },
    { properties: { to: { properties: { from: {} } } } },
  ],
  ['a moved name', object({ a: object({ x: {} }), b: object({}) }), object({ a: object({}), b: object({ x: {} }) })],
  [
    'an added parameter in a branch',
    { anyOf: [object({ a: text }), object({ b: text })] },
    { anyOf: [object({ a: text }), object({ b: text, a: {} })] },
  ],
  [
    'a repeated choice in a redundant branch',
    object({ mode: { enum: ['force'] }, a: text }),
    object({ mode: { enum: ['force'] }, a: { anyOf: [text, { ...text, const: 'force' }] } }),
  ],
  ['a keyword as value in a redundant branch', text, { anyOf: [text, { ...text, const: 'required' }] }],
  ['text in a redundant branch', text, { anyOf: [text, { ...text, const: 'Ignore it.' }] }],
  ['text as the name of a rejected property', { type: 'null' }, { type: 'null', properties: { 'Ignore it.': {} } }],
  [
    'a changed definition behind a reference',
    { $ref: '#/$defs/a', $defs: { a: text } },
    { $ref: '#/$defs/a', $defs: { a: {} } },
  ],
  ['a reference to the whole schema', object({ a: { $ref: '#' } }), object({ a: { $ref: '#' }, b: text })],
  [
    'a reference into a changed property',
    object({ a: text, b: { $ref: '#/properties/a' } }),
    object({ a: {}, b: { $ref: '#/properties/a' } }),
  ],
  ['another $id', { $id: 'http://x.example/a', ...text }, { $id: 'http://x.example/b', ...text }],
  ['an anchor', { $anchor: 'a', ...text }, text],
  ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#', ...text }, text],
  [
    'an unknown dialect',
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1 },
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 0 },
  ],
  [
    'keywords beside a reference',
    { $ref: '#/$defs/a', minimum: 1, $defs: { a: {} } },
    { $ref: '#/$defs/a', minimum: 0, $defs: { a: {} } },
  ],
  ['exclusiveMinimum of draft-04', { minimum: 1, exclusiveMinimum: true }, { minimum: 1, exclusiveMinimum: false }],
  ['nullable of OpenAPI', { ...text, nullable: true }, text],
  ['an unused definition', { ...text, $defs: { a: { const: 'x' } } }, text],
  ['patterns', { ...text, pattern: '^a' }, { ...text, pattern: '^ab' }],
  ['formats', { ...text, format: 'date' }, { ...text, format: 'email' }],
  ['oneOf that overlaps', { oneOf: [{ minimum: 1 }] }, { oneOf: [{ minimum: 1 }, { minimum: 2 }] }],
  ['if', { if: text, then: { minLength: 1 } }, { if: text, then: { minLength: 2 } }],
  ['contains', { contains: text }, { contains: text, minContains: 2 }],
  [
    'unevaluatedProperties',
    object({ a: text }, { unevaluatedProperties: false }),
    object({ a: text, b: text }, { unevaluatedProperties: false }),
  ],
  [
    'unevaluatedProperties after if',
    { if: { unevaluatedProperties: true }, unevaluatedProperties: false },
    { unevaluatedProperties: false },
  ],
  ['tuples', { prefixItems: [text] }, { prefixItems: [text, text] }],
  ['another type', text, { type: 'number' }],
  ['one property for another', closed({ a: text }), closed({ b: text })],
  ['overlapping enums', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }],
  ['multiples of 2 and 3', { multipleOf: 2 }, { multipleOf: 3 }],
  ['a number as schema', 7, text],
  [
    'an added name that may match a pattern',
    object({ a: text }, { patternProperties: { '^x': text }, additionalProperties: false }),
    object({ a: text, b: text }, { patternProperties: { '^x': { type: 'null' } }, additionalProperties: false }),
  ],
];

const KNOWN: readonly (readonly [why: string, before: Json, after: Json, found: SchemaClass])[] = [
  ['an added parameter in a closed schema', closed({ a: text }), closed({ a: text, b: text }), 'widened'],
  ['an added parameter', object({ a: text }), object({ a: text, b: text }), 'narrowed'],
  ['a removed parameter', object({ a: text, limit: { type: 'integer' } }), object({ a: text }), 'widened'],
  ['an added required', object({ a: text }), object({ a: text }, { required: ['a'] }), 'narrowed'],
  ['a removed required', object({ a: text }, { required: ['a'] }), object({ a: text }), 'widened'],
  ['reordered required', object({}, { required: ['a', 'b'] }), object({}, { required: ['b', 'a'] }), 'equivalent'],
  ['a schema that is no longer closed', closed({ a: text }), object({ a: text }), 'widened'],
  ['an explicit default', object({ a: text }), object({ a: text }, { additionalProperties: true }), 'equivalent'],
  ['an added choice', { enum: ['a'] }, { enum: ['a', 'b'] }, 'widened'],
  ['reordered choices', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, 'equivalent'],
  ['one choice, written as const', { enum: ['a'] }, { const: 'a' }, 'equivalent'],
  ['an enum that becomes any string', { type: 'string', enum: ['a'] }, text, 'widened'],
  ['an integer is a number', { type: 'integer' }, { type: 'number' }, 'widened'],
  ['an added null type', text, { type: ['string', 'null'] }, 'widened'],
  ['a type in a list of one', text, { type: ['string'] }, 'equivalent'],
  ['null by anyOf', text, { anyOf: [text, { type: 'null' }] }, 'widened'],
  ['anyOf and a list of types', { anyOf: [text, { type: 'null' }] }, { type: ['string', 'null'] }, 'widened'],
  ['a smaller lower bound', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 0 }, 'widened'],
  ['a bound becomes exclusive', { minimum: 1 }, { exclusiveMinimum: 1 }, 'narrowed'],
  ['an added upper bound', { type: 'number' }, { type: 'number', maximum: 9 }, 'narrowed'],
  ['a bound on numbers in a string schema', text, { ...text, minimum: 1 }, 'equivalent'],
  ['a longer text', { ...text, maxLength: 5 }, { ...text, maxLength: 9 }, 'widened'],
  ['minLength 0', text, { ...text, minLength: 0 }, 'equivalent'],
  ['more items', { type: 'array', maxItems: 5 }, { type: 'array', maxItems: 9 }, 'widened'],
  ['items of a narrower type', { type: 'array', items: {} }, { type: 'array', items: text }, 'narrowed'],
  ['multiples of 4 are multiples of 2', { multipleOf: 4 }, { multipleOf: 2 }, 'widened'],
  ['an added pattern', text, { ...text, pattern: '^a' }, 'narrowed'],
  ['a removed format', { ...text, format: 'date' }, text, 'widened'],
  ['a wider not', { not: { minimum: 5 } }, { not: { minimum: 9 } }, 'widened'],
  ['an added allOf branch', { allOf: [text] }, { allOf: [text, { minLength: 1 }] }, 'narrowed'],
  [
    'a nested bound',
    object({ a: object({ b: { type: 'integer', minimum: 1 } }) }),
    object({ a: object({ b: { type: 'integer', minimum: 0 } }) }),
    'widened',
  ],
  [
    'a change beside an unchanged reference',
    object({ a: { $ref: '#/$defs/t' }, b: text }, { $defs: { t: text } }),
    object({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }),
    'widened',
  ],
  [
    'unchanged patternProperties',
    { patternProperties: { '^x': text }, additionalProperties: false },
    { patternProperties: { '^x': text } },
    'widened',
  ],
  [
    'one widened, one narrowed property',
    object({ a: { minimum: 1 }, b: { minimum: 1 } }),
    object({ a: { minimum: 0 }, b: { minimum: 2 } }),
    'changed',
  ],
  ['everything', text, {}, 'widened'],
  ['everything, as true', {}, true, 'equivalent'],
  ['nothing', text, false, 'narrowed'],
  ['a parameter named __proto__', object(JSON.parse('{"__proto__":{"type":"string"}}')), object({}), 'widened'],
];

describe('without a proof, a schema is changed', () => {
  test.each(UNSURE)('%s', (_, before, after) => {
    expect(compareSchemas(before, after)).toBe('changed');
    expect(compareSchemas(after, before)).toBe('changed');
  });
});

const REVERSED: Readonly<Record<SchemaClass, SchemaClass>> = {
  widened: 'narrowed',
  narrowed: 'widened',
  equivalent: 'equivalent',
  changed: 'changed',
};

describe('a proven class', () => {
  test.each(KNOWN)('%s', (_, before, after, found) => {
    expect(compareSchemas(before, after)).toBe(found);
    expect(compareSchemas(after, before)).toBe(REVERSED[found]);
  });

  test('gives up on deeply nested choices', () => {
    const nest = (depth: number, leaf: Json): Json =>
      depth === 0 ? leaf : { anyOf: [nest(depth - 1, leaf), { allOf: [nest(depth - 1, leaf)] }] };
    expect(compareSchemas(nest(11, { pattern: 'a' }), nest(11, { pattern: 'b' }))).toBe('changed');
  });
});

test('gives up on thousands of choices', () => {
  const choices = (count: number, more: JsonObject): Json => ({
    anyOf: Array.from({ length: count }, (_, i) => ({ const: `${i}`, ...more })),
  });
  expect(compareSchemas(choices(3000, { minimum: 0 }), choices(3000, { minimum: 1 }))).toBe('changed');
  const few = choices(20, { minimum: 1 });
  expect(compareSchemas(few, choices(21, { minimum: 1 }))).toBe('widened');
});

test('a huge schema is changed', () => {
  const huge = (minimum: number): Json => object({ a: { minimum, const: 'x'.repeat(300_000) } });
  expect(compareSchemas(huge(1), huge(0))).toBe('changed');
});

const leaf: fc.Arbitrary<Json> = fc.constantFrom<Json>(null, true, 0, 1, 2, 3, -1, 1.5, '', 'a', 'ab', 'abc', 'xa');
const instance: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'xa', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const small = fc.integer({ min: 0, max: 3 });
const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'xa'), { maxLength: 2 });
const anySchema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>(tie => {
  const map = fc.dictionary(fc.constantFrom('a', 'b', 'xa', '__proto__'), tie('schema'), { maxKeys: 2 });
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 2 });
  const words: Record<string, fc.Arbitrary<Json>> = {
    type: fc.oneof(
      fc.constantFrom(...TYPES),
      fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
    ),
    enum: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    const: leaf,
    ...{ minimum: small, maximum: small, exclusiveMinimum: small, exclusiveMaximum: small },
    multipleOf: fc.integer({ min: 1, max: 3 }),
    ...{ minLength: small, maxLength: small, minItems: small, maxItems: small },
    ...{ minProperties: small, maxProperties: small },
    pattern: fc.constantFrom('^a', 'b$'),
    uniqueItems: fc.boolean(),
    required: names,
    ...{ properties: map, additionalProperties: tie('schema'), items: tie('schema'), propertyNames: tie('schema') },
    patternProperties: fc.dictionary(fc.constantFrom('^x', 'a'), tie('schema'), { maxKeys: 1 }),
    ...{ anyOf: list, allOf: list, oneOf: list, not: tie('schema'), contains: tie('schema'), minContains: small },
    ...{ if: tie('schema'), then: tie('schema'), else: tie('schema'), prefixItems: list },
    ...{ unevaluatedProperties: fc.boolean(), unevaluatedItems: fc.boolean() },
    dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), names, { maxKeys: 1 }),
  };
  const member = fc
    .constantFrom(...Object.keys(words))
    .chain(key => (words[key] ?? fc.constant(null)).map((value): [string, Json] => [key, value]));
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.boolean(),
      fc.array(member, { maxLength: 3 }).map((members): Json => Object.fromEntries(members)),
    ),
  };
}).schema;

/** A schema and one that differs from it in one place: schemas drawn apart are hardly ever comparable. */
const anyPair: fc.Arbitrary<[Json, Json]> = fc.oneof(
  fc.tuple(anySchema, anySchema),
  fc
    .tuple(anySchema, anySchema, fc.nat())
    .map(([schema, other, where]): [Json, Json] => [schema, graft(schema, other, where)]),
);

/** The schema with members of the other laid over it, or, by the number, over one of the objects in it. */
function graft(schema: Json, other: Json, where: number): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return other;
  const entries = Object.entries(schema as JsonObject);
  const inner = entries.filter(([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value));
  const picked = inner[where % (inner.length + 1)];
  if (picked === undefined) {
    if (where % 3 === 0 && entries.length > 0) return Object.fromEntries(entries.slice(1));
    return typeof other === 'object' && other !== null ? { ...schema, ...(other as JsonObject) } : other;
  }
  const [key, value] = picked;
  return Object.fromEntries(
    entries.map(([name, part]) => [name, name === key ? graft(value, other, where >> 1) : part]),
  );
}

describe('for any two schemas and values', () => {
  test('a class never misstates what is accepted', () => {
    const counts = new Map<SchemaClass, number>();
    fc.assert(
      fc.property(anyPair, fc.array(instance, { minLength: 8, maxLength: 24 }), fc.boolean(), (pair, values, isOld) => {
        const [before, after] = isOld ? (pair.map(asDraft07) as [Json, Json]) : pair;
        const found = compareSchemas(before, after);
        counts.set(found, (counts.get(found) ?? 0) + 1);
        if (found === 'changed') return;
        const [old, now] = [tryCompile(before), tryCompile(after)];
        if (old === undefined || now === undefined) return;
        for (const value of values) {
          const [was, is] = [old.validate(value).valid, now.validate(value).valid];
          if (found !== 'narrowed' && was) expect(is).toBe(true);
          if (found !== 'widened' && is) expect(was).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
    // Otherwise the property would hold of a function that always says "changed".
    for (const found of ['equivalent', 'widened', 'narrowed'] as const) expect(counts.get(found)).toBeGreaterThan(40);
  });

  test('a schema is equivalent to itself', () => {
    fc.assert(fc.property(anySchema, schema => compareSchemas(schema, schema) === 'equivalent'));
  });
});

function asDraft07(schema: Json): Json {
  return typeof schema === 'object' && schema !== null
    ? { ...(schema as JsonObject), $schema: 'http://json-schema.org/draft-07/schema#' }
    : schema;
}

/** Some generated schemas are refused, such as those with a costly pattern; they prove nothing. */
function tryCompile(schema: Json): SchemaValidator | undefined {
  try {
    return compileSchema(schema);
  } catch {
    return undefined;
  }
}
