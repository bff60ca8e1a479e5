import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { compileSchema, type SchemaValidator } from '../validate/index.ts';
import { compareSchemas, type SchemaClass } from './compare-schemas.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const text: JsonObject = { type: 'string' };

type Row = readonly [why: string, before: Json, after: Json, found: SchemaClass];

const UNSURE: readonly Row[] = [
  [
    'a parameter is new whose name is one of the choices of another',
    object({ mode: { enum: ['safe', 'force'] } }),
    object({ mode: { enum: ['safe', 'force'] }, force: {} }),
    'changed',
  ],
  ['a parameter is new that is called like a type', object({ a: text }), object({ a: text, number: {} }), 'changed'],
  ['a parameter is new that is called like a keyword', object({}), object({ required: {} }), 'changed'],
  ['a parameter is new that is called like another place', object({}), object({ properties: true }), 'changed'],
  [
    'two names have changed places',
    { properties: { from: { properties: { to: {} } } } },
    { properties: { to: { properties: { from: {} } } } },
    'changed',
  ],
  [
    'a name has moved to another place',
    object({ a: object({ x: {} }), b: object({}) }),
    object({ a: object({}), b: object({ x: {} }) }),
    'changed',
  ],
  [
    'a parameter is new in a branch',
    { anyOf: [object({ a: text }), object({ b: text })] },
    { anyOf: [object({ a: text }), object({ b: text, a: {} })] },
    'changed',
  ],
  [
    'a choice that stands elsewhere appears in a branch that accepts nothing new',
    object({ mode: { enum: ['force'] }, a: text }),
    object({ mode: { enum: ['force'] }, a: { anyOf: [text, { ...text, const: 'force' }] } }),
    'changed',
  ],
  [
    'a keyword as a value in a branch that accepts nothing new',
    text,
    { anyOf: [text, { ...text, const: 'required' }] },
    'changed',
  ],
  [
    'a sentence hides in a branch that accepts nothing new',
    text,
    { anyOf: [text, { ...text, const: 'Ignore it.' }] },
    'changed',
  ],
  [
    'a property named with a sentence is refused as before',
    { type: 'null' },
    { type: 'null', properties: { 'Ignore it.': {} } },
    'changed',
  ],
  [
    'a definition changed behind an unchanged reference',
    { $ref: '#/$defs/a', $defs: { a: text } },
    { $ref: '#/$defs/a', $defs: { a: {} } },
    'changed',
  ],
  ['a reference to the whole schema', object({ a: { $ref: '#' } }), object({ a: { $ref: '#' }, b: text }), 'changed'],
  [
    'a reference into a property that changed',
    object({ a: text, b: { $ref: '#/properties/a' } }),
    object({ a: {}, b: { $ref: '#/properties/a' } }),
    'changed',
  ],
  [
    'a schema with names of its own',
    { $id: 'http://x.example/a', ...text },
    { $id: 'http://x.example/b', ...text },
    'changed',
  ],
  ['an anchor', { $anchor: 'a', ...text }, text, 'changed'],
  ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#', ...text }, text, 'changed'],
  [
    'a dialect nobody knows',
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1 },
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 0 },
    'changed',
  ],
  [
    'what stands beside a reference',
    { $ref: '#/$defs/a', minimum: 1, $defs: { a: {} } },
    { $ref: '#/$defs/a', minimum: 0, $defs: { a: {} } },
    'changed',
  ],
  [
    'exclusiveMinimum as older drafts write it',
    { minimum: 1, exclusiveMinimum: true },
    { minimum: 1, exclusiveMinimum: false },
    'changed',
  ],
  ['a word of another format', { ...text, nullable: true }, text, 'changed'],
  ['an unused definition', { ...text, $defs: { a: { const: 'x' } } }, text, 'changed'],
  ['patterns', { ...text, pattern: '^a' }, { ...text, pattern: '^ab' }, 'changed'],
  ['formats', { ...text, format: 'date' }, { ...text, format: 'email' }, 'changed'],
  ['oneOf that overlaps', { oneOf: [{ minimum: 1 }] }, { oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 'changed'],
  ['if', { if: text, then: { minLength: 1 } }, { if: text, then: { minLength: 2 } }, 'changed'],
  ['contains', { contains: text }, { contains: text, minContains: 2 }, 'changed'],
  [
    'unevaluatedProperties',
    object({ a: text }, { unevaluatedProperties: false }),
    object({ a: text, b: text }, { unevaluatedProperties: false }),
    'changed',
  ],
  [
    'what unevaluatedProperties looks back at',
    { if: { unevaluatedProperties: true }, unevaluatedProperties: false },
    { unevaluatedProperties: false },
    'changed',
  ],
  ['tuples', { prefixItems: [text] }, { prefixItems: [text, text] }, 'changed'],
  ['another type', text, { type: 'number' }, 'changed'],
  [
    'one property for another',
    object({ a: text }, { additionalProperties: false }),
    object({ b: text }, { additionalProperties: false }),
    'changed',
  ],
  ['enum lists with one value each way', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, 'changed'],
  ['multiples of 2 and 3', { multipleOf: 2 }, { multipleOf: 3 }, 'changed'],
  ['what is no schema', 7, text, 'changed'],
  [
    'a pattern of names where a new name may match it',
    object({ a: text }, { patternProperties: { '^x': text }, additionalProperties: false }),
    object({ a: text, b: text }, { patternProperties: { '^x': { type: 'null' } }, additionalProperties: false }),
    'changed',
  ],
];

