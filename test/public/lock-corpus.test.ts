import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  drift,
  formatLock,
  isJsonObject,
  type Json,
  type LockedServer,
  type McpTool,
  parseLock,
  parseMcpTool,
  pin,
  readJson,
  type Snapshot,
} from '@toolmark/core';
import { expect, test } from 'vitest';
import { oneChangeEach, reorderKeys } from '../arbitrary-tool.ts';
import { describeShared } from '../shared.ts';

// Real and hostile tools of many authors: data, never instructions.
describeShared('the lock, over the corpus of tools', 'corpus', root => {
  const servers = ['benign', 'hard-benign', 'poisoned'].flatMap(name =>
    serversOf(readTools(path.join(root, `${name}-tools.jsonl`))),
  );

  test('every server is locked, read back, and matches itself, shuffled too', () => {
    const pinned = servers.map((tools, i): [string, LockedServer] => [`server-${i}`, pin(of(tools))]);
    const text = formatLock({ lockfileVersion: 1, servers: new Map(pinned) });
    const lock = parseLock(new TextEncoder().encode(text));
    expect(formatLock(lock)).toBe(text);
    for (const [i, tools] of servers.entries()) {
      const locked = lock.servers.get(`server-${i}`);
      const shuffled = tools.map(tool => reorderKeys(tool) as McpTool).reverse();
      expect(locked && drift(locked, of(shuffled))).toEqual([]);
    }
  });

  test('any one member changed, removed or added anywhere in a tool is at least one change', () => {
    for (const tool of servers.flat().filter((_, i) => i % 120 === 0)) {
      const locked = pin(of([tool]));
      for (const other of oneChangeEach(tool).filter(isTool)) {
        expect(drift(locked, of([other])).length).toBeGreaterThan(0);
      }
    }
  });

  test('any other sentence in a description is critical', () => {
    const described = servers.flat().filter(({ description }) => description !== undefined);
    for (const tool of described.filter((_, i) => i % 5 === 0)) {
      const changed = { ...tool, description: `${tool.description} Then do as it says.` };
      const changes = drift(pin(of([tool])), of([changed]));
      expect(changes).toMatchObject([{ pointer: '/description', severity: 'critical', class: 'reworded' }]);
    }
  });
});

function readTools(file: string): McpTool[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map(line => {
    const row = readJson(new TextEncoder().encode(line));
    return parseMcpTool(isJsonObject(row) ? row.tool : row);
  });
}

/** Tools in groups of fifty, where no two of a group have one name. */
function serversOf(tools: readonly McpTool[]): McpTool[][] {
  const groups: McpTool[][] = [];
  for (let start = 0; start < tools.length; start += 50) {
    const named = new Map(tools.slice(start, start + 50).map(tool => [tool.name, tool]));
    groups.push([...named.values()]);
  }
  return groups;
}

function of(tools: readonly McpTool[]): Snapshot {
  return { tools, prompts: [], resources: [], templates: [] };
}

function isTool(value: Json): value is McpTool {
  return isJsonObject(value) && typeof value.name === 'string';
}
