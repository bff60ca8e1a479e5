import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ToolmarkError } from './error.ts';
import { JsonFloat } from './exact-json.ts';
import type { ReadOptions } from './json-reader.ts';
import { DEFAULT_MAX_BYTES, readExactJson, readJson, readKeeping } from './read-json.ts';

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bytes(...parts: readonly (string | number)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(part => (typeof part === 'number' ? [part] : [...utf8(part)])));
}

function refusal(input: Uint8Array, options?: ReadOptions): ToolmarkError {
  const error = findRefusal(input, options);
  if (error === undefined) throw new Error('The reader accepted this text.');
  return error;
}

/** The refusal, or undefined when the text was accepted; any other kind of error passes through. */
function findRefusal(input: Uint8Array, options?: ReadOptions): ToolmarkError | undefined {
  try {
    readJson(input, options);
    return undefined;
  } catch (error) {
    if (error instanceof ToolmarkError) return error;
    throw error;
  }
}

describe('rejects what parsers disagree about', () => {
  test.each([
    ['a repeated key', 'json.duplicate-key', '{"a":1,"a":2}'],
    ['a repeated key with the same value', 'json.duplicate-key', '{"a":1,"a":1}'],
    ['a repeated key after null', 'json.duplicate-key', '{"a":null,"a":1}'],
    ['a repeated key spelled with an escape', 'json.duplicate-key', String.raw`{"a":1,"\u0061":2}`],
    ['a repeated emoji spelled with escapes', 'json.duplicate-key', String.raw`{"😀":1,"\ud83d\uDE00":2}`],
    ['a repeated empty key', 'json.duplicate-key', '{"":1,"":2}'],
    ['a repeated __proto__', 'json.duplicate-key', '{"__proto__":null,"__proto__":{}}'],
    ['a repeated constructor', 'json.duplicate-key', '{"constructor":1,"constructor":2}'],
    ['a repeated key far below', 'json.duplicate-key', '[[{"a":[{"b":1,"c":2,"b":3}]}]]'],
    ['a first half alone', 'json.lone-surrogate', String.raw`"\ud800"`],
    ['a second half alone', 'json.lone-surrogate', String.raw`"\udc00"`],
    ['two first halves', 'json.lone-surrogate', String.raw`"\ud83d\ud83d"`],
    ['halves in the wrong order', 'json.lone-surrogate', String.raw`"\ude00\ud83d"`],
    ['a first half before a letter', 'json.lone-surrogate', String.raw`"\ud83dx"`],
    ['a first half before an ordinary escape', 'json.lone-surrogate', String.raw`"\ud83d\n"`],
    ['a first half before an escaped letter', 'json.lone-surrogate', String.raw`"\ud83d\u0041"`],
    ['a lone half in a key', 'json.lone-surrogate', String.raw`{"\udfff":1}`],
    ['NaN', 'json.non-finite', 'NaN'],
    ['Infinity', 'json.non-finite', 'Infinity'],
    ['-Infinity', 'json.non-finite', '-Infinity'],
    ['-Infinity in a member', 'json.non-finite', '{"a":[1,-Infinity]}'],
    ['1e400', 'json.non-finite', '1e400'],
    ['-1e400', 'json.non-finite', '[-1e400]'],
    ['an integer of 400 digits', 'json.non-finite', '9'.repeat(400)],
  ])('%s: %s', (_, code, text) => {
    expect(refusal(utf8(text)).code).toBe(code);
  });
});

describe('rejects what is not JSON', () => {
  const plain = `
    nul nulL True undefined -NaN - +1 01 -01 .5 1. 1.e5 1e 1e+ 0x10 1_000 1n １ " "abc 'a' "\\ "\\" "\\x41" "\\'" "\\U0041" "\\u"
    "\\u004" "\\u00g1" "\\u+041" "\\ud83d\\u" "\\😀" "\\constructor" [ [1 [1, [1,] [,1] [1} ] { {"a" {"a": {"a":1 {"a":1,
    {"a":1,} {,} {"a",1} {"a":} {a:1} {1:1} {"a":1] {}{} []] null,`;
  const spaced = ['', ' \n\t\r', '\u00a0', '\u2028', '"\t"', '"\n"', '"\u0000"', '"\\n\n"', '[1 2]', '{"a" 1}'];
  const followed = ['{"a":1 "b":2}', '1 2', 'null\u0000', '1 // one', '/* one */ 1', '1\ufeff'];
  test.each([...plain.trim().split(/\s+/), ...spaced, ...followed])('%j', text => {
    expect(refusal(utf8(text)).code).toBe('json.syntax');
  });
});

