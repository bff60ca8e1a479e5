import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skeleton } from '../base/index.ts';
import { hashedAlias } from './alias.ts';
import { MetadataError } from './metadata-error.ts';
import { type NamePolicy, parseNamePolicy } from './name-policy.ts';
import { type NameTable, nameTools, type ServerNames } from './name-tools.ts';

const REJECT = parseNamePolicy();
const SANITIZE = parseNamePolicy({ onInvalid: 'sanitize' });

function one(tools: readonly string[], policy: NamePolicy = SANITIZE): NameTable {
  return nameTools([{ server: 's', tools }], policy);
}

function aliasesOf(table: NameTable): string[] {
  return table.aliases.map(({ alias }) => alias);
}

describe('collisions get distinct, stable aliases', () => {
  test.each([
    ['a b and a_b', [{ server: 's', tools: ['a b', 'a_b'] }], {}],
    [
      'a+b_c and a_b+c',
      [
        { server: 'a', tools: ['b_c'] },
        { server: 'a_b', tools: ['c'] },
      ],
      { separator: '_' },
    ],
    [
      'the same name on two servers',
      [
        { server: 'x', tools: ['t'] },
        { server: 'y', tools: ['t'] },
      ],
      { prefix: 'never' },
    ],
    ['case twins', [{ server: 's', tools: ['Read', 'read', 'READ'] }], {}],
    ['Cyrillic twins', [{ server: 's', tools: ['read_file', 'rеad_file'] }], { pattern: '.+' }],
    ['Cyrillic twins under the usual pattern', [{ server: 's', tools: ['read_file', 'rеad_file'] }], {}],
    ['digits that look like letters', [{ server: 's', tools: ['tool1', 'tooll', 'toolI'] }], {}],
    ['an invisible twin', [{ server: 's', tools: ['read', 're\u200bad'] }], { pattern: '.+' }],
    ['long names that differ at the end', [{ server: 's', tools: [`${'x'.repeat(70)}1`, `${'x'.repeat(70)}2`] }], {}],
    ['only odd characters', [{ server: 's', tools: ['é', '!', '日本'] }], {}],
    [
      'a name made to equal the alias of another',
      [{ server: 's', tools: ['a b', aliasesOf(one(['a b']))[0] ?? ''] }],
      {},
    ],
    ['names of the prototype', [{ server: '__proto__', tools: ['__proto__', 'constructor', 'toString'] }], {}],
  ] as [string, ServerNames[], object][])('%s', (_, servers, options) => {
    const policy = parseNamePolicy({ onInvalid: 'sanitize', ...options });
    const table = nameTools(servers, policy);
    const count = servers.flatMap(({ tools }) => tools).length;
    expect(table.problems).toEqual([]);
    expect(table.aliases).toHaveLength(count);
    expect(new Set(aliasesOf(table).map(alias => alias.toLowerCase())).size).toBe(count);
    expect(new Set(aliasesOf(table).map(skeleton)).size).toBe(count);
    for (const { alias, server, tool } of table.aliases) {
      expect(table.toRemote(alias)).toEqual({ server, tool });
      expect(table.toAlias(server, tool)).toBe(alias);
      expect(alias.length).toBeLessThanOrEqual(policy.maxLength);
    }
    const reversed = servers.toReversed().map(({ server, tools }) => ({ server, tools: tools.toReversed() }));
    expect(nameTools(reversed, policy).aliases).toEqual(table.aliases);
  });

  test('a valid name stays and an invalid one gets a hash, whatever other tools exist', () => {
    expect(aliasesOf(one(['a_b']))).toEqual(['a_b']);
    const [alone] = aliasesOf(one(['a b']));
    expect(alone).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(aliasesOf(one(['a b', 'a_b']))).toEqual([alone, 'a_b']);
  });

  test('collisions of original names are listed, whatever the prefixes', () => {
    const servers = [
      { server: 'x', tools: ['read', 'Write', 'same'] },
      { server: 'y', tools: ['rеad', 'write', 'same', 'other'] },
    ];
    expect(nameTools(servers, SANITIZE).collisions.map(({ kind, members }) => [kind, members.length])).toEqual([
      ['case', 2],
      ['confusable', 2],
      ['exact', 2],
    ]);
  });

  test('very long names collide only if they are equal', () => {
    const long = 'a'.repeat(1025);
    const servers = [
      { server: 'x', tools: [long, `${long}b`] },
      { server: 'y', tools: [long, long.toUpperCase()] },
    ];
    expect(nameTools(servers, SANITIZE).collisions.map(({ kind, members }) => [kind, members.length])).toEqual([
      ['exact', 2],
    ]);
  });
});

