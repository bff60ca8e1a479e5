import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { type CleanTool, cleanTool } from './clean-tool.ts';
import { MetadataPolicy } from './metadata-policy.ts';
import { restoreValues } from './restore-values.ts';

const cleaned = (inputSchema: JsonObject): CleanTool =>
  cleanTool({ name: 't', inputSchema }, MetadataPolicy.defaults());
const restore = (inputSchema: JsonObject, args: Json): Json => restoreValues(args, cleaned(inputSchema));

const ONE = 'a\u200b';
const OTHER = 'a\u202e';

describe('a choice is restored by its place', () => {
  test.each<[string, JsonObject, Json, Json]>([
    [
      'a free text that equals a choice elsewhere',
      { properties: { mode: { enum: [ONE] }, text: { type: 'string' } } },
      { mode: 'a', text: 'a', more: 'a' },
      { mode: ONE, text: 'a', more: 'a' },
    ],
    [
      'two parameters whose choices look the same',
      { properties: { x: { const: ONE }, y: { enum: [OTHER] }, z: { enum: ['a'] } } },
      { x: 'a', y: 'a', z: 'a' },
      { x: ONE, y: OTHER, z: 'a' },
    ],
    [
      'items of lists',
      { properties: { list: { items: { enum: [ONE, 'b'] } }, pair: { prefixItems: [{}, { const: ONE }] } } },
      { list: ['a', 'b', 1, null], pair: ['a', 'a', 'a'] },
      { list: [ONE, 'b', 1, null], pair: ['a', ONE, 'a'] },
    ],
    [
      'a tuple of older drafts',
      { properties: { pair: { items: [{}, { const: ONE }], additionalItems: { const: OTHER } } } },
      { pair: ['a', 'a', 'a'] },
      { pair: ['a', ONE, OTHER] },
    ],
    [
      'in every variant',
      { properties: { x: { anyOf: [{ oneOf: [{ allOf: [{ enum: [ONE] }] }] }, { type: 'number' }] } } },
      { x: 'a' },
      { x: ONE },
    ],
    [
      'in variants of the whole',
      { anyOf: [{ properties: { x: { const: ONE } } }], then: { properties: { y: { const: ONE } } } },
      { x: 'a', y: 'a' },
      { x: ONE, y: ONE },
    ],
    [
      'through references, also in a circle',
      {
        $defs: { 'n/o d': { properties: { k: { const: ONE }, next: { $ref: '#/$defs/n~1o%20d' } } } },
        $ref: '#/$defs/n~1o d',
      },
      { k: 'a', next: { k: 'a', next: { k: 'a', o: 'a' } } },
      { k: ONE, next: { k: ONE, next: { k: ONE, o: 'a' } } },
    ],
    [
      'under names that a pattern or nothing describes',
      { properties: { p: {} }, patternProperties: { '^x': { const: ONE } } },
      { x1: 'a' },
      { x1: ONE },
    ],
    [
      'under any other name',
      { properties: { p: {} }, additionalProperties: { const: ONE } },
      { p: 'a', q: 'a' },
      { p: 'a', q: ONE },
    ],
    [
      'choices that are objects or lists',
      { properties: { x: { enum: [{ k: ONE, l: [1, OTHER] }, [ONE]] } } },
      { x: { l: [1, 'a'], k: 'a' } },
      { x: { k: ONE, l: [1, OTHER] } },
    ],
    [
      'names of the prototype',
      { properties: { constructor: { const: ONE } } },
      { toString: 'a', constructor: 'a' },
      { toString: 'a', constructor: ONE },
    ],
    [
      'references that lead nowhere',
      { properties: { x: { $ref: '#/$defs/y' }, z: { const: ONE } } },
      { x: 'a' },
      { x: 'a' },
    ],
    [
      'references with broken escapes',
      { properties: { x: { $ref: '#/%' }, z: { const: ONE } } },
      { x: 'a' },
      { x: 'a' },
    ],
  ])('%s', (_, schema, args, sent) => {
    expect(restore(schema, args)).toEqual(sent);
  });
});

describe('two choices of one place that become equal are rejected', () => {
  test.each<[string, JsonObject]>([
    ['two that were cleaned', { properties: { x: { anyOf: [{ const: ONE }, { const: OTHER }] } } }],
    ['one that was not', { properties: { x: { anyOf: [{ enum: ['a', 'b'] }, { const: OTHER }] } } }],
    ['a list and a constant', { properties: { x: { enum: [ONE], const: 'a' } } }],
    ['one that was not, as a constant', { properties: { x: { anyOf: [{ const: 'a' }, { const: OTHER }] } } }],
  ])('%s: the call is refused with its place', (_, schema) => {
    const refused = expect.objectContaining({ code: 'sanitize.ambiguous-value', pointer: '/x' });
    expect(() => restore(schema, { x: 'a' })).toThrow(refused);
  });

  test('a repeated choice is one choice', () => {
    expect(restore({ properties: { x: { const: ONE, anyOf: [{ enum: [ONE] }] } } }, { x: 'a' })).toEqual({ x: ONE });
  });

  test.each<[string, JsonObject, string, string]>([
    ['in one list', { enum: [ONE, OTHER] }, 'sanitize.ambiguous-value', '/inputSchema/enum/1'],
    ['as objects', { enum: [{ k: ONE }, { k: 'a' }] }, 'sanitize.ambiguous-value', '/inputSchema/enum/1'],
    [
      'as names of members',
      { propertyNames: { enum: [ONE] } },
      'sanitize.hidden-name',
      '/inputSchema/propertyNames/enum/0',
    ],
  ])('%s: the tool is refused', (_, schema, code, pointer) => {
    expect(() => cleaned(schema)).toThrow(expect.objectContaining({ code, pointer }));
  });
});

test('a long list is restored', () => {
  const anyOf = Array.from({ length: 300 }, (_, i) => ({ const: `v${i}\u200b` }));
  const list = Array.from({ length: 3000 }, (_, i) => `v${i % 300}`);
  expect(restore({ properties: { list: { items: { anyOf } } } }, { list })).toEqual({
    list: list.map(text => `${text}\u200b`),
  });
});

test('a schema with too many variants is rejected', () => {
  const part = (n: number): JsonObject => ({
    anyOf: [{ $ref: `#/$defs/d${n}` }, { items: { $ref: `#/$defs/d${n}` } }],
  });
  const $defs = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`d${n}`, part((n + 1) % 2000)]));
  const schema = { properties: { x: { items: { $ref: '#/$defs/d0' } }, y: { const: ONE } }, $defs };
  const refused = expect.objectContaining({ code: 'sanitize.malformed' });
  expect(() => restore(schema, { x: Array.from({ length: 2000 }, () => ['a']) })).toThrow(refused);
});
