import { type Json, type JsonObject, type McpTool, readJson } from '@toolmark/core';
import { convert } from '@toolmark/core/formats';
import { readCorpus } from './corpus.ts';
import { atSpeed, measure, milliseconds, type Ratio } from './measure.ts';

const ENTRIES = 1000;

/** Converting 1,000 entries, tools and all, against reading their text. */
export function convertRatios(): Ratio[] {
  const corpus = readCorpus();
  const entries = makeEntries([...corpus.servers.values()]);
  const texts = entries.map(entry => new TextEncoder().encode(JSON.stringify(entry)));
  const servers = entries.map(entry => convert(entry, { to: 'upstream' }).result);
  const serverTexts = servers.map(server => new TextEncoder().encode(JSON.stringify(server)));
  return [
    ratio(`1,000 entries of ToolHive with tools of ${corpus.name} to server.json`, entries, texts, 'upstream'),
    ratio(`1,000 server.json with tools of ${corpus.name} to ToolHive`, servers, serverTexts, 'toolhive'),
  ];
}

function ratio(
  name: string,
  values: readonly Json[],
  texts: readonly Uint8Array[],
  to: 'upstream' | 'toolhive',
): Ratio {
  const ours = measure(() => values.forEach(value => void convert(value, { to })));
  const floor = measure(() => texts.forEach(text => void readJson(text)));
  return atSpeed(0.2, `${name}, against reading them`, ours, floor, milliseconds);
}

/** Each entry has the tools of one server, with names that a registry accepts. */
function makeEntries(servers: readonly (readonly McpTool[])[]): JsonObject[] {
  return Array.from({ length: ENTRIES }, (_, index) => {
    const tools = servers[index % servers.length] ?? [];
    return {
      name: `io.github.stacklok/server-${index}`,
      description: 'A server of the bench.',
      transport: 'stdio',
      status: 'active',
      image: `ghcr.io/bench/server-${index}:1.0.0`,
      tools: [...new Set(tools.map(({ name }) => name))].filter(name => /^[\w-]+$/.test(name)),
      tool_definitions: tools as readonly Json[],
      env_vars: [{ name: 'TOKEN', description: 'A token.', required: true, secret: true }],
      tags: ['bench'],
    };
  });
}
