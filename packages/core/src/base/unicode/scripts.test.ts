import { describe, expect, test } from 'vitest';
import { isMixedScript, resolvedScripts, scriptsOf } from './scripts.ts';

describe('mixed scripts', () => {
  test.each([
    ['a Cyrillic letter in a Latin word', 'pаypal', true],
    ['a Greek letter in a Latin word', 'gοogle', true],
    ['Latin and Cyrillic far apart', 'ok да', true],
    ['an unassigned letter in a Latin word', 'a\u{378}', true],
    ['nothing', '', false],
    ['digits and punctuation', '12:30 – 13:00!', false],
    ['Latin with accents', 'déjà vu naïve', false],
    ['one Cyrillic word', 'привет', false],
    ['Japanese in three scripts', '日本語のカタカナ', false],
    ['Korean with Han', '韓國語 한국어', false],
    ['Chinese with Bopomofo', '注音ㄅㄆㄇ', false],
    ['Japanese and Korean together', 'カ한', true],
  ])('%s', (_, text, mixed) => {
    expect(isMixedScript(text)).toBe(mixed);
  });

  test('a mark that several scripts share names them all', () => {
    expect(scriptsOf(0x0951)).toContain('Devanagari');
    expect(scriptsOf(0x0951)).toContain('Latin');
  });

  test('characters of every script resolve to no script', () => {
    expect(resolvedScripts('1 + 1')).toBeUndefined();
    expect(resolvedScripts('a1')).toEqual(new Set(['Latin']));
  });
});
