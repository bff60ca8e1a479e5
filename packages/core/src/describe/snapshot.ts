import { type Finding, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { readInput, refuseMalformed } from './door.ts';
import { LIST_KINDS, LIST_NAMES } from './mcp-lists.ts';
import { findMcpToolErrors, findToolList, type McpTool } from './mcp-tool.ts';

/** Everything a server lists: the content of a surface digest. */
export interface Snapshot {
  readonly serverInfo?: JsonObject;
  readonly instructions?: string;
  readonly tools: readonly McpTool[];
  readonly prompts: readonly (JsonObject & { readonly name: string })[];
  readonly resources: readonly (JsonObject & { readonly uri: string })[];
  readonly templates: readonly (JsonObject & { readonly uriTemplate: string })[];
}

/** A snapshot, or a bare tool list as a snapshot that has nothing but tools; throws `snapshot.malformed` with every reason. */
export function parseSnapshot(input: Uint8Array | unknown): Snapshot {
  const value = readInput(input, 'snapshot.malformed');
  const list = findToolList(value) ?? { tools: [], pointer: '' };
  const findings = [
    ...list.tools.flatMap((tool, index) => findMcpToolErrors(tool, `${list.pointer}/${index}`)),
    ...findSnapshotErrors(value),
  ];
  refuseMalformed(findings, 'snapshot.malformed', 'This is not a snapshot of a server');
  const server = isJsonObject(value) ? value : {};
  const { serverInfo, instructions } = server;
  return {
    ...(isJsonObject(serverInfo) ? { serverInfo } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    tools: list.tools as Snapshot['tools'],
    prompts: listOf(server, 'prompts') as Snapshot['prompts'],
    resources: listOf(server, 'resources') as Snapshot['resources'],
    templates: listOf(server, templatesKey(server)) as Snapshot['templates'],
  };
}

/** MCP calls the list `resourceTemplates`; a snapshot may call it `templates`, as the lock file does. */
function templatesKey(value: JsonObject): 'resourceTemplates' | 'templates' {
  return member(value, 'resourceTemplates') === undefined ? 'templates' : 'resourceTemplates';
}

const MEMBERS = ['serverInfo', 'instructions', ...LIST_NAMES, LIST_KINDS.templates.member];

/** Type errors outside of the tools. */
export function findSnapshotErrors(value: Json): Finding[] {
  if (Array.isArray(value)) return [];
  const findings: Finding[] = [];
  const report = (pointer: string, message: string): void => {
    findings.push({ code: 'schema.type', severity: 'error', pointer, message });
  };
  // Anything else would look like an empty server.
  if (!isJsonObject(value) || (findToolList(value) === undefined && !MEMBERS.some(key => Object.hasOwn(value, key)))) {
    report('', 'Expected an object with the lists of a server, or an array of tools.');
    return findings;
  }
  const { serverInfo, instructions, tools } = value;
  if (serverInfo !== undefined && !isJsonObject(serverInfo)) report('/serverInfo', 'Expected an object here.');
  if (instructions !== undefined && typeof instructions !== 'string')
    report('/instructions', 'Expected a string here.');
  if (tools !== undefined && !Array.isArray(tools)) report('/tools', 'Expected an array here.');
  for (const [list, id] of [
    ['prompts', LIST_KINDS.prompts.key],
    ['resources', LIST_KINDS.resources.key],
    [templatesKey(value), LIST_KINDS.templates.key],
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
