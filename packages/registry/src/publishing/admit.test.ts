import { Readable } from 'node:stream';
import type { JsonObject } from '@toolmark/core';
import { expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import { openTestRegistry } from '../../../../test/registry.ts';
import { importDocuments } from '../importing/import-documents.ts';

test('treats 01.0.0 as 1.0.0 and another build as another version', async () => {
  const registry = await openTestRegistry();
  const outcomeOf = async (schema: '1.0' | '1.1', version: string) => {
    const { tool, ...rest } = sampleDocument(schema);
    const line = JSON.stringify({ document: { ...rest, tool: { ...(tool as JsonObject), version } } });
    const source = Readable.from([Buffer.from(line)]);
    const { imported, refused } = await importDocuments(registry, source, { unsigned: true });
    return refused[0]?.code ?? imported;
  };
  const expected: readonly (readonly ['1.0' | '1.1', version: string, outcome: string | number])[] = [
    ['1.0', '1.0.0', 1],
    ['1.0', '01.0.0', 'publish.version-taken'],
    ['1.0', '1.00.0', 'publish.version-taken'],
    ['1.1', '1.0.0+b', 1],
    ['1.1', '1.0.0-rc.1', 1],
    ['1.0', '1.0.01', 1],
    ['1.1', '1.0.1', 'publish.version-taken'],
    ['1.1', '1.0.1+b', 1],
  ];
  for (const [schema, version, outcome] of expected) {
    expect([version, await outcomeOf(schema, version)]).toEqual([version, outcome]);
  }
});
