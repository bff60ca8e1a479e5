import { describe, expect, test } from 'vitest';
import { type Json, readJson } from '../../base/index.ts';
import { checkSchema, DRAFT_07, SCHEMA_LIMITS } from './index.ts';

const DRAFT_07_URI = 'http://json-schema.org/draft-07/schema#';

function problems(schema: Json, options = {}): string[] {
  const findings = checkSchema(schema, { at: '', ...options });
  return findings.map(({ code, pointer }) => `${code.replace('semantic.parameter-', '')} ${pointer}`);
}

function nested(depth: number): Json {
  let schema: Json = {};
  for (let i = 0; i < depth; i++) schema = { not: schema };
  return schema;
}

function many(count: number): { [name: string]: Json } {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, true]));
}

describe('[schema.bounded] hostile schemas meet a limit, never an exception', () => {
  const endless: { not?: Json } = {};
  endless.not = endless as Json;
  let doubling: Json = {};
  for (let i = 0; i < 60; i++) doubling = { anyOf: [doubling, doubling] };

  test.each<[string, Json, string[]]>([
    ['a million levels', nested(1_000_000), ['limits ']],
    ['128 levels', nested(127), [`limits ${'/not'.repeat(65)}`]],
    ['65 levels of subschemas', nested(65), [`limits ${'/not'.repeat(65)}`]],
    ['a schema that contains itself', endless as Json, ['limits ']],
    ['a schema that doubles at each level', doubling, ['limits ']],
    ['too many bytes in a description', { description: 'x'.repeat(SCHEMA_LIMITS.maxBytes) }, ['limits ']],
    ['too many subschemas', { allOf: Array(10_000).fill(true) }, ['limits ']],
    ['too many properties', { properties: many(1_001) }, ['limits /properties']],
    ['too many definitions', { $defs: many(1_001) }, ['limits /$defs']],
    ['a long reference', { $ref: `#${'x'.repeat(3_000)}` }, ['limits /$ref']],
    ['an integer of 1,001 digits', { maximum: 10n ** 1_000n }, ['limits ']],
    ['a long pattern', { pattern: 'a'.repeat(1_001) }, ['pattern-cost /pattern']],
  ])('%s', (_title, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  test.each<[string, Json]>([
    ['64 levels of subschemas', nested(64)],
    ['a thousand properties', { properties: many(1_000) }],
    ['ten thousand subschemas', { allOf: Array(9_999).fill(true) }],
  ])('%s are within the limits', (_title, schema) => {
    expect(problems(schema)).toEqual([]);
  });

  test('limits can be lowered', () => {
    expect(problems(nested(3), { limits: { maxDepth: 2 } })).toEqual(['limits /not/not/not']);
  });

  test('names from Object.prototype are names like any other', () => {
    const text = '{"properties":{"__proto__":{"type":5},"constructor":{"type":"string"}},"toString":{},"valueOf":1}';
    expect(problems(readJson(new TextEncoder().encode(text)))).toEqual(['keyword /properties/__proto__/type']);
  });

  test('relative identifiers that add up do not take the memory', () => {
    let schema: Json = { $ref: 'x' };
    for (let i = 0; i < 60; i++) schema = { $id: 'a/'.repeat(1_000), allOf: [schema, { $ref: '#' }] };
    const codes = problems(schema).map(line => line.split(' ')[0]);
    expect(new Set(codes)).toEqual(new Set(['remote-ref', 'dangling-ref']));
  });
});

describe('parameter-dialect', () => {
  test.each<[string, string[]]>([
    ['http://json-schema.org/draft-04/schema#', ['dialect /$schema']],
    ['https://json-schema.org/draft/2019-09/schema', ['dialect /$schema']],
    ['https://json-schema.org/draft/2020-12/schema/', ['dialect /$schema']],
    ['HTTPS://JSON-SCHEMA.ORG/draft/2020-12/schema', ['dialect /$schema']],
    ['', ['dialect /$schema']],
    ['https://json-schema.org/draft/2020-12/schema', []],
    ['http://json-schema.org/draft/2020-12/schema#', []],
    ['http://json-schema.org/draft-07/schema', []],
    ['https://json-schema.org/draft-07/schema#', []],
  ])('%s', ($schema, expected) => {
    expect(problems({ $schema })).toEqual(expected);
  });

  test('keywords of an unknown dialect are not checked', () => {
    const schema = { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true };
    expect(problems(schema)).toEqual(['dialect /$schema']);
  });

  test('a subschema without "$id" can not change the dialect', () => {
    expect(problems({ not: { $schema: DRAFT_07_URI } })).toEqual(['dialect /not/$schema']);
    expect(problems({ not: { $schema: DRAFT_07_URI, $id: 'a' } })).toEqual([]);
  });

  test('a meta-schema given by the caller counts when we know all vocabularies it requires', () => {
    const base = { $schema: 'https://json-schema.org/draft/2020-12/schema' };
    const vocab = 'https://json-schema.org/draft/2020-12/vocab';
    const remotes = new Map<string, Json>([
      ['https://example.com/small', { ...base, $vocabulary: { [`${vocab}/core`]: true } }],
      ['https://example.com/strange', { ...base, $vocabulary: { 'https://example.com/vocab': true } }],
      ['https://example.com/silent', base],
    ]);
    const named = (name: string): string[] =>
      problems({ $schema: `https://example.com/${name}`, type: 5 }, { remotes });
    expect(named('small')).toEqual([]);
    expect(named('strange')).toEqual(['dialect /$schema']);
    expect(named('silent')).toEqual(['dialect /$schema']);
    expect(named('absent')).toEqual(['dialect /$schema']);
  });
});

describe('parameter-keyword', () => {
  test.each<[string, Json, string[]]>([
    ['no schema at all', null, ['keyword ']],
    ['a list as schema', [], ['keyword ']],
    ['a text as schema', { properties: { a: 'string' } }, ['keyword /properties/a']],
    ['null as property', { properties: { a: null } }, ['keyword /properties/a']],
    ['a list of properties', { properties: [] }, ['keyword /properties']],
    ['an unknown type', { type: 'text' }, ['keyword /type']],
    ['a type twice', { type: ['null', 'null'] }, ['keyword /type']],
    ['no type', { type: [] }, ['keyword /type']],
    ['"required" as in draft-03', { properties: { a: { required: true } } }, ['keyword /properties/a/required']],
    ['a required name twice', { required: ['a', 'a'] }, ['keyword /required']],
    ['a negative length', { minLength: -1 }, ['keyword /minLength']],
    ['half a length', { maxLength: 0.5 }, ['keyword /maxLength']],
    ['a negative bigint length', { maxLength: -(10n ** 30n) }, ['keyword /maxLength']],
    ['a text as limit', { maximum: '5' }, ['keyword /maximum']],
    ['multiples of 0', { multipleOf: 0 }, ['keyword /multipleOf']],
    ['an empty "allOf"', { allOf: [] }, ['keyword /allOf']],
    ['an anchor with a space', { $anchor: 'a b' }, ['keyword /$anchor']],
    ['"$id" with a fragment', { $id: '#a' }, ['keyword /$id']],
    ['"items" as a list', { items: [{}] }, ['keyword /items']],
    ['a description that is not a string', { description: ['a'] }, ['keyword /description']],
    ['dependencies', { dependentRequired: { a: ['b', 'b'] } }, ['keyword /dependentRequired']],
    ['legacy dependencies', { dependencies: { a: [1], b: 5 } }, ['keyword /dependencies', 'keyword /dependencies/b']],
    ['big integers', { minimum: -(10n ** 20n), maximum: 10n ** 20n, maxLength: 10n ** 20n, multipleOf: 2n ** 60n }, []],
    ['whole floats', { minLength: 2.0 }, []],
    ['booleans as schemas', { properties: { a: true, b: false }, items: false }, []],
    ['unknown keywords', { 'x-any': [1], nullable: 'yes', properties: {} }, []],
    ['any constant', { const: { type: 5 }, default: { type: 5 }, enum: [{ type: 5 }] }, []],
  ])('%s', (_title, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  test.each<[string, Json, string[]]>([
    ['an empty list of items', { items: [] }, ['keyword /items']],
    ['the same choice twice', { enum: [1, 1.0] }, ['keyword /enum']],
    ['the same big choice twice', { enum: [1e20, 10n ** 20n] }, ['keyword /enum']],
    ['no choice', { enum: [] }, ['keyword /enum']],
    ['a list of items', { items: [{}], additionalItems: false }, []],
    ['"$id" as an anchor', { $id: '#a' }, []],
    ['words of 2020-12', { $anchor: 5, prefixItems: 5, unevaluatedProperties: 5 }, []],
    ['a bad word beside "$ref"', { $ref: '#', type: 5 }, ['keyword /type']],
  ])('in draft-07: %s', (_title, schema, expected) => {
    expect(problems(schema, { dialect: DRAFT_07 })).toEqual(expected);
  });
});

describe('references', () => {
  test.each<[string, Json, string[]]>([
    ['to the web', { $ref: 'https://evil.example/x.json' }, ['remote-ref /$ref']],
    ['to a file', { $ref: 'file:///etc/passwd' }, ['remote-ref /$ref']],
    ['to a neighbour', { $ref: 'other.json#/a' }, ['remote-ref /$ref']],
    ['to another base', { $id: 'https://a.example/', $ref: 'x' }, ['remote-ref /$ref']],
    ['dynamic, to the web', { $dynamicRef: 'https://evil.example/x#y' }, ['remote-ref /$dynamicRef']],
    ['to nothing', { $ref: '#/$defs/a' }, ['dangling-ref /$ref']],
    ['to an absent anchor', { $ref: '#a' }, ['dangling-ref /$ref']],
    ['to an inherited name', { $defs: {}, $ref: '#/$defs/constructor' }, ['dangling-ref /$ref']],
    ['to a value that is not a schema', { $ref: '#/required', required: [] }, ['dangling-ref /$ref']],
    ['into an unknown keyword', { $ref: '#/x-defs/a', 'x-defs': { a: {} } }, ['dangling-ref /$ref']],
    ['with broken escapes', { $ref: '#/$defs/%' }, ['dangling-ref /$ref']],
    ['to a place in an embedded resource', { $defs: { a: { $id: 'a' } }, $ref: 'a#/not' }, ['dangling-ref /$ref']],
    ['to an anchor borne twice', { $ref: '#a', allOf: [{ $anchor: 'a' }, { $anchor: 'a' }] }, ['dangling-ref /$ref']],
    ['to an "$id" borne twice', { $ref: 'a', allOf: [{ $id: 'a' }, { $id: 'a' }] }, ['dangling-ref /$ref']],
    ['to the whole', { properties: { a: { $ref: '#' } } }, []],
    ['to a definition', { $ref: '#/$defs/a%20b', $defs: { 'a b': {} } }, []],
    ['to a legacy definition', { $ref: '#/definitions/a', definitions: { a: {} } }, []],
    ['to an anchor', { $ref: '#a', $defs: { x: { $anchor: 'a' } } }, []],
    ['to an embedded resource', { $ref: 'https://a.example/x', $defs: { x: { $id: 'https://a.example/x' } } }, []],
    ['to a meta-schema', { $ref: 'https://json-schema.org/draft/2020-12/schema' }, []],
    ['that is only data', { const: { $ref: 'https://evil.example/' } }, []],
    ['as a property name', { properties: { $ref: { type: 'string' } } }, []],
  ])('%s', (_title, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  test('a definition beside "$ref" is found in draft-07, where other siblings mean nothing', () => {
    expect(problems({ $ref: '#/definitions/a', definitions: { a: {} } }, { dialect: DRAFT_07 })).toEqual([]);
  });

  test('a remote given by the caller is found, its fragments too', () => {
    const remotes = new Map<string, Json>([['https://a.example/x', { $defs: { a: {} } }]]);
    expect(problems({ $ref: 'https://a.example/x#/$defs/a' }, { remotes })).toEqual([]);
    expect(problems({ $ref: 'https://a.example/x#/$defs/b' }, { remotes })).toEqual(['dangling-ref /$ref']);
  });
});

describe('patterns', () => {
  test.each<[string, Json, string[]]>([
    ['an open bracket', { pattern: '[' }, ['pattern /pattern']],
    ['an escape the "u" flag does not know', { pattern: '\\-' }, ['pattern /pattern']],
    ['another language', { pattern: '(?P<a>x)' }, ['pattern /pattern']],
    ['as a member name', { patternProperties: { '(': {}, a: {} } }, ['pattern /patternProperties/(']],
    ['a property of that name', { properties: { pattern: { type: 'string' }, '(': {} } }, []],
    ['a good one', { pattern: '^\\p{L}+$' }, []],
  ])('%s', (_title, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  test('tells a pattern that cannot be matched in linear time from an invalid one', () => {
    const schema = {
      pattern: '(a)\\1',
      patternProperties: { b: {}, '(?:(?:ab){999}){999}': {}, '(': {}, '(a+)+$': {} },
    };
    const expected = [
      'pattern-cost /pattern',
      'pattern-cost /patternProperties/(?:(?:ab){999}){999}',
      'pattern /patternProperties/(',
    ];
    expect(problems(schema)).toEqual(expected);
  });

  test('refuses a schema whose patterns are too large together, and counts equal ones once', () => {
    const sized = (count: number): string => `(?:ab){${count}}`;
    const patternProperties = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [sized(2_000 + index), true]));
    expect(problems({ patternProperties })).toEqual(['pattern-cost /patternProperties/(?:ab){2008}']);
    expect(problems({ allOf: Array(100).fill({ pattern: sized(2_000) }) })).toEqual([]);
  });
});

test('all findings have a pointer and advice', () => {
  const schema = {
    type: 'strin\u202eg',
    properties: { a: { minLength: -1, pattern: '(' }, b: { $ref: '#/$defs/\u001b[2J' }, c: { $ref: 'http://x/' } },
  };
  expect(checkSchema(schema, { at: '/tools/0/inputSchema' })).toEqual([
    {
      code: 'semantic.parameter-keyword',
      severity: 'error',
      pointer: '/tools/0/inputSchema/type',
      message:
        'The value of "type" must be one of array, boolean, integer, null, number, object, string, or a list of different ones.',
    },
    {
      code: 'semantic.parameter-keyword',
      severity: 'error',
      pointer: '/tools/0/inputSchema/properties/a/minLength',
      message: 'The value of "minLength" must be a whole number, 0 or more.',
    },
    {
      code: 'semantic.parameter-pattern',
      severity: 'error',
      pointer: '/tools/0/inputSchema/properties/a/pattern',
      message: 'The pattern is not an ECMA-262 regular expression: Unterminated group at character 2 of "(".',
    },
    {
      code: 'semantic.parameter-dangling-ref',
      severity: 'error',
      pointer: '/tools/0/inputSchema/properties/b/$ref',
      message: 'The reference "#/$defs/\\u{1b}[2J" cannot be resolved. Correct it, or add the definition to "$defs".',
    },
    {
      code: 'semantic.parameter-remote-ref',
      severity: 'error',
      pointer: '/tools/0/inputSchema/properties/c/$ref',
      message: 'The reference "http://x/" is remote and is not fetched. Copy the definition to "$defs".',
    },
  ]);
});
