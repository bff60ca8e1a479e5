import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import type { Policy, PolicyRule } from '../describe/index.ts';
import { type LockedTool, pin } from '../lock/index.ts';
import { compilePolicy } from './compile-policy.ts';
import { decide } from './decide.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const limit = { type: 'integer', default: 10 };

function lockTool(inputSchema: JsonObject): LockedTool {
  const { tools } = pin({ tools: [{ name: 'run', inputSchema }], prompts: [], resources: [], templates: [] } as never);
  return [...tools.values()][0] as LockedTool;
}

function judge(inputSchema: JsonObject, args: JsonObject, policy: Omit<Policy, 'version'> = {}) {
  const compiled = compilePolicy({ version: 1, ...policy });
  return decide({ server: 's', tool: 'run', arguments: args }, lockTool(inputSchema), compiled);
}

/** How zod writes an object whose members all have a default: they are required, and nothing else may be there. */
const ZOD = object({ limit, query: { type: 'string' } }, { required: ['limit', 'query'], additionalProperties: false });
const inside = object({ options: object({ limit }, { required: ['limit'] }) });

describe('modes of argument checks', () => {
  type Verdict = 'allow' | 'deny';
  type Row = [title: string, schema: JsonObject, args: JsonObject, strict: Verdict, compatible: Verdict];
  test.each<Row>([
    ['a required member with a default is missing', ZOD, { query: 'a' }, 'deny', 'allow'],
    ['a required member without a default is missing', ZOD, { limit: 1 }, 'deny', 'deny'],
    ['an undeclared member is forbidden', ZOD, { limit: 1, query: 'a', more: 1 }, 'deny', 'deny'],
    ['an undeclared member is forbidden, and a default is missing', ZOD, { query: 'a', more: 1 }, 'deny', 'deny'],
    ['an undeclared member, about which nothing is said', object({ limit }), { more: 1 }, 'allow', 'allow'],
    ['the same inside a member', inside, { options: { limit: 1, more: 1 } }, 'allow', 'allow'],
    ['inside a member a default is missing', inside, { options: {} }, 'deny', 'allow'],
    [
      'unevaluated members are forbidden',
      object({ limit }, { unevaluatedProperties: false }),
      { more: 1 },
      'deny',
      'deny',
    ],
    [
      'only names of a pattern are allowed',
      { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false },
      { y: 1 },
      'deny',
      'deny',
    ],
    ['a wrong type', object({ limit }), { limit: '10' }, 'deny', 'deny'],
    ['null is not missing', object({ limit }), { limit: null }, 'deny', 'deny'],
    [
      'a default through a reference',
      object({ o: { $ref: '#/$defs/o' } }, { $defs: { o: object({ limit }, { required: ['limit'] }) } }),
      { o: {} },
      'deny',
      'allow',
    ],
    [
      'a default in one part of allOf, required by another',
      { type: 'object', allOf: [object({ limit }), { required: ['limit'] }] },
      {},
      'deny',
      'allow',
    ],
    [
      'a required default beside an optional one that does not fit its own schema',
      object({ limit, text: { type: 'string', default: null } }, { required: ['limit'] }),
      {},
      'deny',
      'allow',
    ],
    [
      'a required member with two defaults',
      { type: 'object', allOf: [object({ limit }), object({ limit: { default: 5 } })], required: ['limit'] },
      {},
      'deny',
      'deny',
    ],
    [
      'a required default that does not fit',
      object({ n: { type: 'integer', default: 'x' } }, { required: ['n'] }),
      {},
      'deny',
      'deny',
    ],
    [
      'a schema of draft-04, which cannot be used',
      object({ n: { minimum: 1, exclusiveMinimum: true } }),
      {},
      'deny',
      'deny',
    ],
    ['nothing wrong', ZOD, { limit: 1, query: 'a' }, 'allow', 'allow'],
  ])('%s', (_title, schema, args, strict, compatible) => {
    expect(judge(schema, args, { arguments: 'deny' }).decision).toBe(strict);
    expect(judge(schema, args).decision).toBe(compatible);
    expect(judge(schema, args, { arguments: 'compatible' }).decision).toBe(compatible);
    const warned = judge(schema, args, { arguments: 'warn' });
    expect([warned.decision, warned.violations !== undefined]).toEqual(['allow', strict === 'deny']);
    expect(judge(schema, args, { arguments: 'off' })).not.toHaveProperty('violations');
    expect(judge(schema, args, { arguments: 'off' }).decision).toBe('allow');
  });

  test('an error names only what is forbidden', () => {
    const { explain } = judge(ZOD, { more: 1 });
    expect(explain).toContain('"query"');
    expect(explain).not.toContain('limit');
  });

  test.each(['deny', 'compatible', 'warn', 'off'] as const)('spelling variants are denied with "%s"', mode => {
    expect(judge(ZOD, { query: 'a', Limit: 5 }, { arguments: mode }).code).toBe('guard.ambiguous-arguments');
  });
});

