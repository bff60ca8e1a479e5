import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  cleanTool,
  isJsonObject,
  MetadataError,
  nameTools,
  parseMcpTool,
  parseMetadataPolicy,
  readJson,
} from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { describeShared } from '../shared.ts';

const POLICY = parseMetadataPolicy({ names: { onInvalid: 'sanitize' } });
const PLACEHOLDER = parseMetadataPolicy({ descriptionMode: 'placeholder', names: { onInvalid: 'sanitize' } });

/** Changes that only tidy up; anything else took something away that a reader could not see. */
const TIDYING = new Set(['whitespace', 'line-break', 'truncated', 'placeholder', 'renamed']);

describeShared('cleaning the corpus of tools', 'corpus', root => {
  describe.each([
    ['benign-tools.jsonl', 4],
    ['hard-benign-tools.jsonl', 4],
    ['poisoned-tools.jsonl', 440],
  ] as const)('%s', (file, mostStripped) => {
    const rows = readRows(path.join(root, file));

    test('every tool is cleaned, stays an MCP tool, and cleaning it again changes nothing', () => {
      let stripped = 0;
      let changed = 0;
      for (const { server, tool: raw } of rows) {
        const { tool, changes } = cleanTool(parseMcpTool(raw), POLICY, server);
        const again = cleanTool(parseMcpTool(tool), POLICY, server);
        expect(again.tool).toEqual(tool);
        expect(again.changes).toEqual([]);
        if (changes.length > 0) changed++;
        if (changes.some(({ kind }) => !TIDYING.has(kind))) stripped++;
      }
      console.log(`${file}: ${changed} of ${rows.length} tools changed, ${stripped} held something hidden`);
      expect(stripped).toBeLessThanOrEqual(mostStripped);
    });

    test('in placeholder mode no description of the server is left', () => {
      for (const { server, tool: raw } of rows) {
        const { tool } = cleanTool(parseMcpTool(raw), PLACEHOLDER, server);
        expect(tool.description).toBe(`MCP tool '${tool.name}' from server '${server}'.`);
        expect(JSON.stringify(tool.inputSchema ?? {})).not.toMatch(/"description":"/);
      }
    });
  });

  test('all tools of all servers get names that lead back to them', () => {
    const servers = new Map<string, Set<string>>();
    for (const { server, tool } of readRows(path.join(root, 'benign-tools.jsonl'))) {
      const names = servers.get(server) ?? new Set();
      names.add(parseMcpTool(tool).name);
      servers.set(server, names);
    }
    const given = [...servers].map(([server, tools]) => ({ server, tools: [...tools] }));
    const table = nameTools(given, POLICY.names);
    expect(table.problems.filter(problem => !(problem instanceof MetadataError))).toEqual([]);
    expect(table.problems).toEqual([]);
    expect(table.aliases).toHaveLength(given.flatMap(({ tools }) => tools).length);
    for (const { alias, server, tool } of table.aliases) expect(table.toRemote(alias)).toEqual({ server, tool });
  });
});

function readRows(file: string): { server: string; tool: unknown }[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => readJson(new TextEncoder().encode(line)))
    .filter(isJsonObject)
    .map(({ server, tool }) => ({ server: typeof server === 'string' ? server : 'server', tool }));
}
