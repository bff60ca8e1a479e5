import { type Finding, isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '../base/index.ts';
import { readInput, refuseMalformed } from './door.ts';
import { findInMetaErrors } from './metadata.ts';
import { findShapeErrors } from './shape-error.ts';
import { mcpTool } from './tool-shape.gen.js';

/** A tool exactly as a server lists it. Members Toolmark does not know are kept: they are part of its identity. */
export interface McpTool extends JsonObject {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
}

/** A tool from bytes, or from a value made elsewhere; throws `tool.malformed` with every reason. */
export function parseMcpTool(input: Uint8Array | unknown): McpTool {
  const value = readInput(input, 'tool.malformed');
  refuseMalformed(findMcpToolErrors(value, ''), 'tool.malformed', 'This is not an MCP tool');
  return value as McpTool;
}

/** The tools of a `tools/list` result, a JSON-RPC reply that holds one, a snapshot, or a plain array of tools. */
export function parseToolList(input: Uint8Array | unknown): McpTool[] {
  const value = readInput(input, 'tool-list.malformed');
  const list = findToolList(value);
  if (list === undefined) {
    throw new ToolmarkError('tool-list.malformed', 'This is not a list of MCP tools: it has no "tools" array.');
  }
  const findings = list.tools.flatMap((tool, index) => findMcpToolErrors(tool, `${list.pointer}/${index}`));
  refuseMalformed(findings, 'tool-list.malformed', 'This list holds something that is not an MCP tool');
  return list.tools as McpTool[];
}

/** Where a value keeps its list of tools, if it has one. */
export function findToolList(value: Json): { tools: readonly Json[]; pointer: string } | undefined {
  if (Array.isArray(value)) return { tools: value, pointer: '' };
  if (!isJsonObject(value)) return undefined;
  const tools = member(value, 'tools');
  if (Array.isArray(tools)) return { tools, pointer: '/tools' };
  const result = member(value, 'result');
  const inner = isJsonObject(result) ? member(result, 'tools') : undefined;
  return Array.isArray(inner) ? { tools: inner, pointer: '/result/tools' } : undefined;
}

export function findMcpToolErrors(value: Json, at: string): Finding[] {
  const findings = findShapeErrors(mcpTool, value, { at });
  return isJsonObject(value) ? [...findings, ...findInMetaErrors(value, at)] : findings;
}
