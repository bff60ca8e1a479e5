import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { parsePolicy } from './policy.ts';

/** The example of the public contract. */
const EXAMPLE = {
  version: 1,
  metadata: {
    maxDescriptionLength: 2000,
    stripControlChars: true,
    normalizeWhitespace: true,
    descriptionMode: 'server',
    names: { pattern: '^[A-Za-z0-9._-]+$', onInvalid: 'reject', maxLength: 64, separator: '__', prefix: 'auto' },
  },
  drift: { severities: 'toolmark', failOn: 'critical' },
  default: 'allow',
  rules: [
    {
      match: {
        server: '*',
        tool: 'delete_*',
        operations: ['delete', 'opaque'],
        destructive: true,
        readOnly: false,
        idempotent: false,
        openWorld: true,
        domains: ['email'],
        risk: ['high', 'critical'],
      },
      when: 'args.path.startsWith("/etc")',
      decision: 'ask',
      reason: 'Deletes need a person.',
    },
  ],
  waivers: [
    { rule: 'metadata.delete-not-destructive', tool: 'trash_item', reason: 'moves to a bin', expires: '2027-06-30' },
  ],
};

test('the example is a policy, from bytes and as a value', () => {
  expect(parsePolicy(EXAMPLE)).toEqual(EXAMPLE);
  expect(parsePolicy(new TextEncoder().encode(JSON.stringify(EXAMPLE)))).toEqual(EXAMPLE);
});

test.each([
  { version: 1 },
  { version: 1, metadata: { maxDescriptionLength: null } },
  { version: 1, rules: [{ match: {}, decision: 'deny' }] },
  { version: 1, rules: [], waivers: [] },
  { version: 1, minProtocolVersion: '2025-06-18' },
  { version: 1, packages: { requireProvenance: true } },
  { version: 1, updates: 'allow', requireSigned: true },
  { version: 1, updates: 'deny', requireSigned: false },
  { version: 1, packages: { from: ['https://github.com/ada/weather', 'https://github.com/ada/*'] } },
  { version: 1, packages: { from: ['https://gitlab.example/group/sub/*'], trustedRoot: 'root.json' } },
])('%j is a policy', policy => {
  expect(parsePolicy(policy)).toEqual(policy);
});

describe('an unknown key refuses the whole policy', () => {
  const { version, metadata, drift, rules, waivers } = EXAMPLE;
  const [rule] = rules;
  const [waiver] = waivers;

  test.each<[string, unknown]>([
    ['/x', { ...EXAMPLE, x: 1 }],
    [
      '/__proto__',
      Object.fromEntries([
        ['version', 1],
        ['__proto__', {}],
      ]),
    ],
    ['/constructor', { version, constructor: 1 }],
    ['/metadata/x', { version, metadata: { ...metadata, x: 1 } }],
    ['/metadata/names/x', { version, metadata: { names: { ...metadata.names, x: 1 } } }],
    ['/drift/x', { version, drift: { ...drift, x: 1 } }],
    ['/rules/0/x', { version, rules: [{ ...rule, x: 1 }] }],
    ['/rules/1/match/x', { version, rules: [rule, { ...rule, match: { ...rule?.match, x: 1 } }] }],
    ['/rules/0/match/read_only', { version, rules: [{ match: { read_only: true }, decision: 'deny' }] }],
    ['/packages/x', { version, packages: { requireProvenance: true, x: 1 } }],
    ['/waivers/0/x', { version, waivers: [{ ...waiver, x: 1 }] }],
  ])('at %s', (pointer, policy) => {
    const error = refusalOf(() => parsePolicy(policy));
    expect(error.code).toBe('policy.malformed');
    expect(placesOf(error)).toEqual([`schema.unknown-member ${pointer}`]);
  });
});

