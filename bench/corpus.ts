import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type McpTool, readJson } from '@toolmark/core';
import { collectStrings, type Place } from '@toolmark/core/formats';
import { sampleList } from './sample.ts';

const FILE = path.resolve(
  import.meta.dirname,
  '..',
  process.env.TOOLMARK_SHARED ?? '../shared',
  'corpus/benign-tools.jsonl',
);

/** Servers with their tools, and every text in them. */
export interface Corpus {
  readonly name: string;
  readonly servers: ReadonlyMap<string, readonly McpTool[]>;
  readonly texts: readonly string[];
}

/** The benign corpus where it is at hand, and made tools elsewhere. */
export function readCorpus(): Corpus {
  const servers = existsSync(FILE) ? readServers() : new Map([['sample', (sampleList(1_000_000) as ToolList).tools]]);
  const name = existsSync(FILE) ? 'the benign corpus' : '1 MB of sample tools';
  return { name, servers, texts: textsOf([...servers.values()].flat() as unknown as Json[]) };
}

interface ToolList {
  readonly tools: McpTool[];
}

function readServers(): Map<string, McpTool[]> {
  const servers = new Map<string, McpTool[]>();
  for (const line of readFileSync(FILE, 'utf8').trimEnd().split('\n')) {
    const row = readJson(new TextEncoder().encode(line));
    if (!isJsonObject(row)) continue;
    const name = `${row.source as string}/${row.server as string}`;
    const tools = servers.get(name) ?? [];
    servers.set(name, tools);
    tools.push(row.tool as unknown as McpTool);
  }
  return servers;
}

function textsOf(tools: readonly Json[]): string[] {
  const places: Place[] = [];
  for (const tool of tools) collectStrings(tool, '', places);
  return places.map(({ text }) => text);
}
