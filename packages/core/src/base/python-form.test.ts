import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExactJson, JsonFloat } from './exact-json.ts';
import { byCodePoint, pythonForm } from './python-form.ts';
import { readExactJson } from './read-json.ts';

function form(text: string): string {
  return pythonForm(readExactJson(new TextEncoder().encode(text)));
}

// The right-hand sides were printed by Python's json.dumps(json.loads(text), sort_keys=True, separators=(',', ':')).
describe('the text Python writes for', () => {
  test.each([
    ['-0.0', '-0.0'],
    ['-0', '0'],
    ['0.0', '0.0'],
    ['0e5', '0.0'],
    ['-1e-400', '-0.0'],
    ['1', '1'],
    ['1.0', '1.0'],
    ['-1.0', '-1.0'],
    ['1.50', '1.5'],
    ['1e5', '100000.0'],
    ['1E+2', '100.0'],
    ['0.0001', '0.0001'],
    ['0.00012345', '0.00012345'],
    ['1e-05', '1e-05'],
    ['-0.00001', '-1e-05'],
    ['1.5e-7', '1.5e-07'],
    ['1e-100', '1e-100'],
    ['5e-324', '5e-324'],
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['123.456', '123.456'],
    ['-123456789.125', '-123456789.125'],
    ['1e15', '1000000000000000.0'],
    ['9999999999999998.0', '9999999999999998.0'],
    ['1e16', '1e+16'],
    ['10000000000000000', '10000000000000000'],
    ['12345678901234567.0', '1.2345678901234568e+16'],
    ['123456789012345680.0', '1.2345678901234568e+17'],
    ['1e22', '1e+22'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567890', '12345678901234567890'],
    ['-12345678901234567890', '-12345678901234567890'],
  ])('the number %s', (text, expected) => {
    expect(form(text)).toBe(expected);
  });

  test.each([
    ['"\u007f"', String.raw`"\u007f"`],
    ['" ~"', '" ~"'],
    ['"é"', String.raw`"\u00e9"`],
    ['"😀"', String.raw`"\ud83d\ude00"`],
    ['"\u2028\uFFFF"', String.raw`"\u2028\uffff"`],
    [String.raw`"\"\\\/\b\f\n\r\t\u0000\u001F"`, String.raw`"\"\\/\b\f\n\r\t\u0000\u001f"`],
    ['"<script>&\'"', '"<script>&\'"'],
  ])('the string %j', (text, expected) => {
    expect(form(text)).toBe(expected);
  });

  test.each([
    ['{}', '{}'],
    ['[ ]', '[]'],
    ['[null, true, false]', '[null,true,false]'],
    ['{"b": [1, {"d": 1, "c": 2}], "a": {}}', '{"a":{},"b":[1,{"c":2,"d":1}]}'],
    ['{"9": 1, "10": 2, "": 3, "B": 4, "a": 5}', '{"":3,"10":2,"9":1,"B":4,"a":5}'],
    ['{"😀": 1, "\uffff": 2, "\ue000": 3}', String.raw`{"\ue000":3,"\uffff":2,"\ud83d\ude00":1}`],
    ['{"a😀": 1, "a": 2, "a\uffff": 3}', String.raw`{"a":2,"a\uffff":3,"a\ud83d\ude00":1}`],
    ['{"__proto__": 1, "constructor": 2}', '{"__proto__":1,"constructor":2}'],
  ])('%s', (text, expected) => {
    expect(form(text)).toBe(expected);
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%s is refused', value => {
  const refused = expect.objectContaining({ name: 'ToolmarkError', code: 'python-form.non-finite' });
  expect(() => pythonForm(value)).toThrow(refused);
  expect(() => pythonForm([new JsonFloat(value)])).toThrow(refused);
});

describe('for any value', () => {
  const { value: anyJson } = fc.letrec<{ value: ExactJson }>(again => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => new JsonFloat(number)),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.string({ unit: 'binary' }),
      fc.array(again('value'), { maxLength: 5 }),
      fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), again('value'), { maxKeys: 5 }),
    ),
  }));

  test('the form is printable ASCII, and reading it and writing it again changes nothing', () => {
    fc.assert(
      fc.property(anyJson, value => {
        const text = pythonForm(value);
        expect(text).toMatch(/^[ -~]*$/);
        expect(form(text)).toBe(text);
      }),
    );
  });

  test('a float keeps its value and never looks like an integer', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        const text = pythonForm(new JsonFloat(value));
        expect(Number(text)).toBe(value);
        expect(text).toMatch(/[.e]/);
      }),
    );
  });

  test('byCodePoint orders strings as their code points do', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (a, b) => {
        // UTF-8 keeps the order of code points, so comparing bytes is an independent answer.
        expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
