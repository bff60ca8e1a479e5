import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, anyObject, anyText } from '../../../../test/arbitrary-tool.ts';
import { type Json, type JsonObject, readJson } from '../base/index.ts';
import { type Decision, type Policy, type PolicyRule, parsePolicy } from '../describe/index.ts';
import { type LockedTool, pin } from '../lock/index.ts';
import { compilePolicy } from './compile-policy.ts';
import { decide, isHidden } from './decide.ts';

function lockTool(tool: JsonObject = {}): LockedTool {
  const definition = { name: 'send', inputSchema: { type: 'object' }, ...tool };
  const { tools } = pin({ tools: [definition], prompts: [], resources: [], templates: [] } as never);
  return [...tools.values()][0] as LockedTool;
}

function judge(policy: Omit<Policy, 'version'>, args: JsonObject = {}, tool: LockedTool = lockTool()) {
  const compiled = compilePolicy(parsePolicy({ version: 1, ...policy }));
  return decide({ server: 'mail', tool: tool.definition.name, arguments: args }, tool, compiled);
}

function read(text: string): JsonObject {
  return readJson(new TextEncoder().encode(text)) as JsonObject;
}

const everything = (decision: Decision, when?: string): PolicyRule => ({
  match: {},
  decision,
  ...(when === undefined ? {} : { when }),
});

describe('[guard.condition-error] a condition without an answer denies, whatever its rule decides', () => {
  test.each<[string, string, JsonObject]>([
    ['a missing argument', 'args.path.startsWith("/etc")', {}],
    ['a member every object inherits', 'args.constructor == "x"', {}],
    ['the prototype', 'args.__proto__ == "x"', {}],
    ['a text where a number was expected', 'args.n > 5', { n: 'ten' }],
    ['a list where a text was expected', 'args.path.startsWith("/etc")', { path: ['/etc'] }],
    ['an object that owns "constructor"', 'args.o.path == "x"', read('{"o":{"constructor":{"name":"Map"}}}')],
    ['what is not a yes or no', 'args.x', { x: 1 }],
    ['null', 'args.x', { x: null }],
    ['a number beyond 64 bits', 'args.n > 5', read('{"n":99999999999999999999}')],
    ['a number that overflows', 'args.n + 1 > 5', read('{"n":9223372036854775807}')],
    ['division by zero', '1 / args.n > 5', { n: 0 }],
    ['an item of another type', 'args.l.all(x, x.startsWith("a"))', { l: ['a', 5] }],
    ['too many items for two loops', 'args.l.all(x, args.l.exists(y, x == y))', { l: Array(2_000).fill('a') }],
    ['too many letters for a loop over them', 'args.t.split("a").all(x, x == "")', { t: 'a'.repeat(20_000) }],
    ['a long glob on a huge text', `args.t.glob("*${'a'.repeat(200)}b")`, { t: 'a'.repeat(1_000_000) }],
    ['nesting beyond 128 levels', 'has(args.x)', { x: nest(200) }],
  ])('%s', (_title, when, args) => {
    for (const decision of ['allow', 'ask', 'deny'] as const) {
      const verdict = judge({ rules: [everything(decision, when)], arguments: 'off' }, args);
      expect(verdict).toMatchObject({ decision: 'deny', code: 'guard.condition-error', rule: 1 });
    }
  });

  test('a failed condition leaves nothing behind for the next call', () => {
    const policy = compilePolicy({ version: 1, rules: [everything('ask', 'args.l.all(x, x.startsWith("a"))')] });
    const ask = (l: Json) => decide({ server: 's', tool: 'send', arguments: { l } }, lockTool(), policy).decision;
    expect([ask(['a', 5]), ask(['a']), ask(['b']), ask([5]), ask(['a', 'a'])]).toEqual([
      'deny',
      'ask',
      'allow',
      'deny',
      'ask',
    ]);
  });

  test.each<[string, JsonObject]>([
    ['bool(args.x)', { x: 'hunter2' }],
    ['args.x + 1 > 0', read('{"x":9223372036854775807}')],
    ['args[args.x] == 1', { x: 'hunter2' }],
    ['args.l.all(i, i.startsWith("a"))', { l: [{ hunter2: 'hunter2' }] }],
  ])('the reason names the place in the condition and no argument: %s', (when, args) => {
    const { code, explain } = judge({ rules: [everything('allow', when)] }, args);
    expect(code).toBe('guard.condition-error');
    expect(explain).not.toMatch(/hunter2|92233/);
  });

  test('the message of a failure is inert', () => {
    const { explain } = judge({ rules: [everything('allow', 'args["\u001b[2J"] == 1')] });
    expect(explain).not.toMatch(/\u001b/);
  });
});

