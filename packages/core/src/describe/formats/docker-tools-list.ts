import type { JsonObject } from '../../base/index.ts';
import type { DockerEntry, DockerTool } from './docker.ts';
import { dockerToMcpTool } from './docker-tool.ts';
import type { Ledger } from './ledger.ts';
import { toToolList } from './tool-list.ts';

export interface PlacedDockerTool {
  readonly tool: DockerTool;
  readonly pointer: string;
}

export function placedDockerTools(tools: readonly DockerTool[], at: string): PlacedDockerTool[] {
  return tools.map((tool, index) => ({ tool, pointer: `${at}/${index}` }));
}

/** The tools of a `tools.json`, alone or in an entry, as MCP lists them. */
export function dockerToTools(tools: readonly DockerTool[], at: string, ledger: Ledger): JsonObject {
  const definitions = placedDockerTools(tools, at).map(({ tool, pointer }) => ({
    definition: dockerToMcpTool(tool, pointer, ledger),
    pointer,
  }));
  return toToolList(definitions, ledger);
}

export function dockerEntryToTools(entry: DockerEntry, ledger: Ledger): JsonObject {
  ledger.loseRest(entry, '', ['tools'], 'A list of tools has no member for it.');
  return dockerToTools(entry.tools ?? [], '/tools', ledger);
}