describe('the prefix', () => {
  const two = [
    { server: 'x', tools: ['t'] },
    { server: 'y', tools: [] },
  ];
  test.each([
    ['auto', [{ server: 'x', tools: ['t'] }], ['t']],
    ['auto', two, ['x__t']],
    ['always', [{ server: 'x', tools: ['t'] }], ['x__t']],
    ['never', two, ['t']],
  ])('%s', (prefix, servers, aliases) => {
    expect(aliasesOf(nameTools(servers, parseNamePolicy({ prefix })))).toEqual(aliases);
  });

  describe('that alone makes a name unfit gives it its alias, also where unfit names are refused', () => {
    const long = 'x'.repeat(60);
    const alias = (server: string, ...tools: string[]): NameTable =>
      nameTools(
        [
          { server, tools },
          { server: 'other', tools: ['t'] },
        ],
        REJECT,
      );

    test.each([
      ['too long', 'weather', long, `weather__${'x'.repeat(46)}_9111adf1`],
      ['with a key that the pattern does not take', 'my server', 'do', 'my_server__do_ee620b02'],
      ['with a key that is longer than any name', 'k'.repeat(100), 'do', `${'k'.repeat(55)}_987e8954`],
    ])('%s', (_, server, tool, expected) => {
      const table = alias(server, tool, 'fits');
      expect(table.toAlias(server, tool)).toBe(expected);
      expect(table.problems).toEqual([]);
      // Other tools and servers change nothing.
      const alone = nameTools([{ server, tools: [tool] }], parseNamePolicy({ prefix: 'always' }));
      expect(alone.toAlias(server, tool)).toBe(expected);
    });

    test('and long names that differ at their end stay apart', () => {
      const table = alias('weather', `${long}1`, `${long}2`);
      expect(table.problems).toEqual([]);
      expect(new Set(aliasesOf(table)).size).toBe(3);
    });

    test('and a tool named like that alias is refused with it', () => {
      const taken = alias('weather', long).toAlias('weather', long) ?? '';
      const table = alias('weather', long, taken.slice('weather__'.length));
      expect(table.problems.map(({ code }) => code)).toEqual(['sanitize.name-collision', 'sanitize.name-collision']);
      expect(aliasesOf(table)).toEqual(['other__t']);
    });

    test('but a name that is unfit by itself is refused', () => {
      const table = alias('weather', 'x'.repeat(65), 'a b');
      expect(table.problems.map(({ code }) => code)).toEqual(['sanitize.invalid-name', 'sanitize.invalid-name']);
    });
  });

  test.each([
    ['langchain', 'my-server__do'],
    ['openai-agents', 'mcp_my-server__do'],
    ['mastra', 'my-server_do'],
    ['claude-code', 'mcp__my-server__do'],
  ])('as %s writes it', (preset, alias) => {
    expect(aliasesOf(nameTools([{ server: 'my-server', tools: ['do'] }], parseNamePolicy({ preset })))).toEqual([
      alias,
    ]);
  });

  test.each([
    ['mcp', 128, 'a.b'],
    ['llm', 64, undefined],
    ['cursor', 60, undefined],
  ])('the profile %s takes %i characters', (profile, length, dotted) => {
    const policy = parseNamePolicy({ profile, prefix: 'never' });
    expect(aliasesOf(one(['x'.repeat(length)], policy))).toHaveLength(1);
    expect(aliasesOf(one(['x'.repeat(length + 1)], policy))).toEqual([]);
    expect(aliasesOf(one(['a.b'], policy))[0]).toBe(dotted);
  });
});

describe('in reject mode', () => {
  test.each([
    ['a space', ['a b'], 'sanitize.invalid-name'],
    ['a line feed at the end', ['a\n'], 'sanitize.invalid-name'],
    ['a name too long', ['x'.repeat(65)], 'sanitize.invalid-name'],
    ['nothing', [''], 'sanitize.invalid-name'],
    ['case twins', ['Read', 'read'], 'sanitize.name-collision'],
    ['the same twice', ['read', 'read'], 'sanitize.name-collision'],
  ])('%s is a typed error with server and tool, and other names stay', (_, bad, code) => {
    const table = one([...bad, 'good'], REJECT);
    expect(aliasesOf(table)).toEqual(['good']);
    for (const problem of table.problems) {
      expect(problem).toBeInstanceOf(MetadataError);
      expect(problem).toMatchObject({ code, server: 's', pointer: '/name' });
      expect(bad).toContain(problem.tool);
      expect(problem.message).toContain('server "s"');
      expect(problem.message).not.toContain('\n');
    }
    expect(table.problems.length).toBeGreaterThan(0);
  });

  test('a pattern without anchors must match the whole name', () => {
    expect(aliasesOf(one(['a b', 'ab'], parseNamePolicy({ pattern: '[a-z]+' })))).toEqual(['ab']);
  });
});

