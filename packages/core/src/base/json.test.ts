import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalJson, findNonJson, isJsonObject, type Json, member } from './json.ts';
import { readJson } from './read-json.ts';

describe('findNonJson', () => {
  class Point {
    readonly x = 1;
  }

  test.each<[string, unknown, string]>([
    ['a date', new Date(0), 'a Date'],
    ['a set', new Set([1]), 'a Set'],
    ['a map', new Map([['a', 1]]), 'a Map'],
    ['bytes', Uint8Array.of(1), 'a Uint8Array'],
    ['a class instance', new Point(), 'a Point'],
    ['a boxed string', Object('a'), 'a String'],
    ['a promise', Promise.resolve(), 'a Promise'],
    ['NaN', Number.NaN, 'the number NaN'],
    ['infinity', Number.POSITIVE_INFINITY, 'the number Infinity'],
    ['undefined', undefined, 'undefined'],
    ['a function', () => 1, 'a function'],
    ['a class', Point, 'a function'],
    ['a symbol', Symbol('a'), 'a symbol'],
    ['a lone surrogate', 'a\ud83d', 'a string with a lone surrogate'],
  ])('%s is one finding at the top and in any place below', (_, value, what) => {
    const finding = { code: 'x.not-json', severity: 'error', message: `This is ${what}, which JSON cannot hold.` };
    expect(findNonJson(value, 'x.not-json')).toEqual([{ ...finding, pointer: '' }]);
    expect(findNonJson({ a: [0, { 'b/~': value }] }, 'x.not-json')).toEqual([{ ...finding, pointer: '/a/1/b~1~0' }]);
    expect(findNonJson([value], 'x.not-json', '/tools/3')).toEqual([{ ...finding, pointer: '/tools/3/0' }]);
  });

  test('reports all violations in document order', () => {
    const value = {
      good: { a: [1, 10n ** 30n, null, 'é😀'], __proto: {} },
      when: new Date(0),
      list: [undefined, 1, Number.NaN, [() => 1]],
      deep: { tags: new Set(), more: { name: '\udc00' } },
    };
    expect(findNonJson(value, 'x').map(finding => finding.pointer)).toEqual([
      '/when',
      '/list/0',
      '/list/2',
      '/list/3/0',
      '/deep/tags',
      '/deep/more/name',
    ]);
  });

  test('a hole in an array is a finding', () => {
    const holes: unknown[] = [1];
    holes.length = 3;
    expect(findNonJson(holes, 'x').map(finding => finding.pointer)).toEqual(['/1', '/2']);
  });

  test('a member name with a lone surrogate is a finding at its object, and the other members are still read', () => {
    const value = { a: { '\ud83d': Number.NaN, b: Number.NaN } };
    expect(findNonJson(value, 'x')).toMatchObject([
      { pointer: '/a', message: expect.stringContaining('member name') },
      { pointer: '/a/b' },
    ]);
  });

  test('a cycle is a finding where it closes, and the rest is still read', () => {
    const value: Record<string, unknown> = { list: [] };
    value.list = [{ up: value }, Number.NaN];
    value.self = value;
    expect(findNonJson(value, 'x')).toMatchObject([
      { pointer: '/list/0/up', message: expect.stringContaining('contains it') },
      { pointer: '/list/1' },
      { pointer: '/self' },
    ]);
  });

  test('the same object in two places is not a cycle', () => {
    const shared = { a: 1 };
    expect(findNonJson({ left: shared, right: [shared, shared] }, 'x')).toEqual([]);
  });

  test('nesting that would exhaust the stack is one finding', () => {
    let value: unknown = Number.NaN;
    for (let level = 0; level < 100_000; level++) value = [value];
    expect(findNonJson(value, 'x')).toMatchObject([
      { pointer: '/0'.repeat(512), message: expect.stringContaining('512') },
    ]);
  });

  test('an object without a prototype is plain', () => {
    expect(findNonJson(Object.assign(Object.create(null), { a: 1 }), 'x')).toEqual([]);
  });

  test('reports an object of an unnamed class', () => {
    expect(findNonJson(Object.create(Object.create(null)), 'x')).toHaveLength(1);
  });

  test('output of the strict reader has no findings', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
        const delivered = readJson(new TextEncoder().encode(JSON.stringify(value)));
        expect(findNonJson(delivered, 'x')).toEqual([]);
      }),
    );
  });
});

test.each<[unknown, boolean]>([
  [null, false],
  [[], false],
  ['a', false],
  [undefined, false],
  [{}, true],
  [Object.create(null), true],
])('isJsonObject of %j is %s', (value, expected) => {
  expect(isJsonObject(value)).toBe(expected);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '%s is not a member unless it is an own property',
  name => {
    expect(member({}, name)).toBeUndefined();
    const written = readJson(new TextEncoder().encode(JSON.stringify([name]).replace(/\[(.*)\]/, '{$1:1}')));
    expect(isJsonObject(written) && member(written, name)).toBe(1);
  },
);

test.each<[string, Json | undefined, Json | undefined, boolean]>([
  ['members in another order', { a: 1, b: [null] }, { b: [null], a: 1 }, true],
  ['both absent', undefined, undefined, true],
  ['negative zero', 0, -0, true],
  ['null and absent', null, undefined, false],
  ['a list and an object', [], {}, false],
  ['an object and a list', {}, [], false],
  ['a longer list', [1], [1, 2], false],
  ['another item', [1, { a: true }], [1, { a: false }], false],
  ['another member name', { a: 1 }, { b: 1 }, false],
  ['an inherited member', { toString: 1, a: 1 }, { a: 1, b: 1 }, false],
  ['one more member', { a: 1 }, { a: 1, b: 1 }, false],
  ['a bigint and a number', 1n, 1, false],
  ['two dates', new Date(0) as never, new Date(1) as never, false],
])('equalJson: %s', (_, a, b, expected) => {
  expect(equalJson(a, b)).toBe(expected);
});
