import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, readJson } from '../base/index.ts';
import { mcptrustPromptHash, mcptrustTemplateHash, mcptrustToolHashes } from './mcptrust-identity.ts';

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
const EMPTY_TEXT = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const EMPTY_LIST = 'sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945';

describe('an input schema', () => {
  test.each<[string, Json, string]>([
    ['angle brackets and ampersands', { a: '<b>&' }, '{"a":"\\u003cb\\u003e\\u0026"}'],
    ['them in a member name too', { '<&>': 1 }, '{"\\u003c\\u0026\\u003e":1}'],
    ['line and paragraph separators', { a: '\u2028\u2029' }, '{"a":"\\u2028\\u2029"}'],
    ['quotes, backslashes and controls', { a: '"\\/\n\r\t\u0001\u007f' }, '{"a":"\\"\\\\/\\n\\r\\t\\u0001\u007f"}'],
    ['letters outside ASCII as they are', { é: '😀' }, '{"é":"😀"}'],
    ['minus zero', { a: -0 }, '{"a":-0}'],
    ['a whole number spelled as a fraction', { a: 1.0 }, '{"a":1}'],
    [
      'numbers about to need an exponent',
      { a: [1e20, 1e21, 1e-6, 1e-7] },
      '{"a":[100000000000000000000,1e+21,0.000001,1e-7]}',
    ],
    ['integers beyond 2^53, rounded', { a: 9007199254740993n }, '{"a":9007199254740992}'],
    [
      'keys in the order of their UTF-8 bytes',
      { '😀': 1, '～': 2, b: 3, B: 4, '': 5 },
      '{"":5,"B":4,"b":3,"～":2,"😀":1}',
    ],
    [
      'nested objects, lists, literals',
      { b: { d: [], c: [null, true, false] }, a: {} },
      '{"a":{},"b":{"c":[null,true,false],"d":[]}}',
    ],
  ])('is written as Go writes %s', (_, inputSchema, text) => {
    expect(mcptrustToolHashes({ name: 'a', inputSchema }).inputSchema).toBe(sha256(text));
  });

  test('may have an inherited name as member', () => {
    const inputSchema = readJson(new TextEncoder().encode('{"__proto__":1,"constructor":2}'));
    expect(mcptrustToolHashes({ inputSchema }).inputSchema).toBe(sha256('{"__proto__":1,"constructor":2}'));
  });

  test.each<[string, JsonObject]>([
    ['missing', {}],
    ['null', { inputSchema: null }],
    ['empty', { inputSchema: {} }],
  ])('that is %s has no hash but the empty string', (_, tool) => {
    expect(mcptrustToolHashes(tool).inputSchema).toBe('');
  });
});

test.each<[string, JsonObject, string]>([
  ['missing', {}, EMPTY_TEXT],
  ['empty', { description: '' }, EMPTY_TEXT],
  ['raw, with nothing normalised', { description: ' é\r\n<&> ' }, sha256(' é\r\n<&> ')],
])('a description that is %s is hashed as its bytes', (_, tool, hash) => {
  expect(mcptrustToolHashes(tool).description).toBe(hash);
});

describe('a prompt', () => {
  test.each<[string, JsonObject, string]>([
    ['no arguments', { name: 'a' }, EMPTY_LIST],
    ['an empty list of them', { name: 'a', arguments: [] }, EMPTY_LIST],
    ['arguments that are not a list', { name: 'a', arguments: 'x' }, EMPTY_LIST],
    [
      'arguments in any order, with what they say',
      {
        arguments: [
          { name: 'b', description: '', required: false },
          { name: 'a', description: '<d>', required: true, title: 'T' },
        ],
      },
      sha256('[{"description":"<d>","name":"a","required":true},{"name":"b"}]'),
    ],
    [
      'names that UTF-16 would sort otherwise',
      { arguments: [{ name: '😀' }, { name: '～' }] },
      sha256('[{"name":"～"},{"name":"😀"}]'),
    ],
  ])('with %s', (_, prompt, hash) => {
    expect(mcptrustPromptHash(prompt)).toBe(hash);
  });
});

test.each<[string, JsonObject, string]>([
  ['its pattern alone', { uriTemplate: 'f:///{p}', name: 'n' }, '{"uriTemplate":"f:///{p}"}'],
  ['an empty type left out', { uriTemplate: 'f:///{p}', mimeType: '' }, '{"uriTemplate":"f:///{p}"}'],
  [
    'its type',
    { uriTemplate: 'f:///{p}', mimeType: 'text/plain' },
    '{"mimeType":"text/plain","uriTemplate":"f:///{p}"}',
  ],
])('a template is hashed with %s', (_, template, text) => {
  expect(mcptrustTemplateHash(template)).toBe(sha256(text));
});