describe('[guard.argument-defaults] conditions see the arguments as the server reads them', () => {
  const rule = (decision: PolicyRule['decision'], when: string): Omit<Policy, 'version'> => ({
    default: decision === 'allow' ? 'deny' : 'allow',
    rules: [{ match: {}, when, decision }],
  });
  const path = { type: 'string', default: '/etc' };
  const two = { type: 'object', allOf: [object({ path }), object({ path: { default: '/tmp' } })] };

  test.each<[string, JsonObject, JsonObject, Omit<Policy, 'version'>, string]>([
    [
      'a default is denied',
      object({ path }),
      {},
      rule('deny', 'has(args.path) && args.path == "/etc"'),
      'guard.denied',
    ],
    [
      'a required default is',
      object({ path }, { required: ['path'] }),
      {},
      rule('deny', 'args.path == "/etc"'),
      'guard.denied',
    ],
    [
      'a default inside is',
      object({ o: object({ path }) }),
      { o: {} },
      rule('deny', 'args.o.path == "/etc"'),
      'guard.denied',
    ],
    ['a loop meets it', object({ path }), {}, rule('deny', 'args.exists(k, args[k] == "/etc")'), 'guard.denied'],
    ['a default is allowed', object({ path }), {}, rule('allow', 'args.path == "/etc"'), 'guard.allowed'],
    [
      'a value that was sent counts instead',
      object({ path }),
      { path: '/x' },
      rule('deny', 'args.path == "/etc"'),
      'guard.allowed',
    ],
    ['a rule that wants it to be sent', object({ path }), {}, rule('deny', '!has(args.path)'), 'guard.denied'],
    ['a rule that allows what has none', object({ path }), {}, rule('allow', '!has(args.path)'), 'guard.denied'],
    ['a question about one that was not sent', object({ path }), {}, rule('ask', '!has(args.path)'), 'guard.ask'],
    ['two defaults', two, {}, rule('deny', 'has(args.path) && args.path == "/etc"'), 'guard.ambiguous-arguments'],
    [
      'two defaults of which one is overridden',
      two,
      { path: '/x' },
      rule('deny', 'args.path == "/etc"'),
      'guard.allowed',
    ],
    ['two defaults, and no condition', two, {}, {}, 'guard.allowed'],
    [
      'an undeclared member',
      object({ path }),
      { path: 'a', mode: 'w' },
      rule('deny', 'has(args.mode)'),
      'guard.denied',
    ],
    [
      'an undeclared member inside',
      object({ o: object({}) }),
      { o: { mode: 'w' } },
      rule('deny', 'args.o.mode == "w"'),
      'guard.denied',
    ],
    ['no default and no value', object({ path: {} }), {}, rule('deny', 'args.path == "/etc"'), 'guard.condition-error'],
  ])('%s', (_title, schema, args, policy, code) => {
    for (const mode of ['compatible', 'warn', 'off'] as const)
      expect(judge(schema, args, { ...policy, arguments: mode }).code).toBe(code);
  });

  test.each<[string, JsonObject, string]>([
    ['denies where it may hold defaults', object({ path, n: { type: 'wrong' } }), 'guard.ambiguous-arguments'],
    ['decides where it holds none', object({ n: { type: 'wrong' } }), 'guard.allowed'],
  ])('a schema that cannot be used %s', (_title, schema, code) => {
    expect(judge(schema, {}, { ...rule('deny', 'has(args.x)'), arguments: 'off' }).code).toBe(code);
  });
});

