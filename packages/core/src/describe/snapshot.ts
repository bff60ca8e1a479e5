import { type Finding, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { readInput, refuseMalformed } from './door.ts';
import { findToolList, type McpTool, parseToolList } from './mcp-tool.ts';

/** All that a server shows: what a surface digest covers. */
export interface Snapshot {
  readonly serverInfo?: JsonObject;
  readonly instructions?: string;
  readonly tools: readonly McpTool[];
  readonly prompts: readonly (JsonObject & { readonly name: string })[];
  readonly resources: readonly (JsonObject & { readonly uri: string })[];
  readonly templates: readonly (JsonObject & { readonly uriTemplate: string })[];
}

/** A snapshot, or a bare tool list as a snapshot that has nothing but tools. */
export function parseSnapshot(input: Uint8Array | unknown): Snapshot {
  const value = readInput(input, 'snapshot.malformed');
  const tools = findToolList(value) === undefined ? [] : parseToolList(value);
  if (!isJsonObject(value)) return { tools, prompts: [], resources: [], templates: [] };
  const instructions = member(value, 'instructions');
  const serverInfo = member(value, 'serverInfo');
  refuseMalformed(findSnapshotErrors(value), 'snapshot.malformed', 'This is not a snapshot of a server');
  return {
    ...(isJsonObject(serverInfo) ? { serverInfo } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    tools,
    prompts: listOf(value, 'prompts') as Snapshot['prompts'],
    resources: listOf(value, 'resources') as Snapshot['resources'],
    templates: listOf(value, templatesKey(value)) as Snapshot['templates'],
  };
}

/** MCP calls the list `resourceTemplates`; a snapshot may call it `templates`, as the lock file does. */
function templatesKey(value: JsonObject): 'resourceTemplates' | 'templates' {
  return member(value, 'resourceTemplates') === undefined ? 'templates' : 'resourceTemplates';
}

function findSnapshotErrors(value: JsonObject): Finding[] {
  const findings: Finding[] = [];
  const report = (pointer: string, message: string): void => {
    findings.push({ code: 'schema.type', severity: 'error', pointer, message });
  };
  const instructions = member(value, 'instructions');
  if (instructions !== undefined && typeof instructions !== 'string')
    report('/instructions', 'Expected a string here.');
  for (const [list, id] of [
    ['prompts', 'name'],
    ['resources', 'uri'],
    [templatesKey(value), 'uriTemplate'],
  ] as const) {
    const items = member(value, list);
    if (items !== undefined && !Array.isArray(items)) report(`/${list}`, 'Expected an array here.');
    for (const [index, item] of listOf(value, list).entries()) {
      if (!isJsonObject(item) || typeof member(item, id) !== 'string') {
        report(`/${list}/${index}`, `Expected an object with a string ${id}.`);
      }
    }
  }
  return findings;
}

function listOf(value: JsonObject, key: string): readonly Json[] {
  const items = member(value, key);
  return Array.isArray(items) ? items : [];
}
