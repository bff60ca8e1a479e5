import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/index.ts';
import { type DeclaredFlags, effectiveFlags, FLAGS, flagsOfHints, hintsOfBehavior } from './hints.ts';

test.each(FLAGS.map(({ flag, hint }) => [flag, hint] as const))('%s is the annotation %s, both ways', (flag, hint) => {
  for (const value of [true, false]) {
    expect(hintsOfBehavior({ [flag]: value })).toEqual({ [hint]: value });
    expect(flagsOfHints({ [hint]: value })).toEqual({ [flag]: value });
  }
});

describe('what is not declared', () => {
  test.each<[string, JsonObject]>([
    ['nothing', {}],
    ['null', { readOnlyHint: null }],
    ['a word', { readOnlyHint: 'true' }],
    ['a number', { readOnlyHint: 1 }],
    ['another spelling', { readonlyHint: true, read_only: true }],
  ])('%s declares no flag', (_, annotations) => {
    expect(Object.keys(flagsOfHints(annotations))).toEqual([]);
  });

  test('is absent from the hints, never null', () => {
    expect(Object.keys(hintsOfBehavior({}))).toEqual([]);
  });

  test('is effective as the worst case MCP assumes, and known to be assumed', () => {
    expect(effectiveFlags({})).toEqual({
      read_only: { value: false, declared: false },
      destructive: { value: true, declared: false },
      idempotent: { value: false, declared: false },
      open_world: { value: true, declared: false },
    });
  });
});

test('a read-only tool that does not declare destructive is not destructive', () => {
  expect(effectiveFlags({ read_only: true }).destructive).toEqual({ value: false, declared: false });
  expect(effectiveFlags({ read_only: true, destructive: true }).destructive).toEqual({ value: true, declared: true });
  expect(effectiveFlags({ read_only: false }).destructive).toEqual({ value: true, declared: false });
});

test.each<DeclaredFlags>([
  { read_only: false, destructive: false, idempotent: false, open_world: false },
  { read_only: true, destructive: true, idempotent: true, open_world: true },
])('declared flags are effective as declared: %j', declared => {
  for (const { flag } of FLAGS) {
    expect(effectiveFlags(declared)[flag]).toEqual({ value: declared[flag], declared: true });
  }
});
