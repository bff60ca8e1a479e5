import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFloat } from './exact-json.ts';
import { jcs } from './jcs.ts';
import type { Json } from './json.ts';
import { readJson } from './read-json.ts';

function read(text: string): Json {
  return readJson(new TextEncoder().encode(text));
}

describe('rejects values without a canonical form', () => {
  class Point {
    readonly x = 1;
  }
  const cycle: unknown[] = [];
  cycle.push(cycle);

  test.each<[string, string, unknown]>([
    ['an integer beyond 2^53', 'jcs.integer-range', 9007199254740993n],
    ['a negative integer beyond 2^53', 'jcs.integer-range', { a: [-9007199254740993n] }],
    ['a small bigint', 'jcs.integer-range', 1n],
    ['half a surrogate pair', 'jcs.lone-surrogate', '\ud83d'],
    ['halves in the wrong order', 'jcs.lone-surrogate', ['\ude00\ud83d']],
    ['half a surrogate pair in a key', 'jcs.lone-surrogate', { 'a\udc00': 1 }],
    ['NaN', 'jcs.non-finite', Number.NaN],
    ['infinity', 'jcs.non-finite', [Number.POSITIVE_INFINITY]],
    ['minus infinity', 'jcs.non-finite', { a: Number.NEGATIVE_INFINITY }],
    ['undefined', 'jcs.not-json', undefined],
    ['an undefined member', 'jcs.not-json', { a: undefined }],
    ['a hole in an array', 'jcs.not-json', new Array(1)],
    ['a function', 'jcs.not-json', { a: () => 1 }],
    ['a symbol', 'jcs.not-json', Symbol('a')],
    ['a date', 'jcs.not-json', new Date(0)],
    ['a map', 'jcs.not-json', { a: new Map([['b', 1]]) }],
    ['a set', 'jcs.not-json', [new Set([1])]],
    ['bytes', 'jcs.not-json', Uint8Array.of(1)],
    ['a class instance', 'jcs.not-json', new Point()],
    ['a float of the exact reader', 'jcs.not-json', new JsonFloat(1)],
    ['a cycle', 'jcs.too-deep', cycle],
  ])('%s: %s', (_, code, value) => {
    expect(() => jcs(value as Json)).toThrow(expect.objectContaining({ name: 'ToolmarkError', code }));
  });
});

test('512 levels are written and 513 are refused', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(jcs(JSON.parse(nested(512)))).toBe(nested(512));
  expect(() => jcs(JSON.parse(nested(513)))).toThrow(expect.objectContaining({ code: 'jcs.too-deep' }));
});

describe('keys are sorted by UTF-16 code units', () => {
  test.each([
    ['a surrogate pair comes before U+FB33', '{"\ufb33":1,"😀":2}', '{"😀":2,"\ufb33":1}'],
    ['digits are text, not numbers', '{"9":1,"10":2,"1":3}', '{"1":3,"10":2,"9":1}'],
    ['a prefix comes first', '{"ab":1,"a":2,"":3}', '{"":3,"a":2,"ab":1}'],
    ['capitals come before small letters', '{"a":1,"B":2}', '{"B":2,"a":1}'],
    ['look-alikes are not normalised', '{"é":1,"e\u0301":2}', '{"e\u0301":2,"é":1}'],
    ['raw keys are compared, not escaped ones', '{"\\"":1,"!":2,"\\n":3}', '{"\\n":3,"!":2,"\\"":1}'],
    ['__proto__ is a key', '{"a":{"__proto__":1},"__proto__":{"b":2}}', '{"__proto__":{"b":2},"a":{"__proto__":1}}'],
  ])('%s', (_, text, canonical) => {
    expect(jcs(read(text))).toBe(canonical);
  });
});

describe('scalars', () => {
  test.each<[Json, string]>([
    [null, 'null'],
    [true, 'true'],
    [false, 'false'],
    ['', '""'],
    ['\u0000\u0008\u0009\u000a\u000c\u000d\u001f', String.raw`"\u0000\b\t\n\f\r\u001f"`],
    ['"\\/', String.raw`"\"\\/"`],
    ['\u007f\u0080\u2028é😀', '"\u007f\u0080\u2028é😀"'],
    [[], '[]'],
    [{}, '{}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [[1, [2, { a: [] }]], '[1,[2,{"a":[]}]]'],
  ])('%j', (value, canonical) => {
    expect(jcs(value)).toBe(canonical);
  });

  // Bits and spelling from RFC 8785, appendix B.
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('the double %s is %s', (bits, text) => {
    expect(jcs(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  test.each(['1e17', '-1e20', '9007199254740994.0'])(
    '%s is refused: its text would read as an integer beyond 2^53',
    text => {
      expect(() => jcs(read(text))).toThrow(expect.objectContaining({ code: 'jcs.integer-range' }));
    },
  );
});

describe('for any value', () => {
  /** An integer beyond 2^53 has no canonical form, however it was spelled. */
  function isRefused(number: number): boolean {
    return Number.isInteger(number) && Math.abs(number) > 2 ** 53 && Math.abs(number) < 1e21;
  }
  const { value: anyJson } = fc.letrec<{ value: Json }>(again => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter(number => !isRefused(number)),
      fc.maxSafeInteger(),
      fc.string({ unit: 'binary' }),
      fc.array(again('value'), { maxLength: 5 }),
      fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), again('value'), { maxKeys: 5 }),
    ),
  }));

  test('reading canonical text and writing it again changes nothing', () => {
    fc.assert(
      fc.property(anyJson, value => {
        const canonical = jcs(value);
        expect(jcs(read(canonical))).toBe(canonical);
      }),
    );
  });

  test('the order in which members were added does not matter', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary', maxLength: 3 }), anyJson), {
      selector: ([key]) => key,
    });
    const orders = members.chain(entries =>
      fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
    );
    fc.assert(
      fc.property(orders, ([entries, shuffled]) => {
        expect(jcs(Object.fromEntries(shuffled))).toBe(jcs(Object.fromEntries(entries)));
      }),
    );
  });

  test('canonical text means the same to JSON.parse', () => {
    fc.assert(
      fc.property(anyJson, value => {
        expect(JSON.parse(jcs(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
