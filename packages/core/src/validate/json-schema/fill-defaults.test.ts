import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, readJson } from '../../base/index.ts';
import { compileSchema } from './compile-schema.ts';
import { DRAFT_07 } from './dialect.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const path = { type: 'string', default: '/etc' };

describe('members that have a default are added', () => {
  test.each<[string, JsonObject, Json, Json]>([
    ['a missing member', object({ path }), {}, { path: '/etc' }],
    ['a member that is there is left alone', object({ path }), { path: '/tmp' }, { path: '/tmp' }],
    ['null is there', object({ path }), { path: null }, { path: null }],
    ['a default that is null', object({ path: { type: 'string', default: null } }), {}, { path: null }],
    ['a default that does not fit its schema', object({ n: { type: 'number', default: '5' } }), {}, { n: '5' }],
    ['inside an object', object({ options: object({ path }) }), { options: {} }, { options: { path: '/etc' } }],
    ['not inside an object that is missing', object({ options: object({ path }) }), {}, {}],
    [
      'inside an object that is a default itself',
      object({ options: { ...object({ path }), default: {} } }),
      {},
      { options: { path: '/etc' } },
    ],
    [
      'inside items',
      object({ files: { type: 'array', items: object({ path }) } }),
      { files: [{}, { path: 'a' }] },
      { files: [{ path: '/etc' }, { path: 'a' }] },
    ],
    [
      'inside the first items',
      object({ l: { prefixItems: [object({ path })] } }),
      { l: [{}, {}] },
      { l: [{ path: '/etc' }, {}] },
    ],
    ['inside other members', { additionalProperties: object({ path }) }, { a: {} }, { a: { path: '/etc' } }],
    [
      'inside members of a pattern',
      { patternProperties: { '^a': object({ path }) } },
      { a: {}, b: {} },
      { a: { path: '/etc' }, b: {} },
    ],
    [
      'inside members that nothing else describes',
      { unevaluatedProperties: object({ path }) },
      { a: {} },
      { a: { path: '/etc' } },
    ],
    ['through a reference', { $ref: '#/$defs/a', $defs: { a: object({ path }) } }, {}, { path: '/etc' }],
    [
      'of a member that is a reference',
      object({ path: { $ref: '#/$defs/p' } }, { $defs: { p: path } }),
      {},
      { path: '/etc' },
    ],
    [
      'beside a reference, which has another default',
      object({ path: { $ref: '#/$defs/p', default: '/tmp' } }, { $defs: { p: path } }),
      {},
      { path: '/tmp' },
    ],
    ['through allOf', { allOf: [object({ path }), { required: ['path'] }] }, {}, { path: '/etc' }],
    [
      'through an anchor',
      { $ref: '#here', $defs: { a: { $anchor: 'here', ...object({ path }) } } },
      {},
      { path: '/etc' },
    ],
    [
      'of the alternative that fits',
      {
        oneOf: [
          object({ kind: { const: 'a' }, path }, { required: ['kind'] }),
          object({ kind: { const: 'b' }, path: { default: '/tmp' } }, { required: ['kind'] }),
        ],
      },
      { kind: 'b' },
      { kind: 'b', path: '/tmp' },
    ],
    [
      'of the alternative that a default chooses',
      {
        ...object({ kind: { default: 'a' } }),
        oneOf: [
          object({ kind: { const: 'a' }, path }, { required: ['kind'] }),
          object({ kind: { const: 'b' }, path: { default: '/tmp' } }, { required: ['kind'] }),
        ],
      },
      {},
      { kind: 'a', path: '/etc' },
    ],
    [
      'of the alternative that fits with its defaults',
      { anyOf: [object({ path }, { required: ['path'] }), { type: 'null' }] },
      {},
      { path: '/etc' },
    ],
    [
      'of a then',
      { if: { required: ['a'] }, then: object({ path }), else: object({ b: { default: 1 } }) },
      { a: 1 },
      { a: 1, path: '/etc' },
    ],
    [
      'of an else',
      { if: { required: ['a'] }, then: object({ path }), else: object({ b: { default: 1 } }) },
      {},
      { b: 1 },
    ],
    ['that another member calls for', { dependentSchemas: { a: object({ path }) } }, { a: 1 }, { a: 1, path: '/etc' }],
    ['the same default said twice', { allOf: [object({ path }), object({ path })] }, {}, { path: '/etc' }],
    ['a list has no members', object({ path }), [], []],
  ])('%s', (_title, schema, instance, filled) => {
    expect(compileSchema(schema).withDefaults(instance, 'all')).toEqual({ value: filled, uncertain: [] });
  });

  test('in schemas of draft-07, whose references have no neighbours but defaults', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { mode: { enum: ['r', 'w'] } },
      ...object({ mode: { $ref: '#/definitions/mode', default: 'r' }, pair: { items: [object({ path })] } }),
      dependencies: { mode: ['pair'] },
    };
    const { value } = compileSchema(schema, { dialect: DRAFT_07 }).withDefaults({ pair: [{}] }, 'all');
    expect(value).toEqual({ pair: [{ path: '/etc' }], mode: 'r' });
  });

  test('under names that every object inherits, and none is taken for one', () => {
    const schema = readJson(Buffer.from('{"properties":{"__proto__":{"default":1},"constructor":{"default":2}}}'));
    const { value } = compileSchema(schema).withDefaults({}, 'all');
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test('the instance stays as it was, and is handed back where nothing is added', () => {
    const instance = Object.freeze({ options: Object.freeze({}) });
    const schema = compileSchema(object({ options: object({ path }) }));
    expect(schema.withDefaults(instance, 'all').value).not.toBe(instance);
    expect(instance).toEqual({ options: {} });
    const whole = { options: { path: 'a' } };
    expect(schema.withDefaults(whole, 'all').value).toBe(whole);
  });
});

