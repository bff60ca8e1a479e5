import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawItems, rawMembers, rawValues } from './raw-json.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('pieces of JSON', () => {
  test.each(['', '{', '[', '[1', '[1,', '[1 2]', '[,]', '["a]', '["\\"]', '[{]', '1', '{"a":1}', '[}'])(
    'refuses the list %j',
    text => expect(() => rawItems(encode(text))).toThrow(expect.objectContaining({ code: 'json.syntax' })),
  );

  test.each(['{"a"}', '{"a":}', '{a:1}', '{1:2}', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[]', '{"a":1'])(
    'refuses the object %j',
    text => expect(() => rawMembers(encode(text))).toThrow(expect.objectContaining({ code: 'json.syntax' })),
  );

  test('an invalid value leaves its neighbours intact', () => {
    expect(rawItems(encode('[ {"a":1,"a":2} , "x\\"]" ,[1,[2]], tru ]')).map(decode)).toEqual([
      ...['{"a":1,"a":2}', '"x\\"]"', '[1,[2]]', 'tru'],
    ]);
    expect(rawValues(encode(' {"a":1}\n\n[2]\n"x" ')).map(decode)).toEqual(['{"a":1}', '[2]', '"x"']);
  });

  test('splits any JSON into its values, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1), (values, space) => {
        const pieces = rawItems(encode(JSON.stringify(values, null, space)));
        expect(pieces.map(piece => JSON.parse(decode(piece)))).toEqual(JSON.parse(JSON.stringify(values)));
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 1), (value, space) => {
        const members = rawMembers(encode(JSON.stringify(value, null, space)));
        const read = [...members].map(([key, piece]) => [key, JSON.parse(decode(piece))]);
        expect(read).toEqual(Object.entries(JSON.parse(JSON.stringify(value))));
      }),
    );
  });
});
