import {
  assessRisk,
  contradictionsInTool,
  effectiveFlags,
  type IndexEntry,
  isJsonObject,
  type McpTool,
  member,
  metadataOfMcpTool,
  parseServerJson,
  riskRank,
  toolsOfServer,
} from '@toolmark/core';

/** Definitions by the names of their tools, for each entry that was read, by its digest. */
export type EntryCache = Map<string, ReadonlyMap<string, McpTool>>;

/** Where a tool of a server is found: a name that no document can have. */
export function serverToolName(server: string, tool: string): string {
  return `${server}:${tool}`;
}

/** The name below which a tool stands on its own. None contains a colon before the one that ends it. */
export function serverOfTool(name: string): { readonly server: string; readonly tool: string } {
  const colon = name.indexOf(':');
  return { server: name.slice(0, colon), tool: name.slice(colon + 1) };
}

/** What an entry that was published defines. Of several definitions with one name, the first stands for it. */
export function definitionsIn(bytes: Uint8Array): ReadonlyMap<string, McpTool> {
  const definitions = new Map<string, McpTool>();
  for (const { definition } of toolsOfServer(parseServerJson(bytes).server)) {
    if (!definitions.has(definition.name)) definitions.set(definition.name, definition);
  }
  return definitions;
}

/** What is searched of such a tool. Nobody declares its capabilities, and its risk is what the definition shows. */
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
