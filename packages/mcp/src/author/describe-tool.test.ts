import process from 'node:process';
import { type Finding, METADATA_KEY, parseToolDocument, type ToolMetadata, toMcpTool } from '@toolmark/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { describeTool } from './describe-tool.ts';

describe('metadata that contradicts itself is refused, with everything that is wrong', () => {
  test.each<[string, ToolMetadata, string[]]>([
    [
      'delete that destroys nothing',
      { behavior: { operations: ['delete'], destructive: false } },
      ['metadata.delete-not-destructive /behavior'],
    ],
    [
      'create that only reads',
      { behavior: { operations: ['create'], read_only: true } },
      ['metadata.mutating-read-only /behavior'],
    ],
    [
      'opaque that only reads and destroys nothing',
      { behavior: { operations: ['opaque'], read_only: true, destructive: false } },
      ['metadata.opaque-not-destructive /behavior', 'metadata.opaque-read-only /behavior'],
    ],
    [
      'a service in a closed world',
      { classification: { service_domains: ['email'] }, behavior: { open_world: false } },
      ['metadata.domain-closed-world /behavior'],
    ],
    [
      'only reads and destroys',
      { behavior: { read_only: true, destructive: true } },
      ['metadata.read-only-destructive /behavior'],
    ],
    [
      'reads and nothing else, and is not read-only',
      { behavior: { operations: ['read'], read_only: false } },
      ['metadata.read-not-read-only /behavior'],
    ],
    [
      'opaque that can be repeated',
      { behavior: { operations: ['opaque'], idempotent: true } },
      ['metadata.opaque-idempotent /behavior'],
    ],
  ])('%s', (_, metadata, places) => {
    const refusal = refusalOf(() => describeTool(metadata));
    expect(refusal.code).toBe('author.invalid-tool');
    expect(placesOf(refusal)).toEqual(places);
  });

  test('unless strict is false in metadata or options: then it is a warning', () => {
    const behavior = { operations: ['delete'], destructive: false } as const;
    const warnings: Finding[] = [];
    const warn = (finding: Finding): void => {
      warnings.push(finding);
    };
    describeTool({ behavior, strict: false }, { warn });
    describeTool({ behavior }, { strict: false, warn });
    describeTool({ behavior: { read_only: true, destructive: true }, strict: false }, { warn });
    expect(warnings.map(({ code }) => code).filter(code => code !== 'metadata.flags-undeclared')).toEqual([
      'metadata.delete-not-destructive',
      'metadata.delete-not-destructive',
      'metadata.read-only-destructive',
    ]);
  });

  test('warns with process.emitWarning by default', () => {
    const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    try {
      describeTool({ behavior: { operations: [] } });
      expect(emit).toHaveBeenCalledWith(expect.any(String), {
        type: 'ToolmarkWarning',
        code: 'metadata.operations-empty',
      });
    } finally {
      emit.mockRestore();
    }
  });
});

describe('metadata becomes', () => {
  test.each<[string, ToolMetadata, object]>([
    ['nothing when it says nothing', {}, {}],
    ['hints alone when it is flags alone', { behavior: { read_only: true } }, { annotations: { readOnlyHint: true } }],
    [
      '_meta alone without flags',
      { extras: { idp: 'entra', none: null } },
      { _meta: { [METADATA_KEY]: { extras: { idp: 'entra', none: null } } } },
    ],
    [
      'both',
      { behavior: { operations: ['read'], read_only: true } },
      {
        annotations: { readOnlyHint: true },
        _meta: { [METADATA_KEY]: { behavior: { operations: ['read'], read_only: true } } },
      },
    ],
  ])('%s', (_, metadata, described) => {
    expect(describeTool(metadata)).toEqual(described);
  });

  test('the same as a tool document with this metadata becomes', () => {
    const flag = fc.boolean();
    const behavior = fc.record(
      {
        operations: fc.subarray(['read', 'create', 'update', 'delete', 'opaque'] as const),
        ...{ read_only: flag, destructive: flag, idempotent: flag, open_world: flag },
      },
      { requiredKeys: [] },
    );
    const metadata = fc.record(
      {
        behavior,
        classification: fc.record({ service_domains: fc.subarray(['email', 'crm'] as const) }),
        extras: fc.record({ a: fc.integer() }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(metadata, axes => {
        const { tool, schema_version } = parseToolDocument(sampleDocument());
        const { annotations, _meta } = toMcpTool({ schema_version, tool: { ...tool, metadata: axes } });
        const described = describeTool(axes, { strict: false, warn: () => {} });
        expect(described).toEqual({ ...(annotations && { annotations }), ...(_meta && { _meta }) });
      }),
    );
  });
});
