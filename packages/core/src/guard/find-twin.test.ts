import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { pin } from '../lock/index.ts';
import { ArgumentNames } from './argument-names.ts';
import { checkResult } from './check-call.ts';
import { compilePolicy } from './compile-policy.ts';
import { decide } from './decide.ts';
import { findTwin } from './find-twin.ts';

const PATH: JsonObject = { type: 'object', properties: { path: { type: 'string' } } };
const NESTED: JsonObject = {
  type: 'object',
  properties: {
    options: { $ref: '#/$defs/options' },
    env: { type: 'object', additionalProperties: { type: 'string' } },
    list: { type: 'array', items: { anyOf: [{ properties: { id: {} } }, { required: ['key'] }] } },
  },
  $defs: { options: { properties: { path: {}, more: { $ref: '#/$defs/options' } } } },
};

function twinOf(args: Json, schema: Json, root: string[] = [], inner: string[] = []): string | undefined {
  const asked = { root: new Set(root), inner: new Set(inner) };
  return findTwin(args, ArgumentNames.of(schema, asked))?.pointer;
}

describe('an argument that some servers read as another', () => {
  test.each<[string, Json, Json, string | undefined]>([
    ['a declared name in another case, alone', { Path: '/etc' }, PATH, '/Path'],
    ['a declared name in another case, beside it', { path: '/tmp', PATH: '/etc' }, PATH, '/PATH'],
    ['a declared name with a long s', { pathſ: 1 }, { properties: { paths: {} } }, '/pathſ'],
    ['a declared name with a Kelvin sign', { '\u212aey': 1 }, { properties: { key: {} } }, '/\u212aey'],
    ['a declared name in full width', { ｐath: '/etc' }, PATH, '/ｐath'],
    ['a declared name in decomposed letters', { 'cafe\u0301': 1 }, { properties: { 'caf\u00e9': {} } }, '/cafe\u0301'],
    ['two undeclared names', { Other: 1, other: 2 }, PATH, '/other'],
    ['a required name without a property', { Key: 1 }, { required: ['key'] }, '/Key'],
    ['a name in one branch', { PATH: 1 }, { oneOf: [{ properties: { path: {} } }] }, '/PATH'],
    ['a name behind a reference', { options: { Path: 1 } }, NESTED, '/options/Path'],
    [
      'a name behind a reference to itself',
      { options: { more: { more: { Path: 1 } } } },
      NESTED,
      '/options/more/more/Path',
    ],
    ['a name in items', { list: [{ id: 1 }, { ID: 1 }] }, NESTED, '/list/1/ID'],
    ['a name behind an anchor', { Path: 1 }, { $ref: '#a', $defs: { x: { $anchor: 'a', ...PATH } } }, '/Path'],
    [
      'a name below one behind an anchor',
      { o: { Path: 1 } },
      { $ref: '#n', $defs: { n: { $anchor: 'n', properties: { o: { properties: { path: {} } } } } } },
      '/o/Path',
    ],
    ['a name below an id', { o: { Path: 1 } }, { properties: { o: { $id: 'x', ...PATH } } }, '/o/Path'],
    ['a name that another needs', { Path: 1 }, { dependentRequired: { mode: ['path'] } }, '/Path'],
    ['a name in unevaluated members', { any: { Path: 1 } }, { unevaluatedProperties: PATH }, '/any/Path'],
    ['a schema that is not an object', { a: 1, A: 2 }, 7, '/A'],
    ['declared names that are twins', { Path: 1, path: 2 }, { properties: { Path: {}, path: {} } }, undefined],
    ['the same name elsewhere', { env: { PATH: '/bin' }, options: { path: 1 } }, NESTED, undefined],
    ['names apart', { path: '/tmp', other: 1 }, PATH, undefined],
    ['no object', ['Path'], PATH, undefined],
  ])('%s', (_, args, schema, pointer) => {
    expect(twinOf(args, schema)).toBe(pointer);
  });

  test('names that a condition asks for count too', () => {
    expect(twinOf({ Path: 1 }, {}, ['path'])).toBe('/Path');
    expect(twinOf({ env: { PATH: 1 } }, {}, ['path'])).toBeUndefined();
    expect(twinOf({ env: { PATH: 1 } }, {}, [], ['path'])).toBe('/env/PATH');
  });
});