describe('an unknown word or a wrong type rejects the policy', () => {
  const rule = (match: unknown, decision: unknown = 'deny'): unknown => ({ version: 1, rules: [{ match, decision }] });

  test.each<[string, unknown]>([
    ['schema.type ', null],
    ['schema.type ', [EXAMPLE]],
    ['schema.required ', {}],
    ['schema.const /version', { version: 2 }],
    ['schema.const /version', { version: '1' }],
    ['schema.enum /default', { version: 1, default: 'Allow' }],
    ['schema.enum /default', { version: 1, default: 'constructor' }],
    ['schema.enum /drift/severities', { version: 1, drift: { severities: 'mine' } }],
    ['schema.enum /drift/failOn', { version: 1, drift: { failOn: 'moderate' } }],
    ['schema.enum /metadata/descriptionMode', { version: 1, metadata: { descriptionMode: 'none' } }],
    ['schema.enum /metadata/names/onInvalid', { version: 1, metadata: { names: { onInvalid: 'error' } } }],
    ['schema.enum /metadata/names/prefix', { version: 1, metadata: { names: { prefix: 'sometimes' } } }],
    ['schema.enum /minProtocolVersion', { version: 1, minProtocolVersion: '2025-06-19' }],
    ['schema.enum /minProtocolVersion', { version: 1, minProtocolVersion: 'latest' }],
    ['schema.length /metadata/maxDescriptionLength', { version: 1, metadata: { maxDescriptionLength: 0 } }],
    ['schema.type /metadata/maxDescriptionLength', { version: 1, metadata: { maxDescriptionLength: 1.5 } }],
    ['schema.type /packages/requireProvenance', { version: 1, packages: { requireProvenance: 'yes' } }],
    ['schema.enum /updates', { version: 1, updates: 'Allow' }],
    ['schema.type /requireSigned', { version: 1, requireSigned: 'true' }],
    ['schema.items /packages/from', { version: 1, packages: { from: [] } }],
    ['schema.pattern /packages/from/0', { version: 1, packages: { from: ['http://github.com/ada/weather'] } }],
    ['schema.pattern /packages/from/0', { version: 1, packages: { from: ['*'] } }],
    ['schema.pattern /packages/from/0', { version: 1, packages: { from: ['https://github.com/*'] } }],
    ['schema.pattern /packages/from/0', { version: 1, packages: { from: ['https://github.com/ada'] } }],
    ['schema.pattern /packages/from/0', { version: 1, packages: { from: ['https://*/ada'] } }],
    ['schema.pattern /packages/from/0', { version: 1, packages: { from: ['https://github.com/ada*'] } }],
    ['schema.pattern /packages/from/0', { version: 1, packages: { from: ['https://github.com/*/weather'] } }],
    ['schema.enum /rules/0/decision', rule({}, 'block')],
    ['schema.enum /rules/0/match/operations/0', rule({ operations: ['remove'] })],
    ['schema.enum /rules/0/match/risk/1', rule({ risk: ['high', 'severe'] })],
    ['schema.type /rules/0/match/readOnly', rule({ readOnly: null })],
    ['schema.type /rules/0/match/destructive', rule({ destructive: 'true' })],
    ['schema.required /rules/0', { version: 1, rules: [{ decision: 'deny' }] }],
    ['schema.required /rules/0', { version: 1, rules: [{ match: {} }] }],
    ['json.not-json /waivers', { version: 1, waivers: new Set() }],
  ])('%s', (place, policy) => {
    const error = refusalOf(() => parsePolicy(policy));
    expect(error.code).toBe('policy.malformed');
    expect(placesOf(error)).toEqual([place]);
  });

  test('[policy.unknown-word] reports every error', () => {
    const error = refusalOf(() => parsePolicy({ version: 3, x: 1, default: '', rules: [{ match: { y: 1 } }] }));
    expect(placesOf(error)).toEqual([
      'schema.const /version',
      'schema.enum /default',
      'schema.required /rules/0',
      'schema.unknown-member /rules/0/match/y',
      'schema.unknown-member /x',
    ]);
  });
});

describe('a waiver', () => {
  const waivers = (changes: object): unknown => ({
    version: 1,
    waivers: [{ rule: 'semantic.no-input', reason: 'known', expires: '2027-06-30', ...changes }],
  });

  test.each([
    '',
    'never',
    '2027-6-30',
    '30.06.2027',
    '2027-02-29',
    '2027-13-01',
    '2027-06-30T00:00:00Z',
    ' 2027-06-30',
  ])('that expires on %j is refused', expires => {
    expect(placesOf(refusalOf(() => parsePolicy(waivers({ expires }))))).toEqual(['schema.format /waivers/0/expires']);
  });

  test.each(['2027-06-30', '2028-02-29', '1999-12-31'])('may expire on %s', expires => {
    expect(parsePolicy(waivers({ expires })).waivers?.[0]?.expires).toBe(expires);
  });

  test.each<[string, object, string]>([
    ['a rule that is not a code', { rule: 'everything' }, 'schema.pattern /waivers/0/rule'],
    ['a wildcard', { rule: 'semantic.*' }, 'schema.pattern /waivers/0/rule'],
    ['no reason', { reason: '' }, 'schema.length /waivers/0/reason'],
    ['a date object', { expires: new Date(0) }, 'json.not-json /waivers/0/expires'],
  ])('with %s is refused', (_, changes, place) => {
    expect(placesOf(refusalOf(() => parsePolicy(waivers(changes))))).toEqual([place]);
  });
});