describe('only required members', () => {
  test.each<[string, JsonObject, Json, Json]>([
    ['a required one', object({ path, n: { default: 1 } }, { required: ['path'] }), {}, { path: '/etc' }],
    [
      'one that another member calls for',
      object({ path }, { dependentRequired: { a: ['path'] } }),
      { a: 1 },
      { a: 1, path: '/etc' },
    ],
    ['required elsewhere in allOf', { allOf: [object({ path }), { required: ['path'] }] }, {}, { path: '/etc' }],
    ['inside', object({ o: object({ path }, { required: ['path'] }) }), { o: {} }, { o: { path: '/etc' } }],
  ])('%s', (_title, schema, instance, filled) => {
    expect(compileSchema(schema).withDefaults(instance, 'required').value).toEqual(filled);
  });
});

describe('names the place of an ambiguous default', () => {
  test.each<[string, JsonObject, Json, string]>([
    ['two defaults', { allOf: [object({ path }), object({ path: { default: '/tmp' } })] }, {}, '/path'],
    ['two defaults of one member', object({ path: { anyOf: [path, { default: 5 }] } }), {}, '/path'],
    [
      'two alternatives that both fit',
      { anyOf: [object({ path }), object({ path: { default: '/tmp' } })] },
      {},
      '/path',
    ],
    ['no alternative fits', { anyOf: [object({ path }, { required: ['a'] }), { type: 'null' }] }, {}, ''],
    [
      'deep inside',
      object({ o: { allOf: [object({ path }), object({ path: { default: 1 } })] } }),
      { o: {} },
      '/o/path',
    ],
    [
      'a reference that leads elsewhere on another way',
      {
        $id: 'https://a.example/',
        $dynamicRef: '#x',
        $defs: { b: { $id: 'b', $dynamicAnchor: 'x' }, x: { $dynamicAnchor: 'x', ...object({ path }) } },
      },
      {},
      '',
    ],
  ])('%s', (_title, schema, instance, pointer) => {
    expect(compileSchema(schema).withDefaults(instance, 'all').uncertain).toContain(pointer);
  });
});

describe('defaults that would never end or cost too much are refused', () => {
  test.each<[string, JsonObject, Json]>([
    ['a default inside itself', { ...object({ next: { $ref: '#', default: {} } }) }, {}],
    [
      'a large default for each of many items',
      { items: object({ t: { default: 'a'.repeat(200_000) } }) },
      Array(1_000).fill({}),
    ],
    ['alternatives inside alternatives', tree(), deep(60)],
    ['too deep an instance', object({ path }), deep(200)],
  ])('%s', (_title, schema, instance) => {
    expect(() => compileSchema(schema).withDefaults(instance, 'all')).toThrow(/too deep|nested|step limit/);
  });
});

function tree(): JsonObject {
  const next = (name: string): JsonObject =>
    object({ next: { $ref: '#' }, [name]: { default: 1 } }, { required: [name, 'x'] });
  return { anyOf: [next('a'), next('b'), next('c')] };
}

function deep(levels: number): Json {
  let value: Json = {};
  for (let i = 0; i < levels; i++) value = { next: value };
  return value;
}