describe('rejects bytes that are not plain UTF-8, with their offset', () => {
  test.each<[string, Uint8Array, number]>([
    ['a latin-1 letter before a quote', bytes('"caf', 0xe9, '"'), 4],
    ['a stray continuation byte', bytes('["', 0x80, '"]'), 2],
    ['a byte that never occurs', bytes('"é', 0xff, '"'), 3],
    ['an overlong slash', bytes('"', 0xc0, 0xaf, '"'), 1],
    ['a surrogate in UTF-8', bytes('"', 0xed, 0xa0, 0x80, '"'), 1],
    ['a code point beyond Unicode', bytes('"', 0xf4, 0x90, 0x80, 0x80, '"'), 1],
    ['a character cut by the end of the text', bytes('"😀', 0xf0, 0x9f), 5],
    ['a fault far inside', bytes('"', 'é'.repeat(5000), 0xfe, 'x'.repeat(5000), 0xfe, '"'), 10_001],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x31, 0x00), 0],
  ])('%s', (_, input, offset) => {
    expect(refusal(input)).toMatchObject({ code: 'json.encoding', position: { offset } });
  });

  test('an encoding error has the line and column of the broken character', () => {
    expect(refusal(bytes('{\n "é😀', 0xe9, '": 1}')).position).toEqual({ offset: 10, line: 2, column: 5 });
  });

  test('a byte order mark is refused, before any other error', () => {
    const start = { offset: 0, line: 1, column: 1 };
    expect(refusal(bytes(0xef, 0xbb, 0xbf, '{}'))).toMatchObject({ code: 'json.byte-order-mark', position: start });
    expect(refusal(bytes(0xef, 0xbb, 0xbf, 0xff))).toMatchObject({ code: 'json.byte-order-mark', position: start });
  });

  test('a byte order mark inside a string is a character like any other', () => {
    expect(readJson(utf8('"\ufeff"'))).toBe('\ufeff');
  });
});

