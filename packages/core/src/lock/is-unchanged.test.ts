import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTool, oneChangeEach, reorderKeys } from '../../../../test/arbitrary-tool.ts';
import type { JsonObject } from '../base/index.ts';
import type { McpTool, Snapshot } from '../describe/index.ts';
import { drift, isUnchanged, pin } from './index.ts';

const EMPTY: Snapshot = { tools: [], prompts: [], resources: [], templates: [] };
const A: McpTool = { name: 'a', inputSchema: { type: 'object', required: ['x'] } };
const B: McpTool = { name: 'b' };
const showing = (tools: readonly JsonObject[]): Snapshot => ({ ...EMPTY, tools: tools as readonly McpTool[] });

describe('a server', () => {
  test.each<[string, Snapshot, Snapshot]>([
    ['shows one tool twice in place of another', showing([A, B]), showing([A, A])],
    ['shows one more tool', showing([A]), showing([A, B])],
    ['shows one tool less', showing([A, B]), showing([A])],
    ['shows a list in another order', showing([{ name: 'a', x: [1, 2] }]), showing([{ name: 'a', x: [2, 1] }])],
    ['shows an object where a list was', showing([{ name: 'a', x: [] }]), showing([{ name: 'a', x: {} }])],
    ['shows null where an object was', showing([{ name: 'a', x: {} }]), showing([{ name: 'a', x: null }])],
    ['inherits what a member was', showing([{ name: 'a', x: { toString: 1 } }]), showing([{ name: 'a', x: { y: 1 } }])],
    ['shows a text where a number was', showing([{ name: 'a', x: 1 }]), showing([{ name: 'a', x: '1' }])],
    ['says other instructions', { ...EMPTY, instructions: 'Call a.' }, { ...EMPTY, instructions: 'Call b.' }],
    ['gains empty instructions', EMPTY, { ...EMPTY, instructions: '' }],
    ['changes a prompt', { ...EMPTY, prompts: [{ name: 'p' }] }, { ...EMPTY, prompts: [{ name: 'p', title: 'P' }] }],
    ['gains a template', EMPTY, { ...EMPTY, templates: [{ uriTemplate: 'x:{y}' }] }],
  ])('that %s is not unchanged', (_, before, after) => {
    expect(isUnchanged(pin(before), after)).toBe(false);
  });

  test('that shows an object of a class is not unchanged: it has no members to compare', () => {
    const dated = showing([{ name: 'a', x: new Date(0) as unknown as JsonObject }]);
    expect(isUnchanged(pin(showing([{ name: 'a', x: {} }])), dated)).toBe(false);
  });

  test('that shows the same in another order is unchanged', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyTool, { selector: tool => tool.name }), tools => {
        const after = showing(tools.map(tool => reorderKeys(tool) as McpTool).reverse());
        expect(isUnchanged(pin(showing(tools)), after)).toBe(true);
      }),
    );
  });

  test('may list fewer items when the lock allows a subset, never more', () => {
    const locked = pin(showing([A, B]), { allow: 'subset' });
    expect(isUnchanged(locked, showing([B]))).toBe(true);
    expect(isUnchanged(locked, showing([B, { name: 'c' }]))).toBe(false);
  });

  test('is unchanged exactly when there is no drift, whatever one thing changes', () => {
    fc.assert(
      fc.property(anyTool, tool => {
        const locked = pin(showing([tool]));
        for (const changed of oneChangeEach(tool)) {
          const live = showing([{ ...(changed as McpTool), name: tool.name }]);
          expect(isUnchanged(locked, live)).toBe(drift(locked, live).length === 0);
        }
      }),
      { numRuns: 20 },
    );
  });
});
