import { describe, expect, test } from 'vitest';
import { compileTemplate } from './match-template.ts';

describe('the addresses that a template stands for', () => {
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
  ])('%s %s: %s', (template, uri, matches) => {
    expect(compileTemplate(template)?.(uri)).toBe(matches);
  });

  test.each(['w://{a}{b}', 'w://{/a}', 'w://{;a}', 'w://{a*}', 'w://{a:3}', 'w://{a,b}', 'w://{', 'w://}', 'w://{}'])(
    '%s has no one reading and stands for nothing',
    template => expect(compileTemplate(template)).toBeUndefined(),
  );
});
