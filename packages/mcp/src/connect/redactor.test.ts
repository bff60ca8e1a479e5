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
  ['a secret as JSON writes it', stdio({ A: 'a"b\\c/é\n' }), '"a\\"b\\\\c/é\\n"', '"[redacted]"'],
  ['a secret as ASCII JSON writes it', stdio({ A: 'hunté"r' }), 'hunt\\u00e9\\"r', '[redacted]'],
  ['a secret as JSON with escaped slashes', stdio({ A: 'hunt/er22' }), 'hunt\\/er22', '[redacted]'],
  ['a secret in an address', stdio({ A: 'p/w+é d&' }), 'p%2Fw%2B%C3%A9%20d%26', '[redacted]'],
  ['a secret in an address, in small letters', stdio({ A: 'p/w+é d&' }), 'p%2fw%2b%c3%a9%20d%26', '[redacted]'],
  ['a secret in a form', stdio({ A: 'p/w+é d&' }), 'p%2Fw%2B%C3%A9+d%26', '[redacted]'],
  ['a secret with half a character', stdio({ A: 'hunter\ud800' }), 'hunter%EF%BF%BD', '[redacted]'],
])('%s', (_, source, text, shown) => {
  expect(redactorFor(source)(text)).toBe(shown);
});

test.each<[string, string[]]>([
  ['after a flag', ['--api-key', 'hunter22']],
  ['after a flag in capitals', ['-ApiKey', 'hunter22']],
  ['attached to a flag', ['--token=hunter22']],
  ['attached to a longer flag', ['--db-password=hunter22']],
  ['as a variable', ['-e', 'CLIENT_SECRET=hunter22']],
  ['as a header', ['--header', 'Authorization: Bearer hunter22']],
  ['as a header of one word', ['--header=X-Api-Key:hunter22']],
  ['as a password in an address', ['postgres://me:hunter22@host/db']],
  ['as a password in an address after a flag', ['--dsn=postgres://me:hunter22@host/db']],
  ['in the query of an address', ['https://host/mcp?k=hunter22']],
])('a secret in the arguments: %s', (_, args) => {
  const redact = redactorFor({ kind: 'stdio', command: 'x', args });
  expect(redact('bad: hunter22.')).toBe('bad: [redacted].');
});

test.each([
  'sk-abcdef',
  'sk_live_abcdef',
  'ghp_abcdef',
  'github_pat_abcdef',
  'glpat-abcdef',
  'xoxb-abcdef',
  'AKIAABCDEF',
  'AIzaabcdef',
  'hf_abcdef',
  'npm_abcdef',
  'eyJabcdef.e30.x',
])('%s is known as a secret by how it begins', secret => {
  expect(redactorFor({ kind: 'stdio', command: 'x', args: [secret] })(secret)).toBe('[redacted]');
  expect(redactorFor(stdio({}), { ANY: secret })(secret)).toBe('[redacted]');
});

test('keeps other arguments', () => {
  const args = ['-y', '@scope/server-files', '--port=123456', '/home/me/folder', '--mode', 'production'];
  expect(redactorFor({ kind: 'stdio', command: 'x', args })(args.join(' '))).toBe(args.join(' '));
});

test.each<[string, string, string]>([
  ['GITHUB_TOKEN', 'hunter22', '[redacted]'],
  ['openai_api_key', 'hunter22', '[redacted]'],
  ['DB_PASSWD', 'hunter22', '[redacted]'],
  ['AWS_CREDENTIALS', 'hunter22', '[redacted]'],
  ['BASIC_AUTH', 'hunter22', '[redacted]'],
  ['TOKEN', 'short', 'short'],
  ['HOME', '/home/me', '/home/me'],
  ['GIT_AUTHOR_NAME', 'Jane Doe', 'Jane Doe'],
])('of what a child inherits, %s=%s is shown as %s', (name, value, shown) => {
  expect(redactorFor(stdio({}), { [name]: value, UNSET_TOKEN: undefined })(value)).toBe(shown);
});

test('a text that was cut does not end with the beginning of a secret', () => {
  const redact = redactorFor(stdio({ KEY: 'hunter22' }));
  for (let length = 0; length < 8; length++) {
    expect(redact(`the key is ${'hunter22'.slice(0, length)}`, true)).not.toMatch(/hu/);
  }
  expect(redact('hunter22 and much more after it', true)).toBe('[redacted] and much more …');
});

test('of an endless text only the beginning is looked at, and no secret is cut in half', () => {
  const shown = redactorFor(stdio({ KEY: 'hunter22' }))('hunter22'.repeat(1_000_000));
  expect(shown.length).toBeLessThan(100_000);
  expect(shown).toMatch(/^(?:\[redacted\])+[^h]*…$/);
});

function stdio(env: Record<string, string>): ServerSource {
  return { kind: 'stdio', command: 'x', args: [], env };
}

function http(headers: Record<string, string>): ServerSource {
  return { kind: 'http', url: 'https://user:swordfish@host/?key=sesame-open', headers };
}