describe('unnameable tools are rejected in sanitize mode too', () => {
  test('when the pattern allows no hash', () => {
    const table = one(['a b'], parseNamePolicy({ onInvalid: 'sanitize', pattern: '[a-z]+' }));
    expect(table.aliases).toEqual([]);
    expect(table.problems[0]).toMatchObject({ code: 'sanitize.invalid-name', server: 's', tool: 'a b' });
  });

  test('when a server lists one name twice', () => {
    expect(one(['t', 't', 'u']).aliases.map(({ tool }) => tool)).toEqual(['u']);
    expect(one(['t', 't', 't']).problems).toHaveLength(1);
  });
});

describe('for any servers', () => {
  const anyName = fc.oneof(
    fc.constantFrom(
      ...'a|A|а|a b|a_b|a__b|b|b_c|c|__proto__|l|1|I|rn|m|'.split('|'),
      'x'.repeat(70),
      `${'x'.repeat(70)}y`,
    ),
    fc.string({ maxLength: 5 }),
  );
  const anyServers = fc.uniqueArray(
    fc.record({
      server: fc.constantFrom('a', 'a_b', 'A', 'b', 'a b', 'constructor'),
      tools: fc.array(anyName, { maxLength: 8 }),
    }),
    { selector: ({ server }) => server, maxLength: 4 },
  );
  const anyNames = fc.record({
    onInvalid: fc.constantFrom('reject', 'sanitize'),
    prefix: fc.constantFrom('auto', 'always', 'never'),
    separator: fc.constantFrom('_', '__'),
    profile: fc.constantFrom('mcp', 'llm', 'cursor'),
  });

  test('[sanitize.names] no two tools share an alias, every tool has an alias or a problem, and the order changes nothing', () => {
    fc.assert(
      fc.property(anyServers, anyNames, fc.infiniteStream(fc.nat()), (servers, options, chance) => {
        const policy = parseNamePolicy(options);
        const table = nameTools(servers, policy);
        const shuffled = shuffle(servers, chance).map(({ server, tools }) => ({
          server,
          tools: shuffle(tools, chance),
        }));
        const other = nameTools(shuffled, policy);
        expect(other.aliases).toEqual(table.aliases);
        expect(other.collisions).toEqual(table.collisions);
        expect(other.problems.map(String)).toEqual(table.problems.map(String));
        expect(new Set(aliasesOf(table).map(skeleton)).size).toBe(table.aliases.length);
        expect(new Set(aliasesOf(table).map(alias => alias.toLowerCase())).size).toBe(table.aliases.length);
        for (const { server, tools } of servers) {
          for (const tool of tools) {
            const isRefused = table.problems.some(problem => problem.server === server && problem.tool === tool);
            expect(isRefused).toBe(table.toAlias(server, tool) === undefined);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

function shuffle<T>(items: readonly T[], chance: Iterator<number>): T[] {
  const keyed = items.map(item => ({ item, key: Number(chance.next().value) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

test('gives an alias to a long name of separators in linear time', () => {
  const policy = parseNamePolicy({ pattern: '^[^]+$', maxLength: Number.MAX_SAFE_INTEGER, onInvalid: 'sanitize' });
  const alias = hashedAlias({ server: 's', tool: `${'_'.repeat(400_000)}a` }, policy, false);
  expect(alias).toHaveLength(400_010);
});

describe('a name policy object is checked', () => {
  test.each([
    ['a pattern with a back-reference', { pattern: '(a)\\1' }],
    ['a pattern that is too long with its anchors', { pattern: 'a'.repeat(1_000) }],
    ['a pattern that breaks out', { pattern: 'a)|(b' }],
    ['a length that is not a number', { maxLength: Number.NaN }],
    ['a length that no pattern is safe with', { maxLength: 100_000 }],
    ['an unknown prefix', { prefix: 'yes' }],
    ['no lead', { lead: null }],
  ])('%s', (_, wrong) => {
    const policy = { ...SANITIZE, ...wrong } as unknown as NamePolicy;
    expect(() => one(['a'], policy)).toThrow(expect.objectContaining({ code: 'policy.malformed' }));
  });
});

test('names of the wrong type are problems and do not affect others', () => {
  const table = one([5, null, ['x'], {}, 'good'] as unknown as string[]);
  expect(aliasesOf(table)).toEqual(['good']);
  expect(table.problems.map(({ code }) => code)).toEqual(Array(4).fill('sanitize.malformed'));
});
