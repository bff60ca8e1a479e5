import { describe, expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { seedAlignment, seedVerdict } from './seed.ts';

const sound = {
  capabilities: ['read_file'],
  security: { risk_level: 'low', sandboxing_required: false, network_access: 'none', file_access: 'read' },
};

function documentOf(
  security: { readonly [key: string]: Json | undefined },
  capabilities: Json = sound.capabilities,
): Json {
  const members = Object.entries<Json | undefined>({ ...sound.security, ...security });
  const given = members.filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return { tool: { capabilities, security: Object.fromEntries(given) } };
}

const hostile = { toString: 1, valueOf: 1 };

describe('the original security check', () => {
  test.each<[string, Json | undefined, string]>([
    ['an object that cannot become a text', hostile, '{"toString":1,"valueOf":1}'],
    ['a list', ['low'], '["low"]'],
    ['a name that every object has', 'constructor', 'constructor'],
    ['a prototype', '__proto__', '__proto__'],
    ['an empty text', '', ''],
    ['another case', 'LOW', 'LOW'],
    ['a space behind it', 'low ', 'low '],
    ['a number', 3, '3'],
    ['an integer beyond doubles', 2n ** 64n, '18446744073709551616'],
    ['truth', true, 'True'],
    ['falsehood', false, 'False'],
    ['null', null, 'None'],
    ['nothing', undefined, 'None'],
  ])('a risk level that is %s is refused in Python words', (_, risk_level, shown) => {
    expect(seedVerdict(documentOf({ risk_level }))).toEqual({ valid: false, message: `Invalid risk level: ${shown}` });
  });

  test.each<[string, Json]>([
    ['a number', 7],
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
    ['a tool that is a list', { tool: [] }],
    ['security that is a text', { tool: { security: 'low' } }],
    ['security that is missing', { tool: {} }],
  ])('%s has no risk level', (_, document) => {
    expect(seedVerdict(document)).toEqual({ valid: false, message: 'Invalid risk level: None' });
    expect(seedAlignment(document)).toBe(true);
  });

  test.each<[string, Json]>([
    ['an unknown one', ['fly']],
    ['one that is not a string', [hostile]],
    ['a list inside', [['read_file']]],
    ['one in another case', ['READ_FILE']],
  ])('capabilities with %s exceed every level', (_, capabilities) => {
    const { valid, message } = seedVerdict(documentOf({}, capabilities));
    expect({ valid, message }).toEqual({ valid: false, message: 'Capabilities exceed risk level restrictions' });
  });

  test.each<[string, Json]>([
    ['missing', null],
    ['a text', 'execute_command'],
    ['empty', []],
  ])('capabilities that are %s count as none', (_, capabilities) => {
    expect(seedVerdict(documentOf({}, capabilities)).valid).toBe(true);
    expect(seedAlignment(documentOf({}, capabilities))).toBe(true);
  });

  test.each<[string, Json | undefined]>([
    ['the word true', 'true'],
    ['one', 1],
    ['null', null],
    ['missing', undefined],
  ])('a sandbox that is %s does not count', (_, sandboxing_required) => {
    const verdict = seedVerdict(documentOf({ risk_level: 'medium', sandboxing_required }));
    expect(verdict.message).toBe('Sandboxing required for this risk level');
  });

  test.each<[string, Json | undefined]>([
    ['an unknown word', 'everything'],
    ['a name that every object has', 'toString'],
    ['a number', 99],
    ['missing', undefined],
  ])('an access that is %s counts as none', (_, access) => {
    const verdict = seedVerdict(documentOf({ network_access: access, file_access: access }));
    expect(verdict).toEqual({ valid: true, message: 'Security configuration valid' });
  });

  test('the first failure hides the others', () => {
    const everything = documentOf({ risk_level: 'low', network_access: 'internet', file_access: 'full' }, [
      'admin_operation',
    ]);
    expect(seedVerdict(everything).message).toBe('Capabilities exceed risk level restrictions');
    const accesses = documentOf({ risk_level: 'low', network_access: 'internet', file_access: 'full' });
    expect(seedVerdict(accesses).message).toBe('Network access exceeds risk level restrictions');
  });
});

describe('the original alignment check', () => {
  test.each<[string, Json, boolean]>([
    [
      'a grave capability at a level that is not a string',
      documentOf({ risk_level: ['high'], sandboxing_required: true }, ['system_info']),
      false,
    ],
    [
      'a grave capability with the word true for a sandbox',
      documentOf({ risk_level: 'high', sandboxing_required: 'true' }, ['system_info']),
      false,
    ],
    [
      'commands at high, which the table refuses',
      documentOf({ risk_level: 'high', sandboxing_required: true }, ['execute_command']),
      true,
    ],
    ['requests with the access missing', documentOf({ network_access: undefined }, ['network_request']), true],
    ['writing with access to read', documentOf({ file_access: 'read' }, ['write_file']), true],
    ['files without access', documentOf({ file_access: 'none' }, ['write_file']), false],
  ])('%s', (_, document, isAligned) => {
    expect(seedAlignment(document)).toBe(isAligned);
  });
});
