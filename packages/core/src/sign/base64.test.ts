import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';

test.each([
  ['junk inside', 'YW!Jj'],
  ['a line break', 'YWJj\n'],
  ['a line break inside', 'YW\nJj'],
  ['a space', 'YW Jj'],
  ['the URL alphabet', '-_-_'],
  ['missing padding', 'YWI'],
  ['too much padding', 'YWJj===='],
  ['padding alone', '===='],
  ['padding inside', 'YQ==YQ=='],
  ['one digit', 'Y==='],
  ['stray bits before ==', 'YR=='],
  ['stray bits before =', 'YWJ='],
  ['a letter beyond ASCII', 'YWJ\u{100}'],
])('%s is not canonical base64', (_, text) => {
  expect(decodeBase64(text)).toBeUndefined();
});

test('RFC 4648 examples', () => {
  const examples = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy'];
  examples.forEach((text, length) => {
    const bytes = new TextEncoder().encode('foobar'.slice(0, length));
    expect(decodeBase64(text)).toEqual(bytes);
    expect(encodeBase64(bytes)).toBe(text);
  });
});

test('any bytes come back, and no other text gives them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(text)).toEqual(bytes);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'AQgwYZ09+/=\n -_') }), text => {
      const bytes = decodeBase64(text);
      if (bytes !== undefined) expect(encodeBase64(bytes)).toBe(text);
    }),
  );
});