const OPEN = { name: 'read', inputSchema: { type: 'object' } };
const policyOf = (when: string) => compilePolicy({ version: 1, rules: [{ match: {}, when, decision: 'deny' }] });
const lockedTool = (definition: object) =>
  pin({ tools: [definition], prompts: [], resources: [], templates: [] } as never)
    .tools.values()
    .next().value;

describe('a call with such an argument', () => {
  test.each([
    'has(args.path) && args.path.startsWith("/etc")',
    '"path" in args && args["path"] == "/etc/passwd"',
    'has(args.path) && args.path.glob("/etc/*")',
    '["path", "dir"].exists(k, k in args && args[k].startsWith("/etc"))',
    'args.exists(k, k == "path")',
    'args.filter(k, k in ["path"]).size() > 0',
    '"path" in dyn(args) && dyn(args).path.startsWith("/etc")',
    '[args].exists(a, "path" in a && a.path.startsWith("/etc"))',
    '[args].exists(tool, "path" in tool && tool.path.startsWith("/etc"))',
    '"pa" + "th" in args',
    'args == {"path": "/etc/passwd"}',
  ])('[guard.argument-twins] is denied where the condition %j would not see it', when => {
    const call = { server: 's', tool: 'read', arguments: { Path: '/etc/passwd' } };
    expect(decide(call, lockedTool(OPEN), policyOf(when))).toMatchObject({ code: 'guard.ambiguous-arguments' });
    const honest = { ...call, arguments: { path: '/etc/passwd' } };
    expect(decide(honest, lockedTool(OPEN), policyOf(when))).toMatchObject({ code: 'guard.denied' });
  });

  test('inside another one is denied where a loop of the condition would not see it', () => {
    const policy = policyOf('has(args.files) && args.files.exists(f, args.files[f] == "/etc" && f == "path")');
    const call = { server: 's', tool: 'read', arguments: { files: { Path: '/etc' } } };
    expect(decide(call, lockedTool(OPEN), policy)).toMatchObject({ code: 'guard.ambiguous-arguments' });
  });

  test.each([
    'has(args.mode) && args.mode in ["path"]',
    'has(args.mode) && args.mode in tool.operations && "path" == args.mode',
    '["path", "dir"].exists(k, has(args.mode) && k == args.mode)',
    'tool.operations.exists(o, has(args.mode) && args.mode == "path")',
  ])('is not suspected where the condition %j cannot reach a member by that text', when => {
    const call = { server: 's', tool: 'read', arguments: { Path: '/etc/passwd' } };
    expect(decide(call, lockedTool(OPEN), policyOf(when))).toMatchObject({ code: 'guard.allowed' });
  });

  test.each(['deny', 'warn', 'off'] as const)('is denied with arguments: %s', mode => {
    const policy = compilePolicy({ version: 1, arguments: mode });
    const tool = lockedTool({ ...OPEN, inputSchema: PATH });
    const call = { server: 's', tool: 'read', arguments: { path: '/tmp', Path: '/etc' } };
    expect(decide(call, tool, policy)).toMatchObject({ decision: 'deny', code: 'guard.ambiguous-arguments' });
  });
});

test('a result with a second spelling of a declared member does not fit the output schema', () => {
  const tool = lockedTool({ ...OPEN, outputSchema: { type: 'object', properties: { total: { type: 'integer' } } } });
  if (tool === undefined) throw new Error('no tool');
  expect(checkResult(tool, { structuredContent: { total: 1 } })).toEqual([]);
  expect(checkResult(tool, { structuredContent: { total: 1, Total: 9 } })).toMatchObject([
    { instancePointer: '/Total' },
  ]);
});
