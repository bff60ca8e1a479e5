import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { documentInLine } from './document-in-line.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test.each([
  ['{"document":1,"document":2}', 'json.duplicate-key'],
  ['{"document":{}}}', 'json.syntax'],
  ['{"document":{}} {"document":{}}', 'json.syntax'],
  ['{"document":{},"server":{}}', 'import.not-a-document'],
  ['{"server":{}}', 'import.not-a-document'],
  ['{"Document":{}}', 'import.not-a-document'],
  ['["document",{}]', 'import.not-a-document'],
  ['{}', 'import.not-a-document'],
  ['null', 'import.not-a-document'],
])('%s is refused', (line, code) => {
  expect(refusalOf(() => documentInLine(encode(line))).code).toBe(code);
});

test.each([
  ['{"document":{"a":1}}', '{"a":1}'],
  [' { "document" :\t{ "a" : 1.0e0 } } \r', '{ "a" : 1.0e0 }'],
  [String.raw`{"\u0064ocument":{"a:}":"}:"}}`, '{"a:}":"}:"}'],
  ['{"document":"ü:}"}', '"ü:}"'],
])('%s holds its document as it stands', (line, document) => {
  expect(new TextDecoder().decode(documentInLine(encode(line)))).toBe(document);
});

test('any document is found by its bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t '), (value, space) => {
      const text = JSON.stringify(value, null, 1).replaceAll('\n', '');
      if (!text.isWellFormed()) return;
      const line = encode(`{${space}"document"${space}:${space}${text}${space}}${space}`);
      expect(new TextDecoder().decode(documentInLine(line))).toBe(text);
    }),
  );
});
