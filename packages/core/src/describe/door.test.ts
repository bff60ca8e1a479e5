import { expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import type { Finding } from '../base/index.ts';
import { readInput, refuseMalformed } from './door.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each<[string, string, string]>([
  ['a duplicate key', '{"a":1,"a":2}', 'json.duplicate-key'],
  ['trailing data', '{} {}', 'json.syntax'],
  ['no bytes', '', 'json.syntax'],
  ['a lone surrogate', '"\\ud800"', 'json.lone-surrogate'],
])('bytes go through the strict reader, which refuses %s', (_, text, code) => {
  expect(refusalOf(() => readInput(utf8(text), 'x.malformed')).code).toBe(code);
});

test('a value made by JavaScript must be JSON, and every place where it is not is named', () => {
  const value: Record<string, unknown> = { when: new Date(0), list: [Number.NaN, undefined], ok: 1n };
  value.self = value;
  const error = refusalOf(() => readInput(value, 'x.malformed'));
  expect(error.code).toBe('x.malformed');
  expect(placesOf(error)).toEqual([
    'json.not-json /list/0',
    'json.not-json /list/1',
    'json.not-json /self',
    'json.not-json /when',
  ]);
});

test('text is a JSON string, not a JSON text', () => {
  expect(readInput('{"a":1}', 'x.malformed')).toBe('{"a":1}');
});

test('the message names the first five reasons, inert, and counts the rest; the error carries them all', () => {
  const findings = Array.from({ length: 7 }, (_, i): Finding => {
    return { code: 'x', severity: 'error', pointer: `/\u001b${i}`, message: 'Bad.' };
  });
  const error = refusalOf(() => refuseMalformed(findings, 'x.malformed', 'This is wrong'));
  expect(error.message).toMatch(/^This is wrong\. \/\\u\{1b\}0: Bad\. .*\/\\u\{1b\}4: Bad\. and 2 more$/);
  expect(error.findings).toEqual(findings);
});

test('warnings refuse nothing', () => {
  refuseMalformed([{ code: 'x', severity: 'warning', pointer: '', message: 'Hm.' }], 'x.malformed', 'This is wrong');
});
