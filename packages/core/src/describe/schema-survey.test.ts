import { expect, test } from 'vitest';
import { type Json, readJson } from '../base/index.ts';
import { type SchemaSurvey, surveySchema } from './schema-survey.ts';

function places(schema: Json | undefined): Record<'prose' | 'names' | 'choices', string[]> {
  const { prose, names, choices } = surveySchema(schema, '/s');
  const spell = (list: SchemaSurvey['prose']): string[] => list.map(({ text, pointer }) => `${pointer}=${text}`);
  return { prose: spell(prose), names: spell(names), choices: spell(choices) };
}

test.each<[string, Json | undefined]>([
  ['nothing', undefined],
  ['null', null],
  ['true', true],
  ['a word', 'properties'],
  ['types, references and patterns', { type: 'object', $ref: '#/description', pattern: 'title', required: ['a'] }],
])('%s has no text', (_, schema) => {
  expect(places(schema)).toEqual({ prose: [], names: [], choices: [] });
});

test('strings under unknown members are read too, because models see whole schemas', () => {
  const schema = { 'x-note': 'one', properties: { a: { hint: { deep: ['two'] }, minLength: 1 } }, items: 'three' };
  expect(places(schema).prose).toEqual(['/s/x-note=one', '/s/properties/a/hint/deep/0=two', '/s/items=three']);
});

test('names of properties are found at any depth, under any keyword', () => {
  const schema = {
    properties: { a: { properties: { b: {} } }, 'c/~': { items: { properties: { d: {} } } } },
    allOf: [{ if: { properties: { e: {} } } }],
    $defs: { title: { properties: { f: {} } } },
    patternProperties: { '^x': { additionalProperties: { properties: { g: {} } } } },
  };
  expect(places(schema).names).toEqual([
    '/s/properties/a=a',
    '/s/properties/a/properties/b=b',
    '/s/properties/c~1~0=c/~',
    '/s/properties/c~1~0/items/properties/d=d',
    '/s/allOf/0/if/properties/e=e',
    '/s/$defs/title/properties/f=f',
    '/s/patternProperties/^x/additionalProperties/properties/g=g',
  ]);
});

test('a property may be called like a keyword', () => {
  const schema = { properties: { properties: { type: 'string' }, enum: { enum: ['x'] }, description: { title: 'T' } } };
  expect(places(schema)).toEqual({
    names: ['/s/properties/properties=properties', '/s/properties/enum=enum', '/s/properties/description=description'],
    choices: ['/s/properties/enum/enum/0=x'],
    prose: ['/s/properties/enum/enum/0=x', '/s/properties/description/title=T'],
  });
});

test('prose is every string that a model may read, data included', () => {
  const schema = {
    title: 't',
    description: 'd',
    $comment: 'c',
    default: { a: ['x', 1] },
    const: 'k',
    examples: [{ b: 'e' }],
  };
  expect(places(schema).prose).toEqual([
    '/s/title=t',
    '/s/description=d',
    '/s/$comment=c',
    '/s/default/a/0=x',
    '/s/const=k',
    '/s/examples/0/b=e',
  ]);
});

test('names that objects inherit are names like any', () => {
  const schema = readJson(new TextEncoder().encode('{"properties":{"__proto__":{},"constructor":{}}}'));
  expect(places(schema).names).toEqual(['/s/properties/__proto__=__proto__', '/s/properties/constructor=constructor']);
});
