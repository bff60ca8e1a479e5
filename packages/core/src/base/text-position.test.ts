import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPosition, findUtf8Fault } from './text-position.ts';

test.each([
  ['the start', '', 0, { offset: 0, line: 1, column: 1 }],
  ['after two-byte and four-byte characters', 'é😀x', 3, { offset: 6, line: 1, column: 3 }],
  ['the end of a line', 'a\nb', 1, { offset: 1, line: 1, column: 2 }],
  ['the start of a line', 'a\nb', 2, { offset: 2, line: 2, column: 1 }],
  ['after an empty line', '\n\n', 2, { offset: 2, line: 3, column: 1 }],
  ['a line after multi-byte characters', 'é\n😀x', 4, { offset: 7, line: 2, column: 2 }],
])('the position of %s', (_, text, index, position) => {
  expect(findPosition(text, index)).toEqual(position);
});

test('a fault is found where good text ends, whatever follows', () => {
  const badStart = fc.constantFrom([0xff], [0x80], [0xc1, 0xbf], [0xe9, 0x22], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x22]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), badStart, fc.uint8Array(), (good, bad, rest) => {
      // The decoder in use drops a byte order mark; the reader has refused it before it looks for faults.
      fc.pre(!good.startsWith('\ufeff'));
      const input = Uint8Array.from([...new TextEncoder().encode(good), ...bad, ...rest]);
      expect(findUtf8Fault(input)).toEqual(findPosition(good, good.length));
    }),
  );
});

test('a character cut by the end of the text is the fault', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom([0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98]), (good, cut) => {
      const input = Uint8Array.from([...new TextEncoder().encode(good), ...cut]);
      expect(findUtf8Fault(input)).toEqual(findPosition(good, good.length));
    }),
  );
});
