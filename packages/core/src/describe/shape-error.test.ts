import { expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { policy, toolDocument11 } from './document-shape.gen.js';
import { findShapeErrors, type ShapeValidator } from './shape-error.ts';
import { mcpTool, toolMetadata } from './tool-shape.gen.js';

const document = (tool: Json): Json => ({ schema_version: '1.1', tool });

/** One row for each keyword that the published schemas use. */
test.each<[string, ShapeValidator, Json, string, string]>([
  ['type', mcpTool, [], 'schema.type ', 'Expected an object here.'],
  [
    'type, of two',
    toolMetadata,
    { behavior: { read_only: 1 } },
    'schema.type /behavior/read_only',
    'a boolean or null',
  ],
  ['required', mcpTool, {}, 'schema.required ', '"name" is missing'],
  ['additionalProperties', toolMetadata, { 'a/b~': 1 }, 'schema.unknown-member /a~1b~0', '"a/b~" is not known'],
  ['enum', policy, { version: 1, default: 'maybe' }, 'schema.enum /default', 'allow, ask, deny'],
  ['const', policy, { version: 2 }, 'schema.const /version', 'Expected 1 here.'],
  [
    'pattern',
    toolMetadata,
    { classification: { service_domains: ['E Mail'] } },
    'schema.pattern /classification/service_domains/0',
    'This is not',
  ],
  [
    'format',
    policy,
    { version: 1, waivers: [{ rule: 'a.b', reason: 'r', expires: 'soon' }] },
    'schema.format /waivers/0/expires',
    'date',
  ],
  ['minLength', mcpTool, { name: '' }, 'schema.length /name', 'at least 1'],
  [
    'minimum',
    policy,
    { version: 1, metadata: { maxDescriptionLength: 0 } },
    'schema.length /metadata/maxDescriptionLength',
    'at least 1',
  ],
  ['maxLength', toolDocument11, document({ name: 'a'.repeat(129) }), 'schema.length /tool/name', 'at most 128'],
  ['minItems', toolDocument11, document({ capabilities: [] }), 'schema.items /tool/capabilities', 'at least 1'],
  [
    'uniqueItems',
    toolDocument11,
    document({ capabilities: ['read_file', 'read_file'] }),
    'schema.duplicate-item /tool/capabilities',
    'are the same',
  ],
  ['not', toolDocument11, document({ mcp: { inputSchema: {} } }), 'schema.reserved-member /tool/mcp', '"inputSchema"'],
  [
    'anyOf',
    toolDocument11,
    document({ security: { allowed_domains: ['a b'] } }),
    'schema.format /tool/security/allowed_domains/0',
    'neither a host name',
  ],
  [
    'propertyNames',
    toolDocument11,
    document({ extensions: { X: 1 } }),
    'schema.pattern /tool/extensions',
    'The member name "X"',
  ],
])('reports %s with its pointer and a message', (_, validator, value, place, words) => {
  expect(findShapeErrors(validator, value)).toContainEqual({
    code: place.slice(0, place.indexOf(' ')),
    severity: 'error',
    pointer: place.slice(place.indexOf(' ') + 1),
    message: expect.stringContaining(words),
  });
});

test('a value with the right shape has no findings', () => {
  expect(findShapeErrors(mcpTool, { name: 'a', anything: { else: null } })).toEqual([]);
});

test('findings of an earlier value are not remembered', () => {
  expect(findShapeErrors(mcpTool, {})).toHaveLength(1);
  expect(findShapeErrors(mcpTool, { name: 'a' })).toEqual([]);
});

test('pointers include the place of the value in the input', () => {
  expect(findShapeErrors(mcpTool, { name: 1 }, { at: '/tools/3' })).toMatchObject([{ pointer: '/tools/3/name' }]);
});

test('an unknown member can be worth a warning only, and nothing else becomes milder with it', () => {
  const findings = findShapeErrors(toolMetadata, { x: 1, strict: 'yes' }, { unknownMembers: 'warning' });
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual(
    expect.arrayContaining([
      ['schema.unknown-member', 'warning'],
      ['schema.type', 'error'],
    ]),
  );
});

test('a hostile member name is shown inert and cut', () => {
  const name = `\u001b[2J\u202e${'x'.repeat(500)}`;
  const [finding] = findShapeErrors(toolMetadata, { [name]: 1 });
  expect(finding?.message).toContain('\\u{1b}[2J\\u{202e}');
  expect(finding?.message.length).toBeLessThan(150);
});

test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
  'the inherited name %s is an unknown member like any',
  name => {
    const value = Object.fromEntries([[name, {}]]) as Json;
    expect(findShapeErrors(toolMetadata, value)).toMatchObject([
      { code: 'schema.unknown-member', pointer: `/${name}` },
    ]);
  },
);

test('throws on a keyword without a message', () => {
  const validator: ShapeValidator = () => false;
  validator.errors = [{ keyword: 'multipleOf', instancePath: '', schemaPath: '', params: {} }];
  expect(() => findShapeErrors(validator, 1)).toThrow('multipleOf');
});