/** A server as zod, ajv or pydantic make them: it adds what is missing, checks, and hands the arguments to its code. */
function serverReads(schema: JsonObject, args: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const read: Record<string, Json> = { ...args };
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(read, name) && property.default !== undefined) read[name] = property.default;
    const value = read[name];
    if (typeof value === 'object' && value !== null && property.type === 'object')
      read[name] = serverReads(property, value as JsonObject);
  }
  return read;
}

describe('for any schema, arguments and condition', () => {
  const NAMES = ['a', 'b', 'c'];
  const word = fc.constantFrom('x', 'y', 'z');
  const leaf = fc.record({ type: fc.constant('string'), default: word }, { requiredKeys: ['type'] });
  const flat = fc
    .record({ properties: fc.dictionary(fc.constantFrom(...NAMES), leaf), required: fc.subarray(NAMES) })
    .map(({ properties, required }) => ({
      type: 'object',
      properties,
      required: required.filter(name => Object.hasOwn(properties, name)),
    }));
  const nested = fc.tuple(flat, flat, fc.boolean()).map(([outer, inner, isDefault]) => ({
    ...outer,
    properties: { ...outer.properties, o: { ...inner, ...(isDefault ? { default: {} } : {}) } },
  }));
  const values = fc.dictionary(fc.constantFrom(...NAMES), word);
  const anyArgs = fc.tuple(values, fc.option(values)).map(([args, o]) => (o === null ? args : { ...args, o }));
  const anyCondition = fc
    .tuple(fc.constantFrom('args', 'args.o'), fc.constantFrom(...NAMES), word)
    .map(([holder, name, text]) => {
      const has = holder === 'args' ? '' : 'has(args.o) && ';
      return `${has}has(${holder}.${name}) && ${holder}.${name} == "${text}"`;
    });
  /** Schemas that say the same in another way. */
  const dressed = fc.tuple(nested, fc.constantFrom('plain', 'ref', 'allOf', 'anyOf')).map(([schema, dress]) => {
    if (dress === 'ref') return { schema, written: { type: 'object', $ref: '#/$defs/all', $defs: { all: schema } } };
    if (dress === 'allOf') return { schema, written: { type: 'object', allOf: [schema] } };
    if (dress === 'anyOf') return { schema, written: { type: 'object', anyOf: [schema, { type: 'null' }] } };
    return { schema, written: schema };
  });

  test('[guard.argument-defaults] denies a call if a rule denies the arguments as the server reads them', () => {
    let denied = 0;
    fc.assert(
      fc.property(dressed, anyArgs, anyCondition, fc.constantFrom('compatible', 'deny'), (dress, args, when, mode) => {
        const { schema, written } = dress;
        const policy = { rules: [{ match: {}, when, decision: 'deny' }], arguments: mode } as never;
        const isDenied = judge(schema, serverReads(schema, args), policy).code === 'guard.denied';
        if (isDenied) denied++;
        const { decision } = judge(written, args, policy);
        if (isDenied) expect(decision).toBe('deny');
      }),
      { numRuns: 500 },
    );
    expect(denied).toBeGreaterThan(20);
  });

  test('"compatible" accepts what a server accepts after adding its defaults', () => {
    fc.assert(
      fc.property(dressed, anyArgs, ({ schema, written }, args) => {
        const accepted = judge(schema, serverReads(schema, args), { arguments: 'deny' }).decision;
        if (accepted === 'allow') expect(judge(written, args).decision).toBe('allow');
      }),
      { numRuns: 500 },
    );
  });
});
