import { isJsonObject, type Json, type McpTool, MetadataError, member } from '@toolmark/core';

/** Throws for a tool with unusable parameters: model APIs would refuse the whole request. */
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
  ['properties', isJsonObject, 'the properties of its input schema are not an object.'],
  ['required', isNames, 'the required members of its input schema are not strings.'],
];

/** Arguments are always objects, so a type that also allows null is fine. */
function isObjectType(type: Json): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function isNames(value: Json): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}
