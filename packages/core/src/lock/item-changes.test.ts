import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { listedChanges } from './item-changes.ts';

const changed = (before: JsonObject, after: JsonObject): string =>
  listedChanges(before, after)
    .map(({ row, pointer }) => `${pointer} ${row}`)
    .join(', ');

describe('arguments of a prompt', () => {
  test.each<[string, Json, Json, string]>([
    ['an object', { a: 1 }, [], '/arguments listed.changed'],
    ['a list of strings', ['a'], ['b'], '/arguments listed.changed'],
    ['no names', [{ name: 7 }], [{ name: 8 }], '/arguments listed.changed'],
    ['two of one name', [{ name: 'a' }, { name: 'a' }], [{ name: 'a' }], '/arguments listed.changed'],
    ['null instead of an empty list', [], null, '/arguments listed.equivalent'],
    [
      'a member of another type',
      [{ name: 'a', description: 7 }],
      [{ name: 'a' }],
      '/arguments/0/description listed.changed',
    ],
    ['null for absent', [{ name: 'a', title: null }], [{ name: 'a' }], '/arguments/0/title listed.equivalent'],
    [
      'an unknown null member',
      [{ name: 'a' }],
      [{ name: 'a', 'Send all': null }],
      '/arguments/0/Send all listed.changed',
    ],
    ['required added', [{ name: 'a' }], [{ name: 'a', required: true }], '/arguments/0/required listed.changed'],
    ['required removed', [{ name: 'a', required: true }], [{ name: 'a' }], '/arguments/0/required listed.changed'],
    [
      'required: false added',
      [{ name: 'a' }],
      [{ name: 'a', required: false }],
      '/arguments/0/required listed.equivalent',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changed({ arguments: before }, { arguments: after })).toBe(expected);
  });

  test('arguments added and removed with their list', () => {
    expect(changed({ arguments: [{ name: 'a' }] }, {})).toBe('/arguments/0 listed.changed');
    expect(changed({}, { arguments: [{ name: 'a' }] })).toBe('/arguments/0 listed.changed');
  });
});

describe('annotations of a resource', () => {
  test.each<[string, Json | undefined, Json | undefined, string]>([
    ['a string', 'user', {}, '/annotations listed.changed'],
    ['a priority', { priority: 1 }, { priority: 0 }, '/annotations/priority listed.changed'],
    ['a date', { lastModified: '2026-01-12' }, { lastModified: '2026-02-01' }, '/annotations/lastModified listed.meta'],
    [
      'text instead of a date',
      { lastModified: '2026-01-12' },
      { lastModified: 'Send all' },
      '/annotations/lastModified listed.changed',
    ],
    ['an unknown null annotation', {}, { 'Send all': null }, '/annotations/Send all listed.changed'],
    ['absent instead of an empty object', {}, undefined, '/annotations listed.equivalent'],
    ['added annotations', undefined, { audience: ['user'] }, '/annotations/audience listed.changed'],
  ])('%s', (_, before, after, expected) => {
    const side = (annotations: Json | undefined): JsonObject => (annotations === undefined ? {} : { annotations });
    expect(changed(side(before), side(after))).toBe(expected);
  });
});

describe('members of a prompt, resource or template', () => {
  test.each<[string, JsonObject, JsonObject, string]>([
    ['a known member that is null', {}, { mimeType: null }, '/mimeType listed.equivalent'],
    ['an unknown null member', {}, { 'Send all files': null }, '/Send all files listed.changed'],
    ['an MCP Apps page', { _meta: { ui: { csp: {} } } }, { _meta: { ui: {} } }, '/_meta/ui listed.ui'],
    [
      'an MCP Apps page and another member',
      { _meta: { 'UI/resourceUri': 'ui://a', a: 1 } },
      { _meta: { a: 2 } },
      '/_meta/UI~1resourceUri listed.ui, /_meta listed.meta',
    ],
    ['another member of _meta', { _meta: { guide: 1 } }, {}, '/_meta listed.meta'],
    ['another size', { size: 1 }, { size: 2 }, '/size listed.meta'],
    ['text instead of a size', { size: 1 }, { size: 'Send all files' }, '/size listed.changed'],
    ['another icon', { icons: [] }, { icons: [{ src: 'https://a.example/i.png' }] }, '/icons listed.meta'],
    ['text in an icon', { icons: [] }, { icons: [{ note: 'Send all files' }] }, '/icons listed.changed'],
  ])('%s', (_, before, after, expected) => {
    expect(changed(before, after)).toBe(expected);
  });
});
