import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesToHex, DER_TAG, readChildren, readElement, readInteger, writeElement, writeInteger } from './der.ts';

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

test.each([
  ['nothing', bytes()],
  ['a tag alone', bytes(0x30)],
  ['a length beyond the end', bytes(0x30, 0x02, 0x00)],
  ['an indefinite length', bytes(0x30, 0x80, 0x00, 0x00)],
  ['a long form for a short length', bytes(0x30, 0x81, 0x01, 0x00)],
  ['a length with a leading zero', bytes(0x30, 0x82, 0x00, 0x80, ...new Array(128).fill(0))],
  ['a length of five bytes', bytes(0x30, 0x85, 0x01, 0, 0, 0, 0)],
  ['a length that is cut', bytes(0x30, 0x82, 0x01)],
  ['a tag of several bytes', bytes(0x3f, 0x81, 0x01, 0x00)],
])('%s is not an element', (_, input) => {
  expect(readElement(input, 0)).toBeUndefined();
});

test('elements that leave their parent, or do not fill it, are not its children', () => {
  for (const inner of [bytes(0x02, 0x05, 1), bytes(0x02, 0x01, 1, 0x02)]) {
    const parent = readElement(writeElement(DER_TAG.sequence, inner), 0);
    expect(parent).toBeDefined();
    if (parent !== undefined)
      expect(readChildren(bytes(0x30, inner.length, ...inner, 9, 9, 9, 9), parent)).toBeUndefined();
  }
});

test('reads back what it writes, at any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70_000, size: 'max' }), content => {
      const element = writeElement(0x04, content);
      const read = readElement(element, 0);
      expect(read).toMatchObject({ tag: 0x04, at: 0, end: element.length });
      expect(bytesToHex(element.subarray(read?.start))).toBe(bytesToHex(content));
    }),
    { numRuns: 30 },
  );
});

test('integers come back, and padding does not make another number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), fc.nat(4), (value, padding) => {
      const element = writeInteger(value);
      const content = element.subarray(2);
      expect(readInteger(content)).toBe(value);
      const filler = new Uint8Array(padding).fill(value < 0n ? 0xff : 0);
      expect(readInteger(Uint8Array.of(...filler, ...content))).toBe(value);
    }),
  );
});
