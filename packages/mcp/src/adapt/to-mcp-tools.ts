import { type JsonObject, member } from '@toolmark/core';
import { type ExportOptions, refuseTwins, saysLess, tell } from './fit-tools.ts';
import type { ImportedTool, KnownAnnotations } from './imported-tool.ts';
import { type PlainObject, plainObject } from './plain-json.ts';
import { warnProcess } from './warning.ts';

/** An MCP tool. */
export interface ExportedMcpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: PlainObject & { type: 'object' };
  outputSchema?: PlainObject & { type: 'object' };
  annotations?: KnownAnnotations;
}

/**
 * For a server that re-exports imported tools. Omits icons, `_meta` and unknown members, which are not cleaned, and, with a
 * warning, output schemas that do not describe an object, which MCP does not allow.
 */
export function toMcpTools(
  tools: readonly ImportedTool[],
  { warn = warnProcess }: Pick<ExportOptions, 'warn'> = {},
): ExportedMcpTool[] {
  refuseTwins(tools);
  const less = tools
    .filter(({ outputSchema }) => outputSchema !== undefined && !isOfObject(outputSchema))
    .map(tool => saysLess(tool, '/outputSchema', 'The output schema does not describe an object and is omitted.'));
  tell(warn, 'TOOLMARK_ADJUSTED', 'Tools simplified for the export.', less);
  return tools.map(exportTool);
}

function exportTool(tool: ImportedTool): ExportedMcpTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: { ...plainObject(inputSchema), type: 'object' },
    ...(outputSchema === undefined || !isOfObject(outputSchema)
      ? {}
      : { outputSchema: { ...plainObject(outputSchema), type: 'object' } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
  };
}

function isOfObject(schema: JsonObject): boolean {
  return member(schema, 'type') === 'object';
}
