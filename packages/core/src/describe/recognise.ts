import { isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { isDockerTools } from './formats/docker.ts';
import { providedIn } from './formats/extension.ts';
import { isToolhiveRegistry } from './formats/toolhive.ts';
import { findToolList } from './mcp-tool.ts';

/** The kind of a file, from its shape only. */
export type Kind =
  | 'tool-document'
  | 'mcp-tool'
  | 'mcp-tools'
  | 'server-json'
  | 'server-registry'
  | 'toolhive'
  | 'docker'
  | 'ambiguous'
  | 'unknown';

export function recognise(value: Json): Kind {
  if (isJsonObject(value)) {
    if (readings(value) > 1) return 'ambiguous';
    if (has(value, 'schema_version') || isJsonObject(member(value, 'tool'))) return 'tool-document';
    if (has(value, 'inputSchema')) return 'mcp-tool';
    const entry = recogniseEntry(value);
    if (entry !== undefined) return entry;
    if (has(value, 'name') && has(value, 'description') && !has(value, 'tools')) return 'mcp-tool';
  }
  const list = findToolList(value);
  if (list === undefined) return 'unknown';
  return isDockerTools(list.tools) ? 'docker' : 'mcp-tools';
}

/** An entry of a registry, or a whole registry. */
function recogniseEntry(value: JsonObject): Kind | undefined {
  const data = member(value, 'data');
  if (isJsonObject(data) && Array.isArray(member(data, 'servers'))) return 'server-registry';
  if (isDockerEntry(value)) return 'docker';
  if (
    has(value, 'packages') ||
    has(value, 'remotes') ||
    isServerSchema(value.$schema) ||
    isNamedServer(value) ||
    providedIn(value) !== undefined
  ) {
    return 'server-json';
  }
  if (has(value, 'tool_definitions') || has(value, 'image') || isToolhiveRegistry(value)) return 'toolhive';
  return has(value, 'url') && has(value, 'transport') ? 'toolhive' : undefined;
}

const DOCKER_TYPES: readonly unknown[] = ['server', 'remote', 'poci'];

function isDockerEntry(value: JsonObject): boolean {
  if (has(value, '$schema') || has(value, 'packages') || has(value, 'remotes')) return false;
  return isJsonObject(member(value, 'about')) || (DOCKER_TYPES.includes(member(value, 'type')) && has(value, 'name'));
}

/** Neither packages nor remotes need be there. */
function isNamedServer(value: JsonObject): boolean {
  const { name } = value;
  return (
    typeof name === 'string' && name.includes('/') && typeof value.version === 'string' && has(value, 'description')
  );
}

/** In how many ways a program could find tools in it: a client that takes another way would see unchecked tools. */
function readings(value: JsonObject): number {
  const result = member(value, 'result');
  const entry = recogniseEntry(value);
  return [
    has(value, 'schema_version') || isJsonObject(member(value, 'tool')),
    has(value, 'inputSchema'),
    // Entries list names under this member, except Docker's, whose tools are checked like those of any list.
    Array.isArray(member(value, 'tools')),
    isJsonObject(result) && Array.isArray(member(result, 'tools')),
    entry !== undefined && entry !== 'docker' && listsMoreThanNames(value),
  ].filter(Boolean).length;
}

function listsMoreThanNames(value: JsonObject): boolean {
  const tools = member(value, 'tools');
  return Array.isArray(tools) && tools.some(tool => typeof tool !== 'string');
}

function isServerSchema(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('server.schema.json');
}

function has(value: JsonObject, key: string): boolean {
  return Object.hasOwn(value, key);
}
