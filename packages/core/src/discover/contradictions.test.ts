import { expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import type { JsonObject } from '../base/index.ts';
import { parseToolDocument } from '../describe/index.ts';
import { RULES } from '../validate/index.ts';
import { contradictionsIn, contradictionsInTool } from './contradictions.ts';

test('a sound tool has none', () => {
  expect(contradictionsIn(parseToolDocument(sampleDocument()))).toEqual([]);
});

test.each<[what: string, metadata: JsonObject, code: string]>([
  ['network access in a closed world', { behavior: { open_world: false } }, 'metadata.capability-closed-world'],
  [
    'deleting without destroying',
    { behavior: { operations: ['delete'], destructive: false } },
    'metadata.delete-not-destructive',
  ],
])('%s is one, also with strict: false', (_what, metadata, code) => {
  for (const strict of [{}, { strict: false }]) {
    const sample = sampleDocument();
    const document = { ...sample, tool: { ...(sample.tool as JsonObject), metadata: { ...metadata, ...strict } } };
    expect(contradictionsIn(document as never)).toContain(code);
  }
});

test('a command that only reads is one of an MCP tool', () => {
  const inputSchema = { type: 'object', properties: { command: { type: 'string' } } };
  const tool = { name: 'run', description: 'Runs it.', inputSchema, annotations: { readOnlyHint: true } };
  expect(contradictionsInTool(tool)).toEqual(['metadata.command-read-only']);
});

test('every code belongs to a rule', () => {
  const known = RULES.map(({ code }) => code);
  const inputSchema = { type: 'object', properties: { command: { type: 'string' } } };
  const found = contradictionsInTool({ name: 'run', inputSchema, annotations: { readOnlyHint: true } });
  expect(found.filter(code => !known.includes(code))).toEqual([]);
});
