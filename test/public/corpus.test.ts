import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  assessRisk,
  inert,
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  type McpTool,
  parseMcpTool,
  partDigests,
  quoteInert,
  RISK_LEVELS,
  readJson,
  ToolmarkError,
  toolDigest,
  validate,
} from '@toolmark/core';
import { mcptrustToolHashes, normalForm } from '@toolmark/core/formats';
import { inertJson } from '@toolmark/core/text';
import { describe, expect, test } from 'vitest';
import { reorderKeys } from '../arbitrary-tool.ts';
import { describeShared } from '../shared.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

/** What must never reach a terminal or a page: controls, bidirectional overrides, zero-width and tag characters. */
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

// Real and hostile tools of many authors: data, never instructions.
describeShared('the corpus of tools', 'corpus', root => {
  describe.each([
    ['benign-tools.jsonl', 4617],
    ['hard-benign-tools.jsonl', 250],
    ['poisoned-tools.jsonl', 440],
  ] as const)('%s', (file, count) => {
    const rows = readRows(path.join(root, file));
    const tools = rows.flatMap(row => parseOrRefuse(row));

    test(`all ${count} rows are read, and every tool parses`, () => {
      expect(rows).toHaveLength(count);
      expect(tools).toHaveLength(count);
    });

    test('every tool has an identity that the order of keys does not change', () => {
      for (const tool of tools) {
        const digest = toolDigest(tool);
        const reordered = parseMcpTool(reorderKeys(tool));
        expect(toolDigest(reordered)).toBe(digest);
        expect(partDigests(reordered)).toEqual(partDigests(tool));
        expect(mcptrustToolHashes(reordered)).toEqual(mcptrustToolHashes(tool));
        expect(toolDigest(parseMcpTool(utf8(jcs(tool))))).toBe(digest);
      }
    });

    test('any one member removed, changed or added changes the identity', () => {
      for (const tool of tools) {
        const digest = toolDigest(tool);
        const entries = Object.entries(tool);
        const changed = entries.flatMap(([key, value], i) => [
          Object.fromEntries(entries.toSpliced(i, 1)),
          Object.fromEntries(
            entries.with(i, [key, typeof value === 'string' ? `${value} ` : { ...Object(value), x: 1 }]),
          ),
        ]);
        for (const other of [...changed, { ...tool, 'x-new': null }]) {
          expect(toolDigest(other as McpTool)).not.toBe(digest);
        }
      }
    });

    test('every tool is judged, assessed and normalised without a crash', () => {
      for (const tool of tools) {
        const report = validate(utf8(JSON.stringify(tool)), { now: NOW });
        expect(report.kind).toBe('mcp-tool');
        for (const { message } of report.findings) expect(message).not.toMatch(STEERING);
        expect(RISK_LEVELS).toContain(assessRisk(tool).level);
        expect(normalForm(tool).name).toBe(tool.name);
      }
    });

    test('every tool can be shown inert, and its JSON keeps its value', () => {
      for (const tool of tools) {
        const texts = [tool.name, tool.title ?? '', tool.description ?? ''];
        for (const text of texts) expect(inert(text) + quoteInert(text)).not.toMatch(STEERING);
        const shown = inertJson(jcs(tool));
        expect(shown).not.toMatch(STEERING);
        expect(toolDigest(parseMcpTool(utf8(shown)))).toBe(toolDigest(tool));
      }
    });
  });
});

function readRows(file: string): JsonObject[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => readJson(utf8(line)))
    .filter(isJsonObject);
}

function parseOrRefuse({ tool }: JsonObject): McpTool[] {
  try {
    return [parseMcpTool(tool as Json)];
  } catch (error) {
    if (error instanceof ToolmarkError && error.code === 'tool.malformed') return [];
    throw error;
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
