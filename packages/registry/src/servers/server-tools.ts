import { assessRisk, isJsonObject, type McpTool, member, metadataOfMcpTool } from '@toolmark/core';
import { effectiveFlags, parseServerJson, riskRank, toolsOfServer } from '@toolmark/core/formats';
import { contradictionsInTool, type IndexEntry } from '@toolmark/core/registry';

/** Definitions by tool name, for each parsed entry by its digest. */
export type EntryCache = Map<string, ReadonlyMap<string, McpTool>>;

/** The registry name of a server's tool. No document can have such a name. */
export function serverToolName(server: string, tool: string): string {
  return `${server}:${tool}`;
}

/** Splits a registry name. A server name contains no colon. */
export function serverOfTool(name: string): { readonly server: string; readonly tool: string } {
  const colon = name.indexOf(':');
  return { server: name.slice(0, colon), tool: name.slice(colon + 1) };
}

/** The definitions in a published entry; the first of each name counts. */
export function definitionsIn(bytes: Uint8Array): ReadonlyMap<string, McpTool> {
  const definitions = new Map<string, McpTool>();
  for (const { definition } of toolsOfServer(parseServerJson(bytes).server)) {
    if (!definitions.has(definition.name)) definitions.set(definition.name, definition);
  }
  return definitions;
}

/** The searchable facts of a server's tool. It declares no capabilities; its risk is assessed from the definition. */
export function indexServerTool(name: string, version: string, definition: McpTool): IndexEntry {
  const { classification, behavior = {} } = metadataOfMcpTool(definition)?.metadata ?? {};
  const { level } = assessRisk(definition);
  const title = titleOf(definition);
  const contradictions = contradictionsInTool(definition);
  return {
    ...{ name, version, ...(title === undefined ? {} : { title }), description: definition.description ?? '' },
    ...{ capabilities: [], domains: [...new Set(classification?.service_domains)].sort() },
    ...(contradictions.length === 0 ? {} : { contradictions }),
    ...{ riskLevel: level, riskRank: riskRank(level), author: '' },
    readOnly: effectiveFlags(behavior).read_only.value,
  };
}

function titleOf({ title, annotations }: McpTool): string | undefined {
  const other = isJsonObject(annotations) ? member(annotations, 'title') : undefined;
  return title ?? (typeof other === 'string' ? other : undefined);
}
