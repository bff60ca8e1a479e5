import { type Finding, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import {
  type DockerTool,
  dockerToolDefinition,
  extensionsOf,
  findDockerErrors,
  findDockerToolErrors,
  findServerErrors,
  findServerRegistryErrors,
  findToolhiveErrors,
  findToolhiveRegistryErrors,
  findToolList,
  isToolhiveRegistry,
  type ServerJson,
  type ServerOptions,
  serversOf,
  toolhiveEntriesOf,
} from '../describe/index.ts';

/** A tool of an entry, and the pointer to it. */
export interface EntryTool {
  readonly tool: Json;
  readonly at: string;
  /** The tool in MCP form, if the entry has another form. */
  readonly asMcp?: JsonObject;
}

/** Findings of a registry or one of its entries, and its tool lists for the rules to check. */
export interface EntryReport {
  readonly findings: readonly Finding[];
  readonly lists: readonly (readonly EntryTool[])[];
}

export function readServer(value: Json, options: ServerOptions): EntryReport {
  return { findings: findServerErrors(value, '', options), lists: listsOfServer(value, '') };
}

export function readServerRegistry(value: Json, options: ServerOptions): EntryReport {
  return {
    findings: findServerRegistryErrors(value, options),
    lists: serversOf(value).flatMap(({ server, pointer }) => listsOfServer(server, pointer)),
  };
}

export function readToolhive(value: Json): EntryReport {
  if (!isJsonObject(value) || !isToolhiveRegistry(value)) {
    return { findings: findToolhiveErrors(value), lists: [toolsIn(value, '')] };
  }
  return {
    findings: findToolhiveRegistryErrors(value),
    lists: toolhiveEntriesOf(value).map(({ entry, pointer }) => toolsIn(entry, pointer)),
  };
}

export function readDocker(value: Json): EntryReport {
  const { tools, pointer } = findToolList(value) ?? { tools: [], pointer: '' };
  const isEntry = isJsonObject(value) && Object.hasOwn(value, 'name');
  return {
    findings: isEntry ? findDockerErrors(value) : findDockerToolErrors(tools, pointer),
    lists: [tools.map((tool, index) => dockerTool(tool, `${pointer}/${index}`))],
  };
}

/** Malformed arguments have their own findings; the rules see a tool without a schema. */
function dockerTool(tool: Json, at: string): EntryTool {
  const isBroken = findDockerToolErrors([tool], '').some(({ severity }) => severity === 'error');
  if (isBroken || !isJsonObject(tool) || Object.hasOwn(tool, 'inputSchema')) return { tool, at };
  return { tool, at, asMcp: dockerToolDefinition(tool as DockerTool) };
}

/** Includes extensions that match nothing: programs may still read them. */
function listsOfServer(value: Json, at: string): EntryTool[][] {
  if (!isServerLike(value)) return [];
  return extensionsOf(value).map(({ value: extension, pointer }) => toolsIn(extension, `${at}${pointer}`));
}

/** Whether extensions can be looked up; the rest may be malformed. */
function isServerLike(value: Json): value is ServerJson {
  if (!isJsonObject(value)) return false;
  return (['packages', 'remotes'] as const).every(list => {
    const items = member(value, list);
    return items === undefined || (Array.isArray(items) && items.every(isJsonObject));
  });
}

/** ToolHive requires only a name (RFC-0015), so a missing schema is not a finding here. */
function withInputSchema(tool: Json): Pick<EntryTool, 'asMcp'> {
  if (!isJsonObject(tool) || Object.hasOwn(tool, 'inputSchema')) return {};
  return { asMcp: { ...tool, inputSchema: { type: 'object' } } };
}

function toolsIn(value: Json, at: string): EntryTool[] {
  const tools = isJsonObject(value) ? member(value, 'tool_definitions') : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.map((tool: Json, index) => ({ tool, at: `${at}/tool_definitions/${index}`, ...withInputSchema(tool) }));
}
