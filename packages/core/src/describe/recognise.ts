import { isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { findToolList } from './mcp-tool.ts';

/** What a file holds, judged by its shape alone. */
export type Kind = 'tool-document' | 'mcp-tool' | 'mcp-tools' | 'server-json' | 'toolhive' | 'ambiguous' | 'unknown';

export function recognise(value: Json): Kind {
  if (isJsonObject(value)) {
    if (readings(value) > 1) return 'ambiguous';
    if (has(value, 'schema_version') || isJsonObject(member(value, 'tool'))) return 'tool-document';
    if (has(value, 'inputSchema')) return 'mcp-tool';
    if (has(value, 'packages') || has(value, 'remotes') || isServerSchema(value.$schema)) {
      return 'server-json';
    }
    if (has(value, 'tool_definitions') || has(value, 'image') || has(value, 'remote_servers')) return 'toolhive';
    if (has(value, 'name') && has(value, 'description') && !has(value, 'tools')) return 'mcp-tool';
  }
  return findToolList(value) === undefined ? 'unknown' : 'mcp-tools';
}

/** In how many ways a program could find tools in it: a client that takes another way would see what nobody checked. */
function readings(value: JsonObject): number {
  const result = member(value, 'result');
  return [
    has(value, 'schema_version') || isJsonObject(member(value, 'tool')),
    has(value, 'inputSchema'),
    Array.isArray(member(value, 'tools')),
    isJsonObject(result) && Array.isArray(member(result, 'tools')),
  ].filter(Boolean).length;
}

function isServerSchema(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('server.schema.json');
}

function has(value: JsonObject, key: string): boolean {
  return Object.hasOwn(value, key);
}
