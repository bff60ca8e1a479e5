import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { itemInLine } from './item-in-line.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test.each([
  ['{"document":1,"document":2}', 'json.duplicate-key'],
  ['{"document":{}}}', 'json.syntax'],
  ['{"document":{}} {"document":{}}', 'json.syntax'],
  ['{"document":{},"server":{}}', 'import.not-a-document'],
  ['{"servers":[]}', 'import.not-a-document'],
  ['{"Document":{}}', 'import.not-a-document'],
  ['["document",{}]', 'import.not-a-document'],
  ['{}', 'import.not-a-document'],
  ['null', 'import.not-a-document'],
])('refuses %s', (line, code) => {
  expect(refusalOf(() => itemInLine(encode(line))).code).toBe(code);
});

test.each([
  ['{"document":{"a":1}}', 'document', '{"a":1}'],
  [' { "document" :\t{ "a" : 1.0e0 } } \r', 'document', '{ "a" : 1.0e0 }'],
  [String.raw`{"\u0064ocument":{"a:}":"}:"}}`, 'document', '{"a:}":"}:"}'],
  ['{"document":"ü:}"}', 'document', '"ü:}"'],
  ['{"server":{"document":{}} }', 'server', '{"document":{}}'],
])('returns the bytes in %s unchanged', (line, kind, text) => {
  const item = itemInLine(encode(line));
  expect([item.kind, new TextDecoder().decode(item.bytes)]).toEqual([kind, text]);
});

test('returns the bytes of any document', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t '), (value, space) => {
      const text = JSON.stringify(value, null, 1).replaceAll('\n', '');
      if (!text.isWellFormed()) return;
      const line = encode(`{${space}"document"${space}:${space}${text}${space}}${space}`);
      expect(new TextDecoder().decode(itemInLine(line).bytes)).toBe(text);
    }),
  );
});