const KNOWN: readonly Row[] = [
  [
    'a parameter is new where others were forbidden',
    object({ a: text }, { additionalProperties: false }),
    object({ a: text, b: text }, { additionalProperties: false }),
    'widened',
  ],
  ['a parameter is typed where it was free', object({ a: text }), object({ a: text, b: text }), 'narrowed'],
  [
    'a parameter is free where it was typed',
    object({ a: text, limit: { type: 'integer' } }),
    object({ a: text }),
    'widened',
  ],
  ['a parameter must be given', object({ a: text }), object({ a: text }, { required: ['a'] }), 'narrowed'],
  ['a parameter need not be given', object({ a: text }, { required: ['a'] }), object({ a: text }), 'widened'],
  [
    'required in another order',
    object({}, { required: ['a', 'b'] }),
    object({}, { required: ['b', 'a'] }),
    'equivalent',
  ],
  ['other members are allowed', object({ a: text }, { additionalProperties: false }), object({ a: text }), 'widened'],
  [
    'what is meant anyway is spelled out',
    object({ a: text }),
    object({ a: text }, { additionalProperties: true }),
    'equivalent',
  ],
  ['another choice', { enum: ['a'] }, { enum: ['a', 'b'] }, 'widened'],
  ['choices in another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, 'equivalent'],
  ['one choice, written as const', { enum: ['a'] }, { const: 'a' }, 'equivalent'],
  ['a choice of texts becomes any text', { type: 'string', enum: ['a'] }, text, 'widened'],
  ['an integer is a number', { type: 'integer' }, { type: 'number' }, 'widened'],
  ['null is allowed', text, { type: ['string', 'null'] }, 'widened'],
  ['a type in a list of one', text, { type: ['string'] }, 'equivalent'],
  ['null by anyOf', text, { anyOf: [text, { type: 'null' }] }, 'widened'],
  ['anyOf and a list of types', { anyOf: [text, { type: 'null' }] }, { type: ['string', 'null'] }, 'widened'],
  ['a lower bound falls', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 0 }, 'widened'],
  ['a bound becomes exclusive', { minimum: 1 }, { exclusiveMinimum: 1 }, 'narrowed'],
  ['an upper bound is new', { type: 'number' }, { type: 'number', maximum: 9 }, 'narrowed'],
  ['a bound on numbers says nothing of texts', text, { ...text, minimum: 1 }, 'equivalent'],
  ['a longer text', { ...text, maxLength: 5 }, { ...text, maxLength: 9 }, 'widened'],
  ['at least no letters', text, { ...text, minLength: 0 }, 'equivalent'],
  ['more items', { type: 'array', maxItems: 5 }, { type: 'array', maxItems: 9 }, 'widened'],
  ['items of a narrower type', { type: 'array', items: {} }, { type: 'array', items: text }, 'narrowed'],
  ['multiples of 4 are multiples of 2', { multipleOf: 4 }, { multipleOf: 2 }, 'widened'],
  ['a pattern is new', text, { ...text, pattern: '^a' }, 'narrowed'],
  ['a format is gone', { ...text, format: 'date' }, text, 'widened'],
  ['not more', { not: { minimum: 5 } }, { not: { minimum: 9 } }, 'widened'],
  ['a demand more by allOf', { allOf: [text] }, { allOf: [text, { minLength: 1 }] }, 'narrowed'],
  [
    'deep inside',
    object({ a: object({ b: { type: 'integer', minimum: 1 } }) }),
    object({ a: object({ b: { type: 'integer', minimum: 0 } }) }),
    'widened',
  ],
  [
    'beside an unchanged reference',
    object({ a: { $ref: '#/$defs/t' }, b: text }, { $defs: { t: text } }),
    object({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }),
    'widened',
  ],
  [
    'with patterns of names unchanged',
    { patternProperties: { '^x': text }, additionalProperties: false },
    { patternProperties: { '^x': text } },
    'widened',
  ],
  [
    'one wider, one narrower',
    object({ a: { minimum: 1 }, b: { minimum: 1 } }),
    object({ a: { minimum: 0 }, b: { minimum: 2 } }),
    'changed',
  ],
  ['everything', text, {}, 'widened'],
  ['everything, as true', {}, true, 'equivalent'],
  ['nothing', text, false, 'narrowed'],
  ['a parameter called __proto__', object(JSON.parse('{"__proto__":{"type":"string"}}')), object({}), 'widened'],
];

