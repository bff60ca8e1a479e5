import { isDeepStrictEqual } from 'node:util';
import { type Json, type LockedTool, sha256 } from '@toolmark/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindApproval } from './bind-approval.ts';

const locked = (text: string): LockedTool => ({ digest: sha256(text) }) as LockedTool;
const TOOL = { server: 's', id: 't', locked: locked('a') };
const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;

describe('the binding of an approval', () => {
  test.each([
    ['another server', { ...TOOL, server: 's2' }, {}],
    ['another tool', { ...TOOL, id: 't2' }, {}],
    ['another definition', { ...TOOL, locked: locked('b') }, {}],
    ['names that only look alike when joined', { ...TOOL, server: 's","t', id: '' }, {}],
    ['an argument more', TOOL, { a: null }],
    ['a number that doubles cannot tell apart', TOOL, { n: 2n ** 60n + 1n }],
  ])('changes with %s', (_, tool, args) => {
    expect(bindApproval(tool, args as Json)).not.toBe(bindApproval(TOOL, { n: 2n ** 60n }));
    expect(bindApproval(tool, args as Json)).not.toBe(bindApproval(TOOL, {}));
  });

  test('ignores the order of keys', () => {
    expect(bindApproval(TOOL, { b: { d: 1, c: 2 }, a: [1] })).toBe(bindApproval(TOOL, { a: [1], b: { c: 2, d: 1 } }));
  });

  test('is equal exactly for equal values', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (a, b) => {
        const [read, other] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
        expect(bindApproval(TOOL, read) === bindApproval(TOOL, other)).toBe(isDeepStrictEqual(read, other));
      }),
    );
  });
});
