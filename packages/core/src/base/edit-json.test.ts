import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editJson, type MemberEdit } from './edit-json.ts';
import type { Json, JsonObject } from './json.ts';
import { readJson } from './read-json.ts';

const add = (value: Json | undefined, ...path: string[]): MemberEdit => ({ path, value });

describe('an edited JSON text', () => {
  test.each<[what: string, text: string, edit: MemberEdit, edited: string]>([
    ['a compact text stays compact', '{"a":1}', add({ x: [1] }, 'b'), '{"a":1,"b":{"x":[1]}}'],
    [
      'a new member has the indentation and the colon of its neighbours',
      '{\n\t"a": {\n\t\t"b" : 1.0\n\t}\n}\n',
      add({ x: 1 }, 'a', 'c'),
      '{\n\t"a": {\n\t\t"b" : 1.0,\n\t\t"c" : {\n\t\t\t"x": 1\n\t\t}\n\t}\n}\n',
    ],
    [
      'a value is replaced in place',
      '{\r\n  "a": { "v": [1, "}"] },\r\n  "b": 2\r\n}',
      add({ x: 1 }, 'a'),
      '{\r\n  "a": {\r\n    "x": 1\r\n  },\r\n  "b": 2\r\n}',
    ],
    ['an inline object stays inline', '{\n  "a": { "b": 1 }\n}', add(2, 'a', 'c'), '{\n  "a": { "b": 1, "c": 2 }\n}'],
    ['a first member is removed with its comma', '{ "a": 1, "b": 2 }', add(undefined, 'a'), '{ "b": 2 }'],
    [
      'a last member is removed with the comma before it',
      '{\n "a": 1,\n "b": 2\n}',
      add(undefined, 'b'),
      '{\n "a": 1\n}',
    ],
    ['the only member is removed', '{"a":{"b":1}}', add(undefined, 'a', 'b'), '{"a":{}}'],
    ['a key is found in whatever spelling', '{"\\u0061":1}', add(2, 'a'), '{"\\u0061":2}'],
    ['what is not there need not be removed', '{"a":1}', add(undefined, 'z'), '{"a":1}'],
  ])('%s', (_, text, edit, edited) => {
    expect(editJson(text, [edit])).toBe(edited);
    expect(() => readJson(new TextEncoder().encode(edited))).not.toThrow();
  });

  test('parses to the edited value in any layout', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
    fc.assert(
      fc.property(
        value,
        fc.string(),
        fc.option(fc.jsonValue(), { nil: undefined }),
        fc.constantFrom(0, 1, 2, '\t'),
        (given, key, next, indent) => {
          // These cannot be members of a plain object.
          fc.pre(!JSON.stringify([given, key, next ?? 0]).includes('__proto__'));
          const text = JSON.stringify({ root: given, more: [given] }, undefined, indent);
          const edited = JSON.parse(
            editJson(text, [{ path: ['root', key], value: next as Json | undefined }]),
          ) as JsonObject;
          const { [key]: _, ...rest } = given;
          const root = next === undefined ? rest : { ...given, [key]: next };
          expect(edited).toEqual(JSON.parse(JSON.stringify({ root, more: [given] })));
        },
      ),
    );
  });
});
