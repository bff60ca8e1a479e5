import { expect, test } from 'vitest';
import { type Json, readJson } from '../../base/index.ts';
import { DRAFT_07, DRAFT_2020_12, keywordPath, pointerOf, walkSchema } from './index.ts';

function pointersIn(schema: Json, dialect = DRAFT_2020_12): string[] {
  const pointers: string[] = [];
  walkSchema(schema, dialect, place => {
    pointers.push(pointerOf(place));
  });
  return pointers;
}

test.each<[string, Json, string[]]>([
  ['a value that is not a schema is one place', 5, ['']],
  ['a boolean', false, ['']],
  ['values that only look like schemas', { const: { items: {} }, enum: [{ not: {} }], default: { if: {} } }, ['']],
  ['unknown keywords', { 'x-schema': { type: 'string' }, components: { schemas: { a: {} } } }, ['']],
  ['a list where a map belongs', { properties: [{ type: 'string' }] }, ['']],
  ['a map where a list belongs', { allOf: { a: {} } }, ['']],
  ['a word of the other dialect', { additionalItems: {} }, ['']],
  ['one schema', { not: {}, items: true }, ['', '/not', '/items']],
  ['a list of schemas', { prefixItems: [{}, 7] }, ['', '/prefixItems/0', '/prefixItems/1']],
  ['a map of schemas', { $defs: { 'a/b': {}, 'c~d': {} } }, ['', '/$defs/a~1b', '/$defs/c~0d']],
  ['names beside schemas', { dependencies: { a: ['b'], c: {} } }, ['', '/dependencies/c']],
  [
    'level by level',
    { properties: { a: { items: {} }, b: {} } },
    ['', '/properties/a', '/properties/b', '/properties/a/items'],
  ],
])('the walk finds %s', (_title, schema, pointers) => {
  expect(pointersIn(schema)).toEqual(pointers);
});

test('draft-07 has a list of schemas in "items", and knows no "$defs"', () => {
  expect(pointersIn({ items: [{}, {}], $defs: { a: {} } }, DRAFT_07)).toEqual(['', '/items/0', '/items/1']);
});

test('a property may be called "__proto__" or "constructor"', () => {
  const schema = readJson(new TextEncoder().encode('{"properties":{"__proto__":{"not":{}},"constructor":{}}}'));
  const pointers = ['', '/properties/__proto__', '/properties/constructor', '/properties/__proto__/not'];
  expect(pointersIn(schema)).toEqual(pointers);
});

test('an embedded resource may change the dialect, another subschema may not', () => {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  const names: string[] = [];
  const schema = { $defs: { a: { $schema, $id: 'a', items: [{}] }, b: { $schema, items: {} } } };
  walkSchema(schema, DRAFT_2020_12, place => {
    names.push(`${pointerOf(place)} ${place.dialect.name}`);
  });
  expect(names).toEqual([
    ' 2020-12',
    '/$defs/a draft-07',
    '/$defs/b 2020-12',
    '/$defs/a/items/0 draft-07',
    '/$defs/b/items 2020-12',
  ]);
});

test('the keyword path omits names chosen by the author', () => {
  const paths: string[] = [];
  walkSchema({ properties: { a: { anyOf: [{ items: {} }] } } }, DRAFT_2020_12, place => {
    paths.push(keywordPath(place).join(' '));
  });
  expect(paths).toEqual(['', 'properties', 'properties anyOf', 'properties anyOf items']);
});

test('a visitor can skip children', () => {
  let visits = 0;
  walkSchema({ not: { not: { not: {} } } }, DRAFT_2020_12, place => {
    visits++;
    return place.depth < 1;
  });
  expect(visits).toBe(2);
});

test('nesting far beyond the stack is walked', () => {
  let schema: Json = {};
  for (let i = 0; i < 50_000; i++) schema = { not: schema };
  let deepest = '';
  walkSchema(schema, DRAFT_2020_12, place => {
    if (place.depth === 50_000) deepest = pointerOf(place);
  });
  expect(deepest).toHaveLength(4 * 50_000);
});
