import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, jcs } from '../base/index.ts';
import { argumentShape, declaredNames } from './argument-shape.ts';

const NAMES = new Set(['city', 'days', 'deep', '__proto__', 'constructor']);

function nested(levels: number): Json {
  return levels === 0 ? 'end' : { deep: nested(levels - 1) };
}

describe('the shape of arguments', () => {
  test.each<[string, Json, Json]>([
    ['an undeclared name', { 'bob@example.org': 1, city: 'x' }, { object: { city: 'string:1' }, more: 1 }],
    ['names that objects inherit', { toString: 1, valueOf: 2 }, { object: {}, more: 2 }],
    [
      'five levels',
      nested(5),
      { object: { deep: { object: { deep: { object: { deep: { object: { deep: 'object' } } } } } } } },
    ],
    ['a long list', Array(1_000_000).fill('secret'), { array: 1_000_000, items: ['string:8', 'string:8', 'string:8'] }],
    ['a number beyond 2^53', { days: 2n ** 70n }, { object: { days: 'integer' } }],
    ['numbers', { days: 1, deep: 1.5 }, { object: { days: 'integer', deep: 'number' } }],
    [
      'others',
      { city: null, days: true, deep: [] },
      { object: { city: 'null', days: 'boolean', deep: { array: 0, items: [] } } },
    ],
    ['an empty text', { city: '' }, { object: { city: 'string:0' } }],
    ['nothing', {}, { object: {} }],
  ])('%s', (_, args, shape) => {
    expect(argumentShape(args, NAMES)).toEqual(shape);
  });

  test('a declared name that is special to JavaScript is a name like any other', () => {
    const args = Object.fromEntries([
      ['__proto__', 'x'],
      ['constructor', 1],
    ]);
    expect(jcs(argumentShape(args, NAMES))).toBe('{"object":{"__proto__":"string:1","constructor":"integer"}}');
  });

  test('answers of nearly the same length look alike', () => {
    const lengths = ['yes!', 'never', 'ok', 'no'].map(city => argumentShape({ city }, NAMES));
    expect(lengths).toMatchObject([4, 8, 2, 2].map(size => ({ object: { city: `string:${size}` } })));
  });

  test('at most 32 members and 128 values are shown, and the others are counted', () => {
    const names = new Set(Array.from({ length: 1_000 }, (_, i) => `n${i}`));
    const wide = Object.fromEntries([...names].map(name => [name, 1]));
    expect(argumentShape(wide, names)).toMatchObject({ more: 968 });
    const square = Object.fromEntries([...names].map(name => [name, wide]));
    expect(jcs(argumentShape(square, names)).split('"integer"').length - 1).toBeLessThanOrEqual(128);
  });

  test('no value and no undeclared name of any arguments can be read from it', () => {
    const secret = fc.string({ minLength: 6, unit: 'grapheme' }).map(text => `§${text}§`);
    const json = fc.letrec<{ value: Json }>(tie => ({
      value: fc.oneof({ maxDepth: 4 }, secret, fc.array(tie('value')), fc.dictionary(secret, tie('value'))),
    })).value;
    fc.assert(fc.property(json, value => !jcs(argumentShape(value, new Set())).includes('§')));
  });
});

test('declared are the properties of the locked input schema at any depth; a tool without a lock declares none', () => {
  const inputSchema = { type: 'object', properties: { a: { items: { properties: { b: {} } } } }, required: ['c'] };
  const tool = { digest: 'sha256:0', definition: { name: 't', inputSchema } } as unknown as Parameters<
    typeof declaredNames
  >[0];
  expect([...declaredNames(tool)]).toEqual(['a', 'b']);
  expect(declaredNames(undefined).size).toBe(0);
});
