import { describe, expect, test } from 'vitest';
import { type Json, readJson, ToolmarkError } from '../../base/index.ts';
import { compileSchema, type DialectName, DRAFT_07, metaSchema } from './index.ts';

function isValid(schema: Json, instance: Json): boolean {
  return compileSchema(schema).validate(instance).valid;
}

function parse(text: string): Json {
  return readJson(new TextEncoder().encode(text));
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ToolmarkError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('unbounded work is rejected', () => {
  const loops: [string, Json][] = [
    ['a reference to itself', { $ref: '#' }],
    [
      'two references to each other',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ],
    ['a circle through "anyOf"', { anyOf: [{ $ref: '#' }, true] }],
    ['a circle through "not"', { not: { $ref: '#' } }],
    ['a circle through "if"', { if: { $ref: '#' } }],
    ['a circle of "$dynamicRef"', { $dynamicAnchor: 'a', allOf: [{ $dynamicRef: '#a' }] }],
    ['a circle that branches', { allOf: [{ $ref: '#' }, { $ref: '#' }] }],
  ];
  test.each(loops)('%s', (_title, schema) => {
    expect(codeOf(() => compileSchema(schema).validate({}))).toBe('schema.endless-ref');
  });

  test('recursion along the instance is allowed', () => {
    const tree = { properties: { next: { $ref: '#' } }, additionalProperties: false };
    expect(isValid(tree, { next: { next: { next: {} } } })).toBe(true);
    expect(isValid(tree, { next: { next: { last: {} } } })).toBe(false);
  });

  test('alternatives that double at each step run out of steps', () => {
    const $defs: { [name: string]: Json } = { a40: false };
    for (let i = 0; i < 40; i++)
      $defs[`a${i}`] = { anyOf: [{ $ref: `#/$defs/a${i + 1}` }, { $ref: `#/$defs/a${i + 1}` }] };
    const validator = compileSchema({ $ref: '#/$defs/a0', $defs });
    expect(codeOf(() => validator.validate(1))).toBe('schema.too-costly');
  });

  test.each<[string, Json, Json]>([
    ['one long text judged often', { allOf: Array(5_000).fill({ maxLength: 9e6 }) }, 'x'.repeat(1_000_000)],
    ['one large object judged often', { allOf: Array(5_000).fill({ minProperties: 1 }) }, largeObject(50_000)],
    ['one large constant compared often', { allOf: Array(5_000).fill({ const: 1 }) }, Array(50_000).fill('text')],
    [
      'required names asked often',
      { $defs: { a: { required: names(5_000) } }, allOf: refs('a', 5_000) },
      largeObject(5_000),
    ],
  ])('%s', (_title, schema, instance) => {
    expect(codeOf(() => compileSchema(schema).validate(instance))).toBe('schema.too-costly');
  });

  test('the budget is the caller’s choice, and new for each instance', () => {
    const validator = compileSchema({ items: { type: 'integer' } }, { maxSteps: 100 });
    for (let i = 0; i < 5; i++) expect(validator.validate(Array(50).fill(1))).toEqual({ valid: true });
    expect(codeOf(() => validator.validate(Array(200).fill(1)))).toBe('schema.too-costly');
    expect(validator.validate([1])).toEqual({ valid: true });
  });

  test('instances of 128 levels are judged, deeper ones refused', () => {
    const schema = {
      $defs: { json: { anyOf: [{ type: 'integer' }, { items: { $ref: '#/$defs/json' } }] } },
      $ref: '#/$defs/json',
    };
    expect(isValid(schema, nest(127, 1))).toBe(true);
    expect(isValid({ const: nest(100, 1) }, nest(100, 1))).toBe(true);
    expect(codeOf(() => isValid(schema, nest(129, 1)))).toBe('schema.instance-excess');
    expect(codeOf(() => isValid(true, nest(100_000, 1)))).toBe('schema.instance-excess');
  });

  test('many subschemas at each level of a deep instance meet a limit before the stack ends', () => {
    let schema: Json = { patternProperties: { a: { $ref: '#' } } };
    for (let i = 0; i < 10; i++) schema = { anyOf: [schema] };
    let instance: Json = 1;
    for (let i = 0; i < 127; i++) instance = { a: instance };
    expect(codeOf(() => isValid(schema, instance))).toBe('schema.too-deep');
  });

  test('a hundred thousand distinct items are compared in linear time', () => {
    const list = Array.from({ length: 100_000 }, (_, i) => i);
    expect(isValid({ uniqueItems: true }, list)).toBe(true);
    expect(isValid({ uniqueItems: true }, [...list, 99_999])).toBe(false);
  });
});

describe('a schema cannot affect others', () => {
  const uri = 'https://json-schema.org/draft/2020-12/schema';

  test('posing as the meta-schema changes neither the others nor itself', () => {
    const vocabulary = { 'https://json-schema.org/draft/2020-12/vocab/core': true };
    const poison = { $schema: uri, $id: uri, $vocabulary: vocabulary, $dynamicAnchor: 'meta', type: 'string' };
    expect(isValid(poison, 5)).toBe(false);
    expect(isValid({ $schema: uri, type: 'string' }, 5)).toBe(false);
    expect(isValid({ $schema: uri, $ref: uri }, { type: 5 })).toBe(false);
    expect(isValid({ $schema: uri, $ref: uri }, { type: 'string' })).toBe(true);
  });

  test('an embedded "$id" does not replace a remote reference', () => {
    const remotes = new Map<string, Json>([
      ['https://a.example/list', { items: { $ref: 'item' } }],
      ['https://a.example/item', { type: 'integer' }],
    ]);
    const schema = { $ref: 'https://a.example/list', $defs: { x: { $id: 'https://a.example/item' } } };
    expect(compileSchema(schema, { remotes }).validate(['x']).valid).toBe(false);
  });

  test('names from Object.prototype are only names', () => {
    const schema = parse('{"required":["toString"],"properties":{"__proto__":{"type":"string"},"constructor":false}}');
    expect(isValid(schema, {})).toBe(false);
    expect(isValid(schema, { toString: 1 })).toBe(true);
    expect(isValid(schema, parse('{"toString":1,"__proto__":2}'))).toBe(false);
    expect(isValid(schema, parse('{"toString":1,"constructor":2}'))).toBe(false);
    expect(isValid({ additionalProperties: false }, parse('{"__proto__":1}'))).toBe(false);
    expect(isValid({ const: {} }, parse('{"__proto__":{}}'))).toBe(false);
  });

  test('text that looks like code is not run', () => {
    const name = '"]; globalThis.poisoned = true; //';
    const schema = { properties: { [name]: { type: 'string' } }, required: [name] };
    expect(isValid(schema, { [name]: 'x' })).toBe(true);
    expect(isValid(schema, { [name]: 1 })).toBe(false);
    expect(globalThis).not.toHaveProperty('poisoned');
  });

  test('a failed validation leaves no state', () => {
    const validator = compileSchema(parse('{"if":{"type":"object"},"then":{"$ref":"#"}}'));
    expect(codeOf(() => validator.validate({}))).toBe('schema.endless-ref');
    expect(validator.validate(1)).toEqual({ valid: true });
  });

  test('a "$dynamicRef" to a resource is not led elsewhere by a name that happens to be the same', () => {
    const inner = { $id: 'meta', $dynamicAnchor: 'meta', type: 'string' };
    const schema = { $dynamicAnchor: 'meta', properties: { a: { $dynamicRef: 'meta' } }, $defs: { inner } };
    expect(isValid(schema, { a: 'x' })).toBe(true);
    expect(isValid(schema, { a: {} })).toBe(false);
  });

  test('does not compile what checkSchema rejects, including remotes', () => {
    expect(codeOf(() => compileSchema({ type: 5 }))).toBe('schema.malformed');
    expect(codeOf(() => compileSchema({ $ref: 'https://evil.example/' }))).toBe('schema.malformed');
    const remotes = new Map<string, Json>([['https://a.example/', { pattern: '(' }]]);
    const validator = compileSchema({ $ref: 'https://a.example/' }, { remotes });
    expect(codeOf(() => validator.validate('x'))).toBe('schema.malformed');
  });
});

describe('numbers are compared exactly, doubles with bigints too', () => {
  const big = 2n ** 53n + 1n;
  test.each<[string, Json, Json, boolean]>([
    ['a bigint is an integer', { type: 'integer' }, big, true],
    ['a bigint is a number', { type: 'number' }, big, true],
    ['a bigint is not a string', { type: 'string' }, big, false],
    ['1.0 is an integer', { type: 'integer' }, 1.0, true],
    ['1e300 is an integer', { type: 'integer' }, 1e300, true],
    ['2^53+1 is above 2^53', { maximum: 2 ** 53 }, big, false],
    ['2^53 is below 2^53+1', { exclusiveMaximum: big }, 2 ** 53, true],
    ['2^53+1 is not above itself', { exclusiveMinimum: big }, big, false],
    ['2^53+1 is at least itself', { minimum: big }, big, true],
    ['a bigint is above a fraction', { minimum: 0.5 }, big, true],
    ['2^53+1 is not 2^53', { const: 2 ** 53 }, big, false],
    ['1e20 is 10^20', { const: 10n ** 20n }, 1e20, true],
    ['1e20 is among 10^20', { enum: [10n ** 20n] }, 1e20, true],
    ['1e23 is 10^23, although the double is a little less', { const: 10n ** 23n }, 1e23, true],
    ['1e23 is at least 10^23', { minimum: 10n ** 23n }, 1e23, true],
    ['10^23 is at most 1e23', { maximum: 1e23 }, 10n ** 23n, true],
    ['10^23+1 is above 1e23', { maximum: 1e23 }, 10n ** 23n + 1n, false],
    ['1e20 and 10^20 are the same item', { uniqueItems: true }, [1e20, 10n ** 20n], false],
    ['2^53 and 2^53+1 are different items', { uniqueItems: true }, [2 ** 53, big], true],
    ['a small bigint is the number', { const: 5 }, 5n, true],
    ['0 is -0', { const: 0 }, -0, true],
    ['0 is not false', { const: 0 }, false, false],
    ['1 is not "1"', { enum: ['1'] }, 1, false],
    ['10^20 is a multiple of 10', { multipleOf: 10 }, 10n ** 20n, true],
    ['10^20+1 is not a multiple of 10', { multipleOf: 10 }, 10n ** 20n + 1n, false],
    ['10^20 is a multiple of 0.0001', { multipleOf: 0.0001 }, 10n ** 20n, true],
    ['0.0075 is a multiple of 0.0001', { multipleOf: 0.0001 }, 0.0075, true],
    ['0.3 is a multiple of 0.1', { multipleOf: 0.1 }, 0.3, true],
    ['0.00751 is not a multiple of 0.0001', { multipleOf: 0.0001 }, 0.00751, false],
    ['1e308 is not a multiple of 0.123456789', { multipleOf: 0.123456789 }, 1e308, false],
    ['5e-324 is not a multiple of 1e300', { multipleOf: 1e300 }, 5e-324, false],
    ['0 is a multiple of anything', { multipleOf: 5e-324 }, 0, true],
    ['1e23 is a multiple of 10', { multipleOf: 10 }, 1e23, true],
    ['1e30 is a multiple of 10^20', { multipleOf: 10n ** 20n }, 1e30, true],
  ])('%s', (_title, schema, instance, valid) => {
    expect(isValid(schema, instance)).toBe(valid);
  });
});

describe('values are compared by content', () => {
  test.each<[string, Json, Json, boolean]>([
    ['member order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['item order', [1, 2], [2, 1], false],
    ['a text that looks like a list', ['a,b'], ['a', 'b'], false],
    ['quotes in texts', ['a","b'], ['a', 'b'], false],
    ['a missing member', { a: null }, {}, false],
    ['an empty list and an empty object', [], {}, false],
  ])('%s', (_title, constant, instance, valid) => {
    expect(isValid({ const: constant }, instance)).toBe(valid);
  });

  test('length counts characters, not UTF-16 units', () => {
    expect(isValid({ maxLength: 1 }, '😀')).toBe(true);
    expect(isValid({ minLength: 2 }, '😀')).toBe(false);
    expect(isValid({ maxLength: 2 }, 'e\u0301')).toBe(true);
  });

  test.each([
    ['[a-z]*[a-z]*[a-z]*y$', 'a'.repeat(400_000)],
    ['\\s+$', `${' '.repeat(400_000)}x`],
    ['^(a+)+$', `${'a'.repeat(400_000)}!`],
  ])('judges 400,000 characters by %s within the steps of one validation', (pattern, text) => {
    expect(isValid({ pattern }, text)).toBe(false);
    expect(isValid({ patternProperties: { [pattern]: false } }, { [text]: 1 })).toBe(true);
  });

  test.each<[string, Json, Json]>([
    ['multipleOf with a tiny divisor', { multipleOf: 1e-300 }, 1.7e308],
    ['multipleOf with long integers', { multipleOf: 10n ** 999n }, 10n ** 999n],
    ['maximum of a huge double', { maximum: 1e308 }, 1e307],
  ])('counts arithmetic on long numbers as many steps: %s', (_, check, value) => {
    const validator = compileSchema({ items: { allOf: Array(100).fill(check) } });
    expect(validator.validate([value])).toEqual({ valid: true });
    expect(codeOf(() => validator.validate(Array(1_000).fill(value)))).toBe('schema.too-costly');
  });

  test('stops a large pattern on a long text with a code', () => {
    const validator = compileSchema({ pattern: '(?:a?b?){1000}c' });
    expect(() => validator.validate('ab'.repeat(200_000))).toThrow(
      expect.objectContaining({ code: 'schema.too-costly' }),
    );
  });

  test('patterns see whole characters', () => {
    expect(isValid({ pattern: '^.$' }, '😀')).toBe(true);
  });
});

describe('evaluated members and items', () => {
  test.each<[string, Json, Json, boolean]>([
    [
      '"contains" in place does not excuse items',
      { allOf: [{ contains: { const: 1 } }], items: { type: 'string' } },
      [1, 'a'],
      false,
    ],
    ['"contains" counts as looking', { contains: { const: 1 }, unevaluatedItems: false }, [1, 1], true],
    ['what "contains" left out', { contains: { const: 1 }, unevaluatedItems: false }, [1, 2], false],
    [
      'a failed alternative does not count',
      { anyOf: [{ properties: { a: false } }, true], unevaluatedProperties: false },
      { a: 1 },
      false,
    ],
    [
      'every alternative that fits counts',
      { anyOf: [{ properties: { a: true } }, { properties: { b: true } }], unevaluatedProperties: false },
      { a: 1, b: 1 },
      true,
    ],
    [
      '"not" never counts',
      { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
      { a: 1 },
      false,
    ],
  ])('%s', (_title, schema, instance, valid) => {
    expect(isValid(schema, instance)).toBe(valid);
  });
});

describe('the errors of a verdict', () => {
  test('list all violations', () => {
    const schema = {
      properties: { a: { type: 'string' }, 'b/c': { minimum: 5 }, d: { anyOf: [{ type: 'null' }, { type: 'array' }] } },
      required: ['z', '\u001b'],
      additionalProperties: false,
    };
    expect(compileSchema(schema).validate({ a: 1, 'b/c': 4, d: 'x', e: 1 })).toEqual({
      valid: false,
      errors: [
        {
          instancePointer: '',
          schemaPointer: '/required',
          keyword: 'required',
          message: 'Missing members: "z", "\\u{1b}".',
        },
        {
          instancePointer: '/a',
          schemaPointer: '/properties/a/type',
          keyword: 'type',
          message: 'Must be of type string, not integer.',
        },
        {
          instancePointer: '/b~1c',
          schemaPointer: '/properties/b~1c/minimum',
          keyword: 'minimum',
          message: 'Must be at least 5.',
        },
        {
          instancePointer: '/d',
          schemaPointer: '/properties/d/anyOf',
          keyword: 'anyOf',
          message: 'Matches none of the 2 alternatives.',
        },
        {
          instancePointer: '/e',
          schemaPointer: '/additionalProperties',
          keyword: 'false',
          message: 'No value is allowed here.',
        },
      ],
    });
  });

  test('do not mention missing members where a draft-07 dependency fails as a schema', () => {
    const schema = { dependencies: { a: { required: ['b'] }, c: ['d'] } };
    const verdict = compileSchema(schema, { dialect: DRAFT_07 }).validate({ a: 1, c: 1, d: 1 });
    expect(verdict).toMatchObject({ errors: [{ schemaPointer: '/dependencies/a/required' }] });
  });

  test('name the document where it is another one', () => {
    const verdict = compileSchema({ $ref: 'http://json-schema.org/draft-07/schema#' }).validate({ minLength: -1 });
    const schemaPointer = 'http://json-schema.org/draft-07/schema#/properties/minLength/minimum';
    expect(verdict).toMatchObject({ errors: [{ instancePointer: '/minLength', schemaPointer }] });
  });

  test('end at a hundred', () => {
    const verdict = compileSchema({ items: { type: 'string' } }).validate(Array(10_000).fill(1));
    expect(verdict.valid ? [] : verdict.errors).toHaveLength(100);
  });
});

describe('the meta-schemas made from the keyword table', () => {
  test.each<DialectName>(['draft-07', '2020-12'])('%s accepts itself', name => {
    const own = metaSchema(name);
    expect(compileSchema(own).validate(own)).toEqual({ valid: true });
  });

  test('draft-07 knows no words of 2020-12', () => {
    const schema = { prefixItems: [false], dependentRequired: { a: ['b'] }, minContains: 2, contains: { const: 1 } };
    expect(compileSchema(schema, { dialect: DRAFT_07 }).validate([1]).valid).toBe(true);
  });
});

function nest(depth: number, value: Json): Json {
  let instance = value;
  for (let i = 0; i < depth; i++) instance = [instance];
  return instance;
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `k${i}`);
}

function largeObject(count: number): Json {
  return Object.fromEntries(names(count).map(name => [name, 1]));
}

function refs(name: string, count: number): Json[] {
  return Array(count).fill({ $ref: `#/$defs/${name}` });
}
