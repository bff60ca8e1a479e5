import fc from 'fast-check';
import { expect, test } from 'vitest';
import { child, pointerKeys } from './pointer.ts';

test.each<[string, string | number, string]>([
  ['', '', '/'],
  ['', 'a/b', '/a~1b'],
  ['', 'm~n', '/m~0n'],
  ['', '~1', '/~01'],
  ['', '/~/~', '/~1~0~1~0'],
  ['', '$&', '/$&'],
  ['/a', 'é😀 ', '/a/é😀 '],
  ['/a', 0, '/a/0'],
  ['/a', '0', '/a/0'],
])('below %j the key %j is at %j', (pointer, key, expected) => {
  expect(child(pointer, key)).toBe(expected);
});

// Pointers from RFC 6901, section 5.
test.each<[string, string[]]>([
  ['', []],
  ['/', ['']],
  ['//', ['', '']],
  ['/foo/0', ['foo', '0']],
  ['/a~1b', ['a/b']],
  ['/m~0n', ['m~n']],
  ['/~01', ['~1']],
  ['/c%d', ['c%d']],
  ['/ ', [' ']],
])('the keys of %j are %j', (pointer, keys) => {
  expect(pointerKeys(pointer)).toEqual(keys);
});

test('any keys come back from the pointer they make', () => {
  const key = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('~', '/', '0', '1') }));
  fc.assert(
    fc.property(fc.array(key), keys => {
      const pointer = keys.reduce((above, name) => child(above, name), '');
      expect(pointerKeys(pointer)).toEqual(keys);
    }),
  );
});
