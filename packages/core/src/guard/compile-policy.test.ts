import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { compilePolicy } from './compile-policy.ts';

const withCondition = (when: string) => compilePolicy({ version: 1, rules: [{ match: {}, decision: 'deny', when }] });

describe('a condition that cannot be used refuses the policy', () => {
  test.each([
    ['no CEL', 'args.path ==', /Unexpected token/],
    ['nesting without end', '('.repeat(5_000), /maxDepth/],
    ['no end at all', Array(5_000).fill('true').join(' && '), /max/],
    ['an unknown variable', 'user.name == "x"', /Unknown variable: user/],
    ['an unknown member of the tool', 'tool.destuctive', /No such key: destuctive/],
    ['an unknown function', 'args.path.sha()', /"sha" is not available/],
    ['no yes or no', 'size(args) + 1', /must be a bool/],
    ['types that never fit', 'server > 5', /no such overload/],
    ['patterns', 'args.path.matches("^(a+)+$")', /"matches" is not available.*glob/],
    ['bytes', 'bytes(args.x).json().a == 1', /"json" is not available/],
    ['time zones', 'timestamp(args.t).getHours("Europe/Berlin") > 5', /"getHours" is not available/],
    ['names for values, which can double at each step', 'cel.bind(a, args.x, a)', /"bind" is not available/],
    ['a glob of the caller', 'args.path.glob(args.glob)', /needs a quoted string/],
    ['a needle of the caller', 'args.path.contains(args.needle)', /needs a quoted string/],
    ['a separator of the caller', 'args.path.split(args.x).size() > 1', /needs a quoted string/],
    ['a needle put together', 'args.path.contains("a" + args.x)', /needs a quoted string/],
    ['a long needle', `args.path.contains("${'a'.repeat(257)}")`, /1 to 256/],
    ['no needle', 'args.path.contains("")', /1 to 256/],
    ['hidden in a map', '{"a": args.x.matches("a")}["a"]', /"matches"/],
    ['hidden in a list', '[args.x.matches("a")][0]', /"matches"/],
    ['hidden in an index', 'args[args.x.matches("a") ? "a" : "b"]', /"matches"/],
    ['hidden in a loop', 'args.l.all(x, x.matches("a"))', /"matches"/],
    ['hidden in has', 'has(args.l.filter(x, x.matches("a")).b)', /"matches"/],
  ])('%s', (_title, when, reason) => {
    const refusal = refusalOf(() => withCondition(when));
    expect(refusal.code).toBe('policy.bad-condition');
    expect(refusal.message).toMatch(/of rule 1 cannot be used/);
    expect(refusal.message).toMatch(reason);
  });

  test('every such condition is reported, with its place', () => {
    const rules = ['(', 'true', 'args.x()'].map(when => ({ match: {}, decision: 'deny' as const, when }));
    const { findings } = refusalOf(() => compilePolicy({ version: 1, rules }));
    expect(findings.map(({ pointer }) => pointer)).toEqual(['/rules/0/when', '/rules/2/when']);
  });
});

test('fills in defaults, closed where possible', () => {
  expect(compilePolicy({ version: 1 })).toEqual({
    default: 'allow',
    arguments: 'compatible',
    results: 'deny',
    resources: 'locked',
    rules: [],
  });
});
