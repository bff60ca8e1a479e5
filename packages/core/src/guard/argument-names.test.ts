import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { pin } from '../lock/index.ts';
import { ArgumentNames } from './argument-names.ts';
import { checkResult } from './check-call.ts';
import { compilePolicy } from './compile-policy.ts';
import { findTwin } from './find-twin.ts';
import { planTool } from './plan-tool.ts';

const NOTHING = { root: new Set<string>(), inner: new Set<string>() };
const TREE: JsonObject = {
  type: 'object',
  properties: { path: {}, left: { $ref: '#' }, right: { $ref: '#' }, all: { type: 'array', items: { $ref: '#' } } },
};

/** As deep as there are steps. */
function nested(steps: readonly string[], innermost: Json): Json {
  return steps.reduceRight<Json>((inside, step) => ({ [step]: step === 'all' ? [inside] : inside }), innermost);
}

const steps = fc.array(fc.constantFrom('left', 'right', 'all'), { minLength: 1, maxLength: 60 });

describe('a schema that refers to itself', () => {
  test('deep arguments cannot fill the memory of the guard', () => {
    const names = ArgumentNames.of(TREE, NOTHING);
    fc.assert(fc.property(steps, path => findTwin(nested(path, { path: 1 }), names) === undefined));
    expect(names.kept).toBeLessThan(10);
  });

  test('has its names at every depth', () => {
    const names = ArgumentNames.of(TREE, NOTHING);
    fc.assert(fc.property(steps, path => findTwin(nested(path, { Path: 1 }), names)?.name === 'Path'));
  });
});

describe('a schema whose parts combine in exponentially many ways', () => {
  // The member taken n steps before the end decides: all sets of "how long ago" occur.
  const links = Array.from({ length: 16 }, (_, i) => [
    `s${i}`,
    { properties: Object.fromEntries(['a', 'b'].map(name => [name, { $ref: `#/$defs/s${i + 1}` }])) },
  ]);
  const last = { properties: { path: {} } };
  const START = { properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/s0' }] }, b: { $ref: '#' } } };
  const MANY: JsonObject = {
    ...START,
    $defs: { ...Object.fromEntries(links), s16: last, other: { required: ['Zone'] } },
  };
  const word = fc.array(fc.constantFrom('a', 'b'), { minLength: 20, maxLength: 40 });

  test('cannot fill the memory of the guard either, and no variant passes beyond the limit', () => {
    const names = ArgumentNames.of(MANY, NOTHING);
    const check = (path: readonly string[]): void => {
      expect(findTwin(nested([...path, ...'a'.repeat(18)], { Path: 1 }), names)?.name).toBe('Path');
    };
    fc.assert(fc.property(word, check), { numRuns: 1_000 });
    expect(names.kept).toBe(1_001);
  });
});

test('the names of results are worked out once for a tool', () => {
  const definition = { name: 'read', inputSchema: { type: 'object' }, outputSchema: TREE };
  const tool = pin({ tools: [definition], prompts: [], resources: [], templates: [] } as never).tools.get('read');
  if (tool === undefined) throw new Error('no tool');
  const plan = planTool('s', tool, compilePolicy({ version: 1 }));
  const check = (content: Json) => checkResult(tool, { structuredContent: content }, new Map(), plan.outputNames);
  expect(check({ left: { Path: 1 } })).toMatchObject([{ instancePointer: '/left/Path' }]);
  const { kept } = plan.outputNames;
  expect(check({ left: { path: 1 } })).toEqual([]);
  expect(kept).toBeGreaterThan(0);
  expect(plan.outputNames.kept).toBe(kept);
});
