import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/index.ts';
import type { LockedTool } from '../lock/index.ts';
import { checkArguments, checkResult, type ValidatorCache } from './check-call.ts';

function tool(definition: JsonObject): LockedTool {
  return { definition: { name: 't', inputSchema: { type: 'object' }, ...definition }, digest: 'sha256:0' } as never;
}

describe('results against the locked output schema', () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  test.each<[string, JsonObject, boolean]>([
    ['missing', { content: [] }, false],
    ['an error that brings content that does not fit', { isError: true, structuredContent: { n: 'x' } }, false],
    ['isError that is not a boolean', { isError: 'true' }, false],
    ['null', { structuredContent: null }, false],
    ['not fitting', { structuredContent: { n: 'x' } }, false],
    ['an error without content', { isError: true }, true],
    ['fitting', { structuredContent: { n: 1 } }, true],
  ])('%s', (_title, result, fits) => {
    expect(checkResult(tool({ outputSchema }), result).length === 0).toBe(fits);
  });

  test('without a locked output schema anything goes', () => {
    expect(checkResult(tool({}), { structuredContent: 5 })).toEqual([]);
  });
});

test('a schema that costs too much to ask is a violation, not a pass', () => {
  const inputSchema = { type: 'object', allOf: [{ $ref: '#' }] };
  expect(checkArguments(tool({ inputSchema }), {})).toMatchObject([{ instancePointer: '', keyword: '' }]);
});

test('a schema is compiled once for each cache', () => {
  const cache: ValidatorCache = new Map();
  const inputSchema = { type: 'object' };
  checkArguments(tool({ inputSchema }), {}, cache);
  const first = cache.get(inputSchema);
  expect(first).toBeDefined();
  checkArguments(tool({ inputSchema }), {}, cache);
  expect(cache.get(inputSchema)).toBe(first);
});
