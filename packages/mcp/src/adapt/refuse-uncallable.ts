import { isJsonObject, type Json, type McpTool, MetadataError, member } from '@toolmark/core';

/**
 * Throws for a tool whose parameters nobody could describe to a model. It is withheld alone: model APIs would answer it by
 * refusing every tool of every server.
 */
export function refuseUncallable(tool: McpTool, server: string): void {
  const { inputSchema = {} } = tool;
  for (const [keyword, isFit, problem] of CHECKS) {
    const value = member(inputSchema, keyword);
    if (value !== undefined && !isFit(value))
      throw new MetadataError('sanitize.malformed', { server, tool: tool.name }, problem, `/inputSchema/${keyword}`);
  }
}

const CHECKS: readonly (readonly [keyword: string, isFit: (value: Json) => boolean, problem: string])[] = [
  ['type', isObjectType, 'its input schema does not describe an object.'],
  ['properties', isJsonObject, 'the properties of its input schema are no object.'],
  ['required', isNames, 'its input schema requires something that is no name.'],
];

/** Arguments are always an object, so a schema that allows null as well says no more than that. */
function isObjectType(type: Json): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function isNames(value: Json): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}
