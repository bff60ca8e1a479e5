import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, anyObject, anyText, anyTool, oneChangeEach, reorderKeys } from '../../../../test/arbitrary-tool.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { type Json, jcs } from '../base/index.ts';
import {
  itemDigests,
  partDigests,
  promptDigest,
  resourceDigest,
  surfaceDigest,
  templateDigest,
  toolDigest,
} from './identity.ts';
import type { McpTool } from './mcp-tool.ts';
import type { Snapshot } from './snapshot.ts';

// What other languages compute is pinned in test/vectors/identity.json.

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;

describe('the digest of a tool', () => {
  test('is the hash of the canonical projection', () => {
    fc.assert(
      fc.property(anyTool, tool => {
        expect(toolDigest(tool)).toBe(sha256(jcs({ projection: 'toolmark/tool@1', tool })));
      }),
    );
  });

  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(anyTool, tool => {
        const reordered = reorderKeys(tool) as McpTool;
        expect(toolDigest(reordered)).toBe(toolDigest(tool));
        expect(partDigests(reordered)).toEqual(partDigests(tool));
      }),
    );
  });

  test('changes with any one change, addition or removal, at any depth', () => {
    fc.assert(
      fc.property(anyTool, tool => {
        const digest = toolDigest(tool);
        for (const changed of oneChangeEach(tool)) expect(toolDigest(changed as McpTool)).not.toBe(digest);
      }),
    );
  });

  test.each<[string, McpTool, McpTool]>([
    ['composed and decomposed letters', { name: 'a', description: 'é' }, { name: 'a', description: 'e\u0301' }],
    ['an absent and an empty description', { name: 'a' }, { name: 'a', description: '' }],
    ['an absent and an empty schema', { name: 'a' }, { name: 'a', inputSchema: {} }],
    ['an absent and an empty required', { name: 'a', inputSchema: {} }, { name: 'a', inputSchema: { required: [] } }],
    ['an absent and a null member', { name: 'a' }, { name: 'a', x: null }],
    ['a list in another order', { name: 'a', x: [1, 2] }, { name: 'a', x: [2, 1] }],
    ['a number and its text', { name: 'a', x: 1 }, { name: 'a', x: '1' }],
  ])('tells %s apart', (_, left, right) => {
    expect(toolDigest(left)).not.toBe(toolDigest(right));
  });

  test('is refused for an integer that readers would round', () => {
    expect(refusalOf(() => toolDigest({ name: 'a', x: 2n ** 60n })).code).toBe('jcs.integer-range');
  });
});

describe('the digests of an item from one canonical text', () => {
  test.each([
    ['tool', toolDigest],
    ['prompt', promptDigest],
    ['resource', resourceDigest],
    ['template', templateDigest],
  ] as const)('are those of a %s and of its parts', (kind, digestOf) => {
    fc.assert(
      fc.property(anyTool, tool => {
        const { digest, parts } = itemDigests(kind, tool);
        expect(digest).toBe(digestOf(tool));
        expect(Object.fromEntries(parts)).toEqual(partDigests(tool));
      }),
    );
  });

  test('are refused where the item has no digest', () => {
    expect(refusalOf(() => itemDigests('tool', { name: 'a', x: 2n ** 60n })).code).toBe('jcs.integer-range');
  });

  test('keep a part that is called __proto__', () => {
    const tool = JSON.parse('{"name":"a","__proto__":{"x":1}}');
    expect([...itemDigests('tool', tool).parts.keys()]).toEqual(['__proto__']);
    expect(itemDigests('tool', tool).digest).toBe(toolDigest(tool));
  });
});

describe('the digests of parts', () => {
  test('are one for each member but the name', () => {
    fc.assert(
      fc.property(anyTool, tool => {
        expect(Object.keys(partDigests(tool)).sort()).toEqual(
          Object.keys(tool)
            .filter(key => key !== 'name')
            .sort(),
        );
      }),
    );
  });

  test('change for the member that changed and for no other', () => {
    fc.assert(
      fc.property(anyTool, anyJson, (tool, value) => {
        const before = partDigests(tool);
        for (const key of Object.keys(before)) {
          const after = partDigests(Object.fromEntries([...Object.entries(tool), [key, { changed: value }]]));
          for (const other of Object.keys(before)) expect(after[other] === before[other]).toBe(other !== key);
        }
      }),
    );
  });

  test('take the description as its raw bytes and all else as canonical text', () => {
    expect(partDigests({ name: 'a', description: 'é "x"', title: 'é "x"' })).toEqual({
      description: sha256('é "x"'),
      title: sha256('"é \\"x\\""'),
    });
  });
});