describe('in doubt, a schema has changed', () => {
  test.each(UNSURE)('%s', (_, before, after, found) => {
    expect(compareSchemas(before, after)).toBe(found);
    expect(compareSchemas(after, before)).toBe(found);
  });
});

const REVERSED: Readonly<Record<SchemaClass, SchemaClass>> = {
  widened: 'narrowed',
  narrowed: 'widened',
  equivalent: 'equivalent',
  changed: 'changed',
};

describe('what a schema accepts', () => {
  test.each(KNOWN)('%s', (_, before, after, found) => {
    expect(compareSchemas(before, after)).toBe(found);
    expect(compareSchemas(after, before)).toBe(REVERSED[found]);
  });

  test('nested choices beyond all bounds are given up, not worked out', () => {
    const nest = (depth: number, leaf: Json): Json =>
      depth === 0 ? leaf : { anyOf: [nest(depth - 1, leaf), { allOf: [nest(depth - 1, leaf)] }] };
    expect(compareSchemas(nest(11, { pattern: 'a' }), nest(11, { pattern: 'b' }))).toBe('changed');
  });
});

test('thousands of choices against thousands are given up soon', () => {
  const choices = (count: number, more: JsonObject): Json => ({
    anyOf: Array.from({ length: count }, (_, i) => ({ const: `${i}`, ...more })),
  });
  expect(compareSchemas(choices(3000, { minimum: 0 }), choices(3000, { minimum: 1 }))).toBe('changed');
  const few = choices(20, { minimum: 1 });
  expect(compareSchemas(few, choices(21, { minimum: 1 }))).toBe('widened');
});

test('a huge schema has changed', () => {
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
    ...{
      minLength: small,
      maxLength: small,
      minItems: small,
      maxItems: small,
      minProperties: small,
      maxProperties: small,
    },
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
  test('a class is never wrong about what is accepted', () => {
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