describe('conditions see arguments as they are', () => {
  test.each<[string, string, JsonObject]>([
    ['a member called __proto__', 'args["__proto__"] == "x"', read('{"__proto__":"x"}')],
    ['an own member called constructor', 'args.constructor == "x"', { constructor: 'x' }],
    ['nothing is inherited', '!has(args.toString) && !("constructor" in args)', {}],
    ['a whole number is an int', 'args.n + 1 == 6', { n: 5 }],
    ['ints compare with doubles', 'args.n > 0.5', { n: 1 }],
    ['doubles compare with ints', 'args.n > 1', { n: 1.5 }],
    ['a large number is exact', 'args.n == 9007199254740993', read('{"n":9007199254740993}')],
    ['lists', '"b" in args.l && args.l.exists(x, x == "a")', { l: ['a', 'b'] }],
    ['keys', 'args.all(key, key in ["a", "b"])', { a: 1 }],
    ['globs', 'args.path.glob("/home/*/notes/?.txt")', { path: '/home/ann/notes/😀.txt' }],
    ['the tool', 'tool.name == "send" && tool.destructive && !tool.readOnly && tool.openWorld', {}],
    ['the rest of the tool', '!tool.idempotent && tool.operations == [] && tool.domains == [] && tool.risk != ""', {}],
    ['the server', 'server == "mail"', {}],
    ['a long text in one look', 'args.text.contains("a")', { text: 'a'.repeat(1_000_000) }],
    ['one loop over many items', 'args.l.all(x, x == "")', { l: Array(2_000).fill('') }],
  ])('%s', (_title, when, args) => {
    expect(judge({ default: 'deny', rules: [everything('allow', when)] }, args)).toMatchObject({ decision: 'allow' });
  });
});

describe('rule matching', () => {
  const axes = (value: JsonObject): JsonObject => ({ _meta: { 'dev.toolmark/metadata': value } });
  test.each<[string, PolicyRule['match'], JsonObject, boolean]>([
    ['a silent tool is destructive', { destructive: true }, {}, true],
    [
      'a read-only tool that declares nothing else',
      { destructive: true },
      { annotations: { readOnlyHint: true } },
      false,
    ],
    [
      'a read-only tool that declares itself destructive',
      { destructive: true },
      { annotations: { readOnlyHint: true, destructiveHint: true } },
      true,
    ],
    [
      'a tool that is read-only by one of two claims',
      { destructive: true },
      { annotations: { readOnlyHint: true }, ...axes({ behavior: { read_only: false } }) },
      true,
    ],
    ['a silent tool is not read-only', { readOnly: true }, {}, false],
    ['a silent tool is not idempotent', { idempotent: false }, {}, true],
    ['a silent tool reaches the open world', { openWorld: true }, {}, true],
    ['a hint that is not a boolean is ignored', { readOnly: true }, axes({ behavior: { read_only: 'true' } }), false],
    [
      'of two claims the worse counts: annotations',
      { destructive: true },
      { annotations: { destructiveHint: true }, ...axes({ behavior: { destructive: false } }) },
      true,
    ],
    [
      'of two claims the worse counts: _meta',
      { readOnly: true },
      { annotations: { readOnlyHint: true }, ...axes({ behavior: { read_only: false } }) },
      false,
    ],
    ['an unknown operation is opaque', { operations: ['opaque'] }, axes({ behavior: { operations: ['drop'] } }), true],
    [
      'operations that are not a list are opaque',
      { operations: ['opaque'] },
      axes({ behavior: { operations: 1 } }),
      true,
    ],
    [
      'one operation is enough',
      { operations: ['delete'] },
      axes({ behavior: { operations: ['read', 'delete'] } }),
      true,
    ],
    ['no operation declared', { operations: ['read', 'opaque'] }, {}, false],
    ['a domain', { domains: ['email'] }, axes({ classification: { service_domains: ['email'] } }), true],
    ['another domain', { domains: ['email'] }, axes({ classification: { service_domains: ['Email'] } }), false],
    ['risk is assessed, not read', { risk: ['critical', 'high'] }, { description: 'Runs a shell command.' }, true],
    ['a declared read-only tool', { readOnly: true }, { annotations: { readOnlyHint: true } }, true],
    ['a read-only tool in the words of RFC-0015', { readOnly: true }, { annotations: { readOnly: true } }, true],
    [
      'a tool that calls itself read-only under one name and not under the other',
      { readOnly: true },
      { annotations: { readOnly: true, readOnlyHint: false } },
      false,
    ],
    ['nothing asked', {}, {}, true],
    ['everything asked must hold', { tool: 'send', readOnly: true }, {}, false],
    ['the server', { server: 'm*l' }, {}, true],
    ['another server', { server: 'm' }, {}, false],
    ['the tool', { tool: 's?nd' }, {}, true],
    ['case counts', { tool: 'SEND' }, {}, false],
  ])('%s', (_title, match, tool, isMatch) => {
    const { decision } = judge({ rules: [{ match, decision: 'deny' }] }, {}, lockTool(tool));
    expect(decision).toBe(isMatch ? 'deny' : 'allow');
  });

  test('the noted risk of the lock counts for nothing', () => {
    const tool = { ...lockTool({ description: 'Runs a shell command.' }), riskLevel: 'low' as const };
    expect(judge({ rules: [{ match: { risk: ['low'] }, decision: 'deny' }] }, {}, tool).decision).toBe('allow');
  });
});