describe('limits', () => {
  function nested(levels: number): string {
    return '['.repeat(levels) + ']'.repeat(levels);
  }

  test('128 levels are read and 129 are refused at the bracket that goes too far', () => {
    expect(readJson(utf8(nested(128)))).toHaveLength(1);
    expect(refusal(utf8(nested(129)))).toMatchObject({ code: 'json.too-deep', position: { offset: 128 } });
  });

  test.each([
    ['an empty array', '[[]]'],
    ['an empty array with a space inside', '[[ ]]'],
    ['an array', '[[1]]'],
    ['an array with a space inside', '[[ \n 1]]'],
    ['an empty object', '[{}]'],
    ['an empty object with a space inside', '[{ }]'],
    ['an object', '[{"a":1}]'],
    ['an object with a space inside', '[{ \n "a":1}]'],
    ['an array that never closes', '[['],
  ])('%s one level too deep is refused at its opening bracket', (_, text) => {
    const position = { offset: 1, line: 1, column: 2 };
    expect(refusal(utf8(text), { maxDepth: 1 })).toMatchObject({ code: 'json.too-deep', position });
  });

  test('siblings do not add up to depth', () => {
    expect(readJson(utf8('[[],{},[[]],{"a":[]}]'), { maxDepth: 3 })).toEqual([[], {}, [[]], { a: [] }]);
  });

  test.each([
    ['arrays', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['arrays that close', nested(100_000)],
  ])('[intake.bounded] 100,000 levels of %s are refused and do not exhaust the stack', (_, text) => {
    expect(refusal(utf8(text)).code).toBe('json.too-deep');
  });

  test('a caller who allows 100,000 levels gets them', () => {
    expect(readJson(utf8(nested(100_000)), { maxDepth: 100_000 })).toHaveLength(1);
  });

  test('text beyond the limit is refused unread, and text at the limit is read', () => {
    expect(refusal(utf8('[1]'), { maxBytes: 2 }).code).toBe('json.too-large');
    expect(refusal(new Uint8Array(DEFAULT_MAX_BYTES + 1)).code).toBe('json.too-large');
    expect(readJson(utf8('[1]'), { maxBytes: 3 })).toEqual([1]);
  });

  test('the limit counts bytes, not characters', () => {
    expect(refusal(utf8('"é"'), { maxBytes: 3 }).code).toBe('json.too-large');
  });
});

describe('every error has a position', () => {
  test.each<[string, string, number, number, number]>([
    ['an empty text', '', 0, 1, 1],
    ['the end of the text', '{"a":', 5, 1, 6],
    ['a word', '[1, x]', 4, 1, 5],
    ['the third line', '{\n  "a": 1,\n  b: 2\n}', 14, 3, 3],
    ['a line after a carriage return', '[1,\r\n?]', 5, 2, 1],
    ['after a two-byte letter', '["é" x]', 6, 1, 6],
    ['after a four-byte emoji', '["😀" x]', 8, 1, 6],
    ['an escape after multi-byte characters', '"é😀\\x"', 7, 1, 4],
    ['an emoji where a value belongs', '[😀]', 1, 1, 2],
    ['a control character in a string', '"é\u0007"', 3, 1, 3],
    ['a string that never ends', '"é', 3, 1, 3],
    ['a lone surrogate', String.raw`["a", "b\ud800"]`, 8, 1, 9],
    ['a repeated key', '{"é":1,\n "é":2}', 10, 2, 2],
    ['a number too large', '[1, 1e999]', 4, 1, 5],
    ['minus infinity', '[1, -Infinity]', 4, 1, 5],
    ['text after the end', '{} x', 3, 1, 4],
  ])('%s', (_, text, offset, line, column) => {
    expect(refusal(utf8(text)).position).toEqual({ offset, line, column });
  });

  test.each([
    ['at the top', '{"a":1,"a":2}', '/a'],
    ['in a member', '{"x":{"a":1,"a":2}}', '/x/a'],
    ['in an item', '[0,[],{"a":1,"a":2}]', '/2/a'],
    ['after other members', '{"x":{"y":1},"z":[{"q":{}},{"b":1,"a":{"b":2},"a":2}]}', '/z/1/a'],
    ['under keys that need escaping', '{"/":{"~":{"a/b~c":1,"a/b~c":2}}}', '/~1/~0/a~1b~0c'],
    ['under an empty key', '{"":{"":1,"":2}}', '//'],
    ['under __proto__', '{"__proto__":{"a":1,"a":2}}', '/__proto__/a'],
  ])('a repeated key %s has a pointer', (_, text, pointer) => {
    expect(refusal(utf8(text)).pointer).toBe(pointer);
  });

  test('the message never repeats the text it refuses', () => {
    expect(refusal(utf8('{"evil":1,"evil":2}')).message).not.toContain('evil');
  });
});

describe('accepted', () => {
  test.each<[string, unknown]>([
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740992', 9007199254740992],
    ['-9007199254740992', -9007199254740992],
    ['12345678901234567890', 12345678901234567890n],
    ['100000000000000000000000000000', 10n ** 29n],
    ['-0', -0],
    ['0', 0],
    ['1.0', 1],
    ['1e5', 100_000],
    ['1E+2', 100],
    ['1e-400', 0],
    ['9007199254740993.0', 9007199254740992],
    ['0.1', 0.1],
    ['5e-324', 5e-324],
    [' \t\r\n[ 1 , 2 ] \n', [1, 2]],
    ['{ "a" : { } , "b" : [ ] }', { a: {}, b: [] }],
    [String.raw`"\"\\\/\b\f\n\r\t"`, '"\\/\b\f\n\r\t'],
    [String.raw`"a\u0000b\u00E9c\u2028"`, 'a\u0000béc\u2028'],
    [String.raw`"\ud83d\uDE00\\u0041"`, String.raw`😀\u0041`],
    ['"\u007f\u2028😀"', '\u007f\u2028😀'],
    ['{"é":1,"e\u0301":2}', { é: 1, 'e\u0301': 2 }],
    ['{"toString":1,"hasOwnProperty":2,"constructor":{}}', { toString: 1, hasOwnProperty: 2, constructor: {} }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"a":{"a":{"a":1}}}', { a: { a: { a: 1 } } }],
  ])('%s', (text, value) => {
    expect(readJson(utf8(text))).toEqual(value);
  });

  test('a member called __proto__ is a plain member and changes no prototype', () => {
    const value = readJson(utf8('{"__proto__":{"polluted":true},"b":1}'));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(Object(value))).toEqual([
      ['__proto__', { polluted: true }],
      ['b', 1],
    ]);
    expect(value).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('readKeeping', () => {
  const keep = (text: string): string | undefined => readKeeping(utf8(text), 'a').text;

  test.each<[string, string, string | undefined]>([
    ['a member of the outermost object', '{"b":[1],"a":{"x":[1.0,"\\u0061"]},"c":2}', '{"x":[1.0,"\\u0061"]}'],
    ['the last one', '{"a":"x"}', '"x"'],
    ['no member of one further inside', '{"b":{"a":1},"c":[{"a":2}]}', undefined],
    ['none of a list', '[{"a":1}]', undefined],
    ['nothing where there is no such member', '{"b":1}', undefined],
    ['nothing that takes more than a line', '{"a":{\n"x":1}}', undefined],
    ['nothing where some reader might see more than a line', '{"a":{"x":\r1}}', undefined],
    ['the member itself, whatever is inside', '{"a":{"a":1,"b":{"a":2}},"b":{"a":3}}', '{"a":1,"b":{"a":2}}'],
    ['a name with escapes', '{"\\u0061":[]}', '[]'],
  ])('keeps %s', (_, text, kept) => {
    expect(keep(text)).toBe(kept);
  });

  test.each([
    ['0', true],
    ['-12', true],
    ['1.5', true],
    ['12345678901234567890', true],
    ['1e+21', true],
    ['1.0', false],
    ['1E2', false],
    ['-0', false],
    ['0.10', false],
    ['0.1000000000000000055', false],
  ])('whether %s is written as we would write it: %s', (number, isPlain) => {
    expect(readKeeping(utf8(`{"a":[${number}]}`), 'a').isPlain).toBe(isPlain);
  });

  test('accepts and rejects the same as readJson, and keeps text of the same value', () => {
    const outcome = (read: () => unknown): unknown => {
      try {
        return read();
      } catch (error) {
        return String(error);
      }
    };
    const piece = fc.constantFrom(...'{}[]:,1 \n', '"a"', '"b"', '2.0', 'null', '{"a":[1,{}]}');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(piece).map(pieces => pieces.join('')),
        ),
        inner => {
          const input = utf8(`{"b":0, "a" : ${inner} ,"c":1}`);
          expect(outcome(() => readKeeping(input, 'a').value)).toEqual(outcome(() => readJson(input)));
          const kept = outcome(() => readKeeping(input, 'a')) as { value?: { a?: unknown }; text?: string };
          if (kept.text !== undefined) expect(readJson(utf8(kept.text))).toEqual(kept.value?.a);
        },
      ),
    );
  });
});

describe('readExactJson', () => {
  test.each<[string, unknown]>([
    ['1.0', new JsonFloat(1)],
    ['1e5', new JsonFloat(100_000)],
    ['-0.0', new JsonFloat(-0)],
    ['-0', -0],
    ['1', 1],
    ['1.5', 1.5],
    ['9007199254740993', 9007199254740993n],
    ['9007199254740993.0', new JsonFloat(9007199254740992)],
    ['{"a":[2.0,2]}', { a: [new JsonFloat(2), 2] }],
  ])('%s', (text, value) => {
    expect(readExactJson(utf8(text))).toStrictEqual(value);
  });

  test('rejects what readJson rejects', () => {
    expect(() => readExactJson(utf8('{"a":1.0,"a":1}'))).toThrow(ToolmarkError);
    expect(() => readExactJson(utf8('[1.0]'), { maxBytes: 4 })).toThrow(ToolmarkError);
    expect(() => readExactJson(utf8('[[1.0]]'), { maxDepth: 1 })).toThrow(ToolmarkError);
  });
});

describe('for any input', () => {
  const jsonText = fc
    .tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom('', ' ', '\t', '\n '))
    .map(([value, indent]) => JSON.stringify(value, null, indent));

  /** What JSON.parse gives, but for the integers it would round. */
  function parsed(text: string): unknown {
    return withBigints(JSON.parse(text));
  }

  function withBigints(value: unknown): unknown {
    if (Number.isInteger(value) && Math.abs(Number(value)) > 2 ** 53 && Math.abs(Number(value)) < 1e21) {
      return BigInt(String(value));
    }
    if (Array.isArray(value)) return value.map(withBigints);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withBigints(item)]));
  }

  test('a JSON value comes back as it was', () => {
    fc.assert(
      fc.property(jsonText, text => {
        expect(readJson(utf8(text))).toEqual(parsed(text));
      }),
    );
  });

  test('arbitrary bytes are read or rejected', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), input => {
        findRefusal(input);
      }),
      { numRuns: 1000 },
    );
  });

  const fragments = [...'"\\{}[],:0-.e \n😀', 'null', '\\u', 'd800'];

  /** JSON text with a few characters cut out and a few others put in their place. */
  const mutatedText = fc
    .tuple(jsonText, fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ...fragments)), { maxLength: 3 }))
    .map(([text, edits]) => edits.reduce(edit, text));

  function edit(text: string, [place, cut, insert]: [number, number, string]): string {
    const at = place % (text.length + 1);
    return (text.slice(0, at) + insert + text.slice(at + cut)).toWellFormed();
  }

  test('mutated JSON is a syntax error exactly when JSON.parse says so', () => {
    fc.assert(
      fc.property(mutatedText, text => {
        const error = findRefusal(utf8(text));
        if (error === undefined) expect(() => JSON.parse(text)).not.toThrow();
        else if (error.code === 'json.syntax') expect(() => JSON.parse(text)).toThrow(SyntaxError);
        else expect(['json.duplicate-key', 'json.lone-surrogate', 'json.non-finite']).toContain(error.code);
      }),
      { numRuns: 1000 },
    );
  });

  test('mutated bytes are read or refused with a position inside the text', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(jsonText, edits, (text, changes) => {
        const input = utf8(text);
        for (const [place, byte] of changes) input[place % input.length] = byte;
        const offset = findRefusal(input)?.position?.offset ?? 0;
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThanOrEqual(input.length);
      }),
      { numRuns: 1000 },
    );
  });
});
