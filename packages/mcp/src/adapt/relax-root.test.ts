import { describe, expect, test } from 'vitest';
import type { PlainObject } from './plain-json.ts';
import { relaxRoot } from './relax-root.ts';

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };

describe('a schema that model APIs refuse at its root', () => {
  test.each<[string, PlainObject, PlainObject]>([
    ['variants that are none', { anyOf: 5, oneOf: [true, null, 'a'], allOf: {} }, { properties: {} }],
    ['properties of a variant that are none', { anyOf: [{ properties: [] }] }, { properties: {} }],
    [
      'a choice of what is required',
      { properties: { route: TEXT, file: TEXT }, anyOf: [{ required: ['route'] }, { required: ['file'] }] },
      { properties: { route: TEXT, file: TEXT } },
    ],
    [
      'variants with parameters of their own',
      { oneOf: [{ properties: { content: TEXT }, required: ['content'] }, { properties: { url: TEXT } }] },
      { properties: { content: TEXT, url: TEXT } },
    ],
    [
      'variants that describe one parameter in two ways',
      { anyOf: [{ properties: { id: TEXT } }, { properties: { id: NUMBER } }, { properties: { id: TEXT } }] },
      { properties: { id: { anyOf: [TEXT, NUMBER] } } },
    ],
    [
      'parts that all hold, and parts of parts',
      {
        properties: { a: TEXT },
        required: ['a'],
        allOf: [{ required: ['b', 'a'], anyOf: [{ properties: { b: NUMBER } }] }],
      },
      { properties: { a: TEXT, b: NUMBER }, required: ['a', 'b'] },
    ],
    [
      'references, also in a circle',
      {
        anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b~1c' }],
        $defs: { a: { properties: { x: TEXT } }, 'b/c': { properties: { y: TEXT }, oneOf: [{ $ref: '#' }] } },
      },
      {
        properties: { x: TEXT, y: TEXT },
        $defs: { a: { properties: { x: TEXT } }, 'b/c': { properties: { y: TEXT }, oneOf: [{ $ref: '#' }] } },
      },
    ],
    [
      'a reference in place of everything',
      { $ref: '#/$defs/a', $defs: { a: { properties: { x: TEXT }, required: ['x'] } } },
      { properties: { x: TEXT }, required: ['x'], $defs: { a: { properties: { x: TEXT }, required: ['x'] } } },
    ],
    [
      'values, and what is not wanted',
      { properties: { a: TEXT }, enum: [{}], const: {}, not: { required: ['a'] }, additionalProperties: false },
      { properties: { a: TEXT }, additionalProperties: false },
    ],
  ])('%s', (_, schema, relaxed) => {
    expect(relaxRoot(schema)).toEqual({ schema: relaxed, loss: 'merged' });
  });

  test('a parameter called __proto__ stays a parameter', () => {
    const schema = JSON.parse('{"anyOf":[{"properties":{"__proto__":{"type":"string"}}}]}');
    expect(JSON.stringify(relaxRoot(schema).schema)).toBe('{"properties":{"__proto__":{"type":"string"}}}');
  });
});

test('any other schema is left as it is, also where a parameter is a choice', () => {
  const schema = { type: 'object', properties: { id: { anyOf: [TEXT, NUMBER] } } };
  expect(relaxRoot(schema).schema).toBe(schema);
});

test.each(['https://evil.example/schema', '#anchor', '#/$defs/none', '#/%', 5])('a variant in %j is lost', $ref => {
  expect(relaxRoot({ anyOf: [{ $ref }] }).loss).toBe('lost');
});

test('a chain of references longer than the stack is deep is followed to its end', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [`d${i}`, { allOf: [{ $ref: `#/$defs/d${i + 1}` }] }] as const),
  );
  const end = { properties: { last: TEXT } };
  expect(relaxRoot({ $ref: '#/$defs/d0', $defs: { ...$defs, d20000: end } }).schema.properties).toEqual({ last: TEXT });
});