describe('decisions', () => {
  test.each<[string, Omit<Policy, 'version'>, Decision, number | undefined]>([
    ['nothing said', {}, 'allow', undefined],
    ['the default', { default: 'ask' }, 'ask', undefined],
    ['a rule beats the default', { default: 'deny', rules: [everything('allow')] }, 'allow', 1],
    ['deny beats ask and allow', { rules: ['allow', 'deny', 'ask'].map(d => everything(d as Decision)) }, 'deny', 2],
    ['ask beats allow', { rules: [everything('allow'), everything('ask')] }, 'ask', 2],
    [
      'a condition that does not hold',
      { default: 'ask', rules: [everything('deny', 'server == "x"')] },
      'ask',
      undefined,
    ],
    ['the first of equal rules is named', { rules: [everything('ask'), everything('ask')] }, 'ask', 1],
  ])('%s', (_title, policy, decision, rule) => {
    const verdict = judge(policy);
    expect([verdict.decision, verdict.rule]).toEqual([decision, rule]);
  });

  test('[guard.unlocked] a tool that is not locked is denied, whatever the policy', () => {
    const policy = compilePolicy({ version: 1, default: 'allow', rules: [everything('allow')] });
    const verdict = decide({ server: 's', tool: 'new' }, undefined, policy);
    expect(verdict).toMatchObject({ decision: 'deny', code: 'guard.unlocked' });
    expect(isHidden('s', undefined, policy)).toBe(true);
  });

  test('the lock of another tool does not vouch for this one', () => {
    const policy = compilePolicy({ version: 1 });
    expect(decide({ server: 's', tool: 'Send' }, lockTool(), policy).code).toBe('guard.unlocked');
  });

  test('names the rule with control characters escaped', () => {
    const rule: PolicyRule = { match: { tool: 's*', destructive: true }, decision: 'ask', reason: 'Ask\u202e me.' };
    expect(judge({ rules: [rule] }).explain).toBe(
      String.raw`Rule 1 (tool "s*", destructive: "Ask\u{202e} me.") wants a person to decide.`,
    );
  });
});

describe('arguments are checked against the locked schema', () => {
  const tool = lockTool({ inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } });

  test('denies arguments that do not fit unless the policy allows them', () => {
    expect(judge({}, { to: 5 }, tool)).toMatchObject({ decision: 'deny', code: 'guard.arguments-invalid' });
    expect(judge({ arguments: 'warn' }, { to: 5 }, tool)).toMatchObject({
      decision: 'allow',
      violations: [{ instancePointer: '/to' }],
    });
    expect(judge({ arguments: 'off' }, { to: 5 }, tool)).not.toHaveProperty('violations');
    expect(judge({}, { to: 'a' }, tool)).not.toHaveProperty('violations');
  });

  test('no arguments are an empty object', () => {
    expect(decide({ server: 's', tool: 'send' }, tool, compilePolicy({ version: 1 })).decision).toBe('deny');
  });

  test('a locked schema that cannot be used denies', () => {
    const endless = lockTool({ inputSchema: { type: 'object', allOf: [{ $ref: '#' }] } });
    expect(judge({}, {}, endless).code).toBe('guard.arguments-invalid');
  });
});

