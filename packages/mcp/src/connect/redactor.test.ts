import { expect, test } from 'vitest';
import { redactorFor } from './redactor.ts';
import type { ServerSource } from './server-source.ts';

test.each<[string, ServerSource, string, string]>([
  ['a value of the environment', stdio({ KEY: 'hunter22' }), 'key=hunter22!', 'key=[redacted]!'],
  ['a secret inside another', stdio({ A: 'hunter22', B: 'xx-hunter22' }), 'xx-hunter22', '[redacted]'],
  ['short values stay', stdio({ DEBUG: 'true' }), 'true', 'true'],
  ['a header and the token in it', http({ a: 'Bearer hunter22' }), 'hunter22 Bearer hunter22', '[redacted] [redacted]'],
  ['a password and a query value', http({}), 'sesame-open swordfish', '[redacted] [redacted]'],
  ['an address that is none', { kind: 'http', url: 'sesame-open' }, 'sesame-open', '[redacted]'],
  ['what steers a terminal', stdio({}), 'a\u001bb', 'a\\u{1b}b'],
])('%s', (_, source, text, shown) => {
  expect(redactorFor(source)(text)).toBe(shown);
});

test('a text that was cut does not end with the beginning of a secret', () => {
  const redact = redactorFor(stdio({ KEY: 'hunter22' }));
  for (let length = 0; length < 8; length++) {
    expect(redact(`the key is ${'hunter22'.slice(0, length)}`, true)).not.toMatch(/hu/);
  }
  expect(redact('hunter22 and much more after it', true)).toBe('[redacted] and much more …');
});

function stdio(env: Record<string, string>): ServerSource {
  return { kind: 'stdio', command: 'x', args: [], env };
}

function http(headers: Record<string, string>): ServerSource {
  return { kind: 'http', url: 'https://user:swordfish@host/?key=sesame-open', headers };
}
