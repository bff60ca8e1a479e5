import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTemplates } from './find-templates.ts';
import { compileTemplate } from './match-template.ts';

const matchesTemplate = (template: string, uri: string): boolean =>
  findTemplates(uri, [{ matcher: compileTemplate(template) }]).length === 1;

describe('the URIs that a template matches', () => {
  test.each<[string, string, boolean]>([
    ['file:///{path}', 'file:///etc/passwd', false],
    ['file:///{path}', 'file:///..', false],
    ['file:///{path}', 'file:///%2e%2e', false],
    ['file:///{path}', 'file:///%252e%252e%252fetc', false],
    ['file:///{path}', 'file:///readme.md', true],
    ['file:///docs/{+path}', 'file:///docs/a/b.md', true],
    ['file:///docs/{+path}', 'file:///docs/../etc/passwd', false],
    ['file:///docs/{+path}', 'file:///docs/a/%2E%2E/x', false],
    ['file:///docs/{+path}', 'file:///docs/a\\..\\x', false],
    ['w://city/{name}', 'w://city/berlin', true],
    ['w://city/{name}', 'w://city/', false],
    ['w://city/{name}', 'w://city/berlin?x', false],
    ['w://city/{name}', 'w://city/berlin#x', false],
    ['w://city/{name}', 'xw://city/berlin', false],
    ['w://city/{name}/day/{n}', 'w://city/a/day/3', true],
    ['w://city/{name}/day/{n}', 'w://city/a/b/day/3', false],
    ['w://search{?q,lang}', 'w://search?q=a&lang=de', true],
    ['w://search{?q,lang}', 'w://search', true],
    ['w://search{?q,lang}', 'w://search/more', false],
    ['w://a.b/{x}', 'w://aXb/1', false],
    ['w://{x}', `w://${'a'.repeat(9_000)}`, false],
    ['w://city/{name}', 'w://city/New%20York', true],
    ['w://city/{name}', 'w://city/münchen', true],
    ['w://city/{name}', 'w://city/m%C3%BCnchen', true],
    ['w://city/{name}', 'w://city/St.%20Gallen', true],
    ['w://city/{name}', 'w://city/100%25', true],
    ['w://city/{name}', 'w://city/a..b', true],
    ['w://city/{name}', 'w://city/.hidden', true],
    ['w://search{?q,lang}', 'w://search?q=a%20b%2Fc%3F.&lang=de', true],
    ['w://list{?path}', 'w://list?path=.', true],
    ['note:{id}', 'note:7', true],
    ['https://api.example.org/{+path}', 'https://api.example.org/a/b', true],
  ])('%s %s: %s', (template, uri, matches) => {
    expect(matchesTemplate(template, uri)).toBe(matches);
  });

  // Each of these escapes the folder for some URL parser, server or file system.
  test.each<[string, string]>([
    ['by an absolute path inside', 'file:///docs//etc/passwd'],
    ['by a drive inside', 'file:///docs/C:/Windows/x'],
    ['encoded', 'file:///docs/%2e%2e/x'],
    ['encoded in part', 'file:///docs/.%2E/x'],
    ['encoded twice', 'file:///docs/%252e%252e/x'],
    ['encoded three times', 'file:///docs/%25252e%25252e/x'],
    ['encoded nine times', `file:///docs/%${'25'.repeat(8)}2e%${'25'.repeat(8)}2e/x`],
    ['in an overlong form', 'file:///docs/%c0%ae%c0%ae/x'],
    ['as escapes of IIS', 'file:///docs/%u002e%u002e/x'],
    ['as escapes of IIS, encoded', 'file:///docs/%25u002e%25u002e/x'],
    ['in full-width dots', 'file:///docs/．．/x'],
    ['in full-width dots, encoded', 'file:///docs/%EF%BC%8E%EF%BC%8E/x'],
    ['with a full-width percent sign', 'file:///docs/％2e％2e/x'],
    ['as a two dot leader', 'file:///docs/\u2025/x'],
    ['with a full-width slash', 'file:///docs/a／..／x'],
    ['with a division slash', 'file:///docs/a\u2215..\u2215x'],
    ['with an encoded slash', 'file:///docs/..%2fx'],
    ['with a backslash', 'file:///docs/..\\x'],
    ['with an encoded backslash', 'file:///docs/..%5cx'],
    ['with a parameter', 'file:///docs/..;a=b/x'],
    ['with a stream', 'file:///docs/..::$INDEX_ALLOCATION/x'],
    ['with a space at the end', 'file:///docs/..%20/x'],
    ['with a space and a dot at the end', 'file:///docs/..%20./x'],
    ['with three dots', 'file:///docs/.../x'],
    ['with a tab inside', 'file:///docs/.\t./x'],
    ['with a line end inside', 'file:///docs/.\n./x'],
    ['with an encoded tab inside', 'file:///docs/.%09./x'],
    ['with a null at the end', 'file:///docs/..%00/x'],
    ['with a zero-width character inside', 'file:///docs/.\u200d./x'],
    ['with an encoded zero-width character inside', 'file:///docs/.%E2%80%8D./x'],
    ['at the end', 'file:///docs/..'],
    ['before a query', 'file:///docs/..?x'],
    ['before a fragment', 'file:///docs/..#x'],
    ['as one dot', 'file:///docs/./x'],
  ])('refuses path traversal %s', (_, uri) => {
    expect(matchesTemplate('file:///docs/{+path}', uri)).toBe(false);
  });

  test.each<[string, string, string]>([
    ['path traversal in a query', 'w://search{?path}', 'w://search?path=../../etc/passwd'],
    ['path traversal in an encoded query', 'w://search{?path}', 'w://search?path=%2e%2e%2fetc'],
    ['an encoded slash in one part of a path', 'file:///{path}', 'file:///etc%2Fpasswd'],
    ['an encoded question mark in one part of a path', 'w://city/{name}', 'w://city/a%3Fadmin=1'],
    ['a control character', 'w://city/{name}', 'w://city/a%0Ab'],
    ['an unpaired surrogate', 'w://city/{name}', 'w://city/\ud800'],
    ['a broken escape', 'w://city/{name}', 'w://city/a%zz'],
    ['another host after the name of one', 'https://example.org{+path}', 'https://example.org.evil.example/x'],
    ['another host after a user name', 'https://example.org{+path}', 'https://example.org@evil.example/x'],
    ['a user name in a host', 'https://{name}.example.org/x', 'https://evil.example:80@a.example.org/x'],
    ['a host in a file path', 'file:{+path}', 'file://evil.example/share'],
    ['a drive in another spelling', 'file:///{+path}', 'file:///C|/windows'],
    ['no scheme', '{+path}', '../x'],
  ])('refuses %s', (_, template, uri) => {
    expect(matchesTemplate(template, uri)).toBe(false);
  });

  test('[guard.template-places] no spelling of a path escapes the folder of a template', () => {
    const items = [{ matcher: compileTemplate('file:///docs/{+path}') }];
    const ascii = '. .. / \\ a %2e %2E %252e %2f %5c %255c ; %20 %00 %09 %c0%ae %u002e ? # : ..; %EF%BC%8E'.split(' ');
    const other = [...'\t\n．／\u2025\u2024\u2215\u200d\u00a0'];
    const piece = fc.constantFrom(...ascii, ...other);
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), pieces => {
        const uri = `file:///docs/${pieces.join('')}`;
        if (findTemplates(uri, items).length === 0) return;
        expect(placesOf(uri).filter(place => !/^[/\\]docs[/\\]/.test(place))).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  test('rejects a template with more than 20 placeholders', () => {
    const holding = (count: number): string =>
      `w://a/${Array.from({ length: count }, (_, i) => `{a${i}}`).join('-')}.json`;
    expect(compileTemplate(holding(20))).toBeDefined();
    expect(compileTemplate(holding(21))).toBeUndefined();
  });

  test.each([
    'file:///a/../{x}',
    'file:///a/%2e%2e/{x}',
    'file:///a\\{x}',
    'w://a/\u0000{x}',
    '{+all}',
    '{scheme}://a/x',
  ])('rejects the template %j', template => expect(compileTemplate(template)).toBeUndefined());

  test.each(['w://{a}{b}', 'w://{/a}', 'w://{;a}', 'w://{a*}', 'w://{a:3}', 'w://{a,b}', 'w://{', 'w://}', 'w://{}'])(
    'rejects the ambiguous template %s',
    template => expect(compileTemplate(template)).toBeUndefined(),
  );
});

/** The places where different readers look for a path: as written or parsed, decoded up to four times, folded or not, on POSIX and Windows. */
function placesOf(uri: string): string[] {
  const [path = ''] = uri.slice('file://'.length).split(/[?#]/, 1);
  const readings = new Set([path, new URL(uri).pathname]);
  for (let round = 0; round < 4; round++) {
    for (const text of [...readings]) {
      readings.add(text.normalize('NFKC'));
      if (!/%(?![0-9a-f]{2})/i.test(text)) readings.add(decodeURIComponent(text));
    }
  }
  // Windows ignores dots and spaces at the end of a name, some servers what follows a semicolon.
  for (const text of [...readings]) readings.add(text.replace(/(?:;[^/]*|[ ]+)(?=\/|$)/g, ''));
  return [...readings].flatMap(text => [posix.normalize(text), win32.normalize(text)]);
}