describe('hidden tools', () => {
  test.each<[string, Omit<Policy, 'version'>, boolean]>([
    ['denied by a rule', { rules: [everything('deny')] }, true],
    ['denied by a condition about the tool', { rules: [everything('deny', 'tool.destructive')] }, true],
    [
      'a condition about the tool that has no answer',
      { rules: [everything('allow', 'tool.operations[0] == "read"')] },
      true,
    ],
    ['denied by default', { default: 'deny' }, true],
    ['denied by default or by condition', { default: 'deny', rules: [everything('deny', 'args.x == 1')] }, true],
    ['allowed for some arguments', { default: 'deny', rules: [everything('allow', 'args.x == 1')] }, false],
    ['denied for some arguments', { rules: [everything('deny', 'args.x == 1')] }, false],
    [
      'a rule allows, and a condition may deny',
      { default: 'deny', rules: [everything('allow'), everything('deny', 'args.x == 1')] },
      false,
    ],
    ['asked', { default: 'ask' }, false],
    ['allowed', {}, false],
  ])('%s', (_title, policy, hidden) => {
    expect(isHidden('s', lockTool(), compilePolicy({ version: 1, ...policy }))).toBe(hidden);
  });
});

const CONDITIONS = [
  'args.x == 1',
  'args.l.all(i, i == "a")',
  'tool.readOnly',
  'server == "s"',
  'has(args.x)',
  'args.x',
];
const anyRule: fc.Arbitrary<PolicyRule> = fc
  .record({
    match: fc.record(
      { tool: fc.constantFrom('*', 's*', 'x'), destructive: fc.boolean(), readOnly: fc.boolean() },
      { requiredKeys: [] },
    ),
    decision: fc.constantFrom<Decision>('allow', 'ask', 'deny'),
    when: fc.option(fc.constantFrom(...CONDITIONS), { nil: undefined }),
  })
  .map(({ when, ...rule }) => (when === undefined ? rule : { ...rule, when }));
const anyPolicy = fc.record({
  version: fc.constant(1 as const),
  default: fc.constantFrom<Decision>('allow', 'ask', 'deny'),
  rules: fc.array(anyRule, { maxLength: 5 }),
});
const anyArguments = fc.oneof(anyObject, fc.record({ x: anyJson, l: fc.array(anyText) }, { requiredKeys: [] }));
const STRICTNESS: readonly Decision[] = ['allow', 'ask', 'deny'];

describe('for any policy and any call', () => {
  const ask = (policy: Policy, args: JsonObject) =>
    decide({ server: 's', tool: 'send', arguments: args }, lockTool(), compilePolicy(policy));

  test('[guard.deny-only-tightens] adding a rule that denies never permits more', () => {
    fc.assert(
      fc.property(anyPolicy, anyRule, anyArguments, (policy, rule, args) => {
        const denying = { ...policy, rules: [...policy.rules, { ...rule, decision: 'deny' as const }] };
        const [before, after] = [ask(policy, args).decision, ask(denying, args).decision];
        expect(STRICTNESS.indexOf(after)).toBeGreaterThanOrEqual(STRICTNESS.indexOf(before));
      }),
    );
  });

  test('the order of the rules does not matter', () => {
    fc.assert(
      fc.property(anyPolicy, anyArguments, (policy, args) => {
        const { decision, code } = ask(policy, args);
        expect(ask({ ...policy, rules: policy.rules.toReversed() }, args)).toMatchObject({ decision, code });
      }),
    );
  });

  test('denies hidden tools and tools that are not locked', () => {
    fc.assert(
      fc.property(anyPolicy, anyArguments, (policy, args) => {
        const compiled = compilePolicy(policy);
        if (isHidden('s', lockTool(), compiled)) expect(ask(policy, args).decision).toBe('deny');
        expect(decide({ server: 's', tool: 'send', arguments: args }, undefined, compiled).decision).toBe('deny');
      }),
    );
  });
});

function nest(depth: number): Json {
  let value: Json = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
