import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMetadata, anyTool } from '../../../../test/arbitrary-tool.ts';
import type { JsonObject } from '../base/index.ts';
import { toolDigest } from './identity.ts';
import { type McpTool, parseMcpTool } from './mcp-tool.ts';
import { METADATA_KEY, type ToolMetadata } from './metadata.ts';
import { type Authorship, toMcpTool, toToolDocument } from './project.ts';
import { parseToolDocument, type ToolDocument } from './tool-document.ts';

const AUTHORSHIP: Authorship = {
  version: '1.0.0',
  author: { name: 'Ada', email: 'ada@example.org' },
  capabilities: ['network_request'],
  security: {
    required_permissions: [],
    risk_level: 'medium',
    sandboxing_required: true,
    network_access: 'internet',
    file_access: 'none',
  },
};
const BASE = { name: 'a', description: 'Does something.', inputSchema: { type: 'object' } };

function documentOf(metadata?: ToolMetadata<string>, mcp?: JsonObject): ToolDocument {
  const { name, description, inputSchema } = BASE;
  const tool = { name, description, parameters: inputSchema, ...AUTHORSHIP };
  return {
    schema_version: '1.1',
    tool: { ...tool, ...(metadata === undefined ? {} : { metadata }), ...(mcp === undefined ? {} : { mcp }) },
  };
}

describe('a document gives an MCP tool', () => {
  const extras = { owner: null, list: [null] };
  const full = {
    classification: { service_domains: ['email'] },
    behavior: { operations: ['read'], read_only: true },
    extras,
  } as const;

  test.each<[string, ToolDocument, JsonObject]>([
    ['nothing is invented', documentOf(), {}],
    ['empty metadata writes nothing', documentOf({}), {}],
    ['an empty behaviour writes nothing', documentOf({ behavior: {} }), {}],
    [
      'a declared false is kept',
      documentOf({ behavior: { open_world: false } }),
      { annotations: { openWorldHint: false } },
    ],
    [
      'all four flags become hints and need no _meta',
      documentOf({ behavior: { read_only: true, destructive: false, idempotent: true, open_world: false } }),
      { annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } },
    ],
    [
      'classification alone writes no annotations',
      documentOf({ classification: {} }),
      { _meta: { [METADATA_KEY]: { classification: {} } } },
    ],
    ['nulls in extras survive', documentOf({ extras }), { _meta: { [METADATA_KEY]: { extras } } }],
    [
      'all axes travel together',
      documentOf(full),
      { annotations: { readOnlyHint: true }, _meta: { [METADATA_KEY]: full } },
    ],
    [
      'members of mcp are merged, not replaced',
      documentOf(full, { title: 'T', 'x-new': null, annotations: { title: 'U' }, _meta: { 'example.org/a': 1 } }),
      {
        title: 'T',
        'x-new': null,
        annotations: { title: 'U', readOnlyHint: true },
        _meta: { 'example.org/a': 1, [METADATA_KEY]: full },
      },
    ],
    [
      'empty annotations are kept',
      documentOf(undefined, { annotations: {}, _meta: {} }),
      { annotations: {}, _meta: {} },
    ],
  ])('%s', (_, document, members) => {
    const tool = toMcpTool(parseToolDocument(document));
    expect(tool).toEqual({ ...BASE, ...members });
    expect(Object.keys(tool).sort()).toEqual(Object.keys({ ...BASE, ...members }).sort());
    expect(parseMcpTool(tool)).toBe(tool);
  });

  test('a flag that is not declared is absent, never null', () => {
    const behavior = { operations: ['read'], read_only: null, destructive: true };
    const document = parseToolDocument(documentOf({ behavior } as unknown as ToolMetadata));
    expect(toMcpTool(document)).toStrictEqual({
      ...BASE,
      annotations: { destructiveHint: true },
      _meta: { [METADATA_KEY]: { behavior: { operations: ['read'], destructive: true } } },
    });
  });
});

describe('an MCP tool gives a document', () => {
  test('members of the author and of the tool keep their places', () => {
    const tool = parseMcpTool({
      ...BASE,
      title: 'T',
      annotations: { title: 'U', readOnlyHint: true },
      _meta: { arcade: { metadata: { behavior: { operations: ['read'] } } } },
    });
    const document = toToolDocument(tool, AUTHORSHIP);
    expect(parseToolDocument(document)).toEqual(
      documentOf(
        { behavior: { operations: ['read'], read_only: true } },
        {
          title: 'T',
          annotations: { title: 'U' },
          _meta: { arcade: { metadata: { behavior: { operations: ['read'] } } } },
        },
      ),
    );
  });

  test('a bare tool gets the emptiest document', () => {
    expect(toToolDocument({ name: 'a' }, AUTHORSHIP).tool).toEqual({
      ...AUTHORSHIP,
      name: 'a',
      description: '',
      parameters: { type: 'object' },
    });
  });
});

describe('there and back again', () => {
  test.each<[string, JsonObject]>([
    ['nothing more', {}],
    ['an inherited name as member', { constructor: 1 } as unknown as JsonObject],
    ['empty annotations and an empty _meta', { annotations: {}, _meta: {} }],
    ['hints alone', { annotations: { readOnlyHint: false, openWorldHint: true } }],
    ['metadata without behaviour', { _meta: { [METADATA_KEY]: { classification: { service_domains: ['email'] } } } }],
    ['metadata with an empty behaviour', { _meta: { [METADATA_KEY]: { behavior: {}, strict: false } } }],
    ['unknown members, null among them', { 'x-new': null, icons: [], outputSchema: {} }],
  ])('a tool with %s comes back with its digest', (_, members) => {
    const tool = parseMcpTool({ ...BASE, ...members });
    expect(toolDigest(toMcpTool(toToolDocument(tool, AUTHORSHIP)))).toBe(toolDigest(tool));
  });

  test('so does every tool whose hints and metadata agree', () => {
    fc.assert(
      fc.property(anyTool, generated => {
        const tool: McpTool = parseMcpTool(generated);
        const back = toMcpTool(toToolDocument(tool, AUTHORSHIP));
        expect(back).toEqual(tool);
        expect(toolDigest(back)).toBe(toolDigest(tool));
      }),
      { numRuns: 500 },
    );
  });

  test('a document comes back with its parameters and metadata', () => {
    fc.assert(
      fc.property(anyTool, fc.option(anyMetadata, { nil: undefined, freq: 2 }), ({ inputSchema = {} }, metadata) => {
        const { schema_version, tool } = documentOf(metadata);
        const document = parseToolDocument({ schema_version, tool: { ...tool, parameters: inputSchema } });
        const back = toToolDocument(toMcpTool(document), AUTHORSHIP);
        expect(back).toEqual(document);
      }),
    );
  });
});
