import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test.each([
  ['https://example.com/a', undefined, 'https://example.com/a'],
  ['../b', 'https://example.com/a/c', 'https://example.com/b'],
  ['nothing', undefined, undefined],
  ['', undefined, undefined],
  ['https://', undefined, undefined],
])('%j below %j is %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});

test('a host with letters of Latin-1 is parsed however often it is asked for', () => {
  for (let i = 0; i < 20_000; i++) expect(parseUrl('https://bücher.example/')?.host).toBe('xn--bcher-kva.example');
});
