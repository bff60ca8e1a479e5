import type { Json, JsonObject } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { parameterRequired } from './parameter-required.ts';

/** A document whose parameters are exactly this. */
function taking(parameters: Json): Json {
  const { tool, ...rest } = documentWith({});
  return { ...rest, tool: { ...(tool as JsonObject), parameters } };
}

const at = '/tool/parameters';
const many = (count: number, make: (index: number) => [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

ruleTable(parameterRequired, {
  rejects: [
    [
      'a name every object has',
      taking({ required: ['constructor', 'toString'] }),
      `${at}/required/0`,
      `${at}/required/1`,
    ],
    ['a name that differs in case', taking({ properties: { Path: {} }, required: ['path'] }), `${at}/required/0`],
    ['a look-alike name', taking({ properties: { path: {} }, required: ['pаth'] }), `${at}/required/0`],
    ['a name with control characters', taking({ properties: {}, required: ['a\u001b[2K'] }), `${at}/required/0`],
    ['no properties at all', taking({ type: 'object', required: ['a', 'b'] }), `${at}/required/0`, `${at}/required/1`],
    [
      'a name missing deep inside a list',
      taking({ properties: { 'a/b': { items: { properties: { c: {} }, required: ['d'] } } } }),
      `${at}/properties/a~1b/items/required/0`,
    ],
    [
      'a name that only the parent of a property describes',
      taking({ properties: { a: { required: ['b'] }, b: {} } }),
      `${at}/properties/a/required/0`,
    ],
    [
      'a name in a branch that nobody describes',
      taking({ properties: { a: {} }, anyOf: [{ required: ['b'] }] }),
      `${at}/anyOf/0/required/0`,
    ],
    ['a reference that goes round in a circle', taking({ $ref: '#', required: ['a'] }), `${at}/required/0`],
    [
      'a description on the other side of not',
      taking({ not: { properties: { a: {} } }, required: ['a'] }),
      `${at}/required/0`,
    ],
    [
      'a chain of ten thousand references that ends in nothing',
      taking({
        $ref: '#/$defs/d0',
        $defs: many(10_000, i => [`d${i}`, i < 9_999 ? { $ref: `#/$defs/d${i + 1}` } : {}]),
        required: ['a'],
      }),
      `${at}/required/0`,
    ],
    [
      'a schema too entangled to tell',
      taking({
        $defs: { all: { properties: many(2_000, i => [`p${i}`, {}]) } },
        properties: many(2_000, i => [`q${i}`, { $ref: '#/$defs/all', required: ['ghost'] }]),
      }),
      at,
    ],
  ],
  accepts: [
    ['names of the wrong type, which are reported already', taking({ required: [7, null, ['a']] })],
    ['a list of the wrong type', taking({ required: 'a' })],
    ['parameters of the wrong type', taking('a')],
    ['no list', taking({ properties: { a: {} } })],
    ['a name described in place', taking({ properties: { a: {}, b: true }, required: ['a', 'b'] })],
    [
      'a branch that relies on its parent',
      taking({ properties: { a: {}, b: {} }, oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    ],
    ['a parent that relies on a branch', taking({ allOf: [{ properties: { a: {} } }], required: ['a'] })],
    ['a branch that relies on another', taking({ allOf: [{ properties: { a: {} } }, { required: ['a'] }] })],
    [
      'a condition',
      taking({ properties: { a: {} }, if: { required: ['a'] }, then: { properties: { b: {} }, required: ['b'] } }),
    ],
    ['a name that is forbidden, not described', taking({ properties: { a: {} }, not: { required: ['legacy'] } })],
    [
      'a definition in the schema',
      taking({ $ref: '#/$defs/a~1b', $defs: { 'a/b': { properties: { c: {} } } }, required: ['c'] }),
    ],
    [
      'a definition elsewhere, which another rule judges',
      taking({ $ref: 'https://a.example/s.json', required: ['c'] }),
    ],
    [
      'names by pattern, for a branch too',
      taking({ patternProperties: { '^x-': {} }, anyOf: [{ required: ['x-a'] }] }),
    ],
    [
      'five thousand branches that rely on each other',
      taking({
        anyOf: Array.from({ length: 5_000 }, (_, i) => ({
          properties: { [`p${i}`]: {} },
          required: [`p${(i + 1) % 5_000}`],
        })),
      }),
    ],
    [
      'twenty thousand names and branches',
      taking({
        properties: many(5_000, i => [`p${i}`, {}]),
        required: Array.from({ length: 5_000 }, (_, i) => `p${i}`),
        allOf: Array.from({ length: 20_000 }, () => ({})),
      }),
    ],
  ],
});