test('a tool, a prompt, a resource and a template of the same content have four digests', () => {
  const item = { name: 'a', uri: 'a', uriTemplate: 'a' };
  expect(new Set([toolDigest(item), promptDigest(item), resourceDigest(item), templateDigest(item)]).size).toBe(4);
});

describe('the digest of a surface', () => {
  const named = <Key extends string>(key: Key): fc.Arbitrary<({ [name: string]: Json } & Record<Key, string>)[]> =>
    fc.uniqueArray(
      fc
        .tuple(anyText, anyObject)
        .map(([name, item]) => ({ ...item, [key]: name }) as { [name: string]: Json } & Record<Key, string>),
      { selector: item => item[key], maxLength: 3 },
    );
  const anySnapshot: fc.Arbitrary<Snapshot> = fc.record(
    {
      instructions: anyText,
      tools: fc.uniqueArray(anyTool, { selector: tool => tool.name, maxLength: 3 }),
      prompts: named('name'),
      resources: named('uri'),
      templates: named('uriTemplate'),
    },
    { requiredKeys: ['tools', 'prompts', 'resources', 'templates'] },
  );
  const empty: Snapshot = { tools: [], prompts: [], resources: [], templates: [] };

  test('does not depend on the order of its lists or of members', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const { tools, prompts, resources, templates, ...rest } = reorderKeys(
          snapshot as unknown as Json,
        ) as unknown as Snapshot;
        const other = {
          ...rest,
          tools: tools.toReversed(),
          prompts: prompts.toReversed(),
          resources: resources.toReversed(),
          templates: templates.toReversed(),
        };
        expect(surfaceDigest(other)).toBe(surfaceDigest(snapshot));
      }),
    );
  });

  test('changes when anything on the surface changes, comes or goes', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const digest = surfaceDigest(snapshot);
        const changes: Snapshot[] = [
          { ...snapshot, instructions: `${snapshot.instructions ?? ''}!` },
          { ...snapshot, tools: [...snapshot.tools, { name: 'a tool that is new' }] },
          { ...snapshot, prompts: [...snapshot.prompts, { name: 'a prompt that is new' }] },
          { ...snapshot, resources: [...snapshot.resources, { uri: 'new:resource' }] },
          { ...snapshot, templates: [...snapshot.templates, { uriTemplate: 'new:{template}' }] },
          ...snapshot.tools.map((tool, i) => ({ ...snapshot, tools: snapshot.tools.with(i, { ...tool, 'x-new': 1 }) })),
          ...snapshot.tools.map((_, i) => ({ ...snapshot, tools: snapshot.tools.toSpliced(i, 1) })),
          ...snapshot.prompts.map((_, i) => ({ ...snapshot, prompts: snapshot.prompts.toSpliced(i, 1) })),
          ...snapshot.resources.map((_, i) => ({ ...snapshot, resources: snapshot.resources.toSpliced(i, 1) })),
          ...snapshot.templates.map((_, i) => ({ ...snapshot, templates: snapshot.templates.toSpliced(i, 1) })),
        ];
        for (const changed of changes) expect(surfaceDigest(changed)).not.toBe(digest);
      }),
    );
  });

  test('does not say who the server claims to be', () => {
    expect(surfaceDigest({ ...empty, serverInfo: { name: 'x' } })).toBe(surfaceDigest(empty));
  });

  test.each<[string, Snapshot]>([
    ['tools', { ...empty, tools: [{ name: 'a' }, { name: 'b' }, { name: 'a', title: 'other' }] }],
    ['tools with an inherited name', { ...empty, tools: [{ name: '__proto__' }, { name: '__proto__' }] }],
    ['prompts', { ...empty, prompts: [{ name: 'a' }, { name: 'a' }] }],
    ['resources', { ...empty, resources: [{ uri: 'a' }, { uri: 'a' }] }],
    ['templates', { ...empty, templates: [{ uriTemplate: 'a' }, { uriTemplate: 'a' }] }],
  ])('is refused for two %s of one name', (_, snapshot) => {
    expect(refusalOf(() => surfaceDigest(snapshot)).code).toBe('surface.duplicate-name');
  });

  test('lets a tool, a prompt and a resource share a name', () => {
    expect(
      surfaceDigest({ ...empty, tools: [{ name: 'a' }], prompts: [{ name: 'a' }], resources: [{ uri: 'a' }] }),
    ).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});
