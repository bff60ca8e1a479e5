import { type JsonObject, member } from '@toolmark/core';
import { type ExportOptions, refuseTwins, saysLess, tell } from './fit-tools.ts';
import type { ImportedTool, KnownAnnotations } from './imported-tool.ts';
import { type PlainObject, plainObject } from './plain-json.ts';
import { warnProcess } from './warning.ts';

/** A tool as a server lists it. */
export interface ExportedMcpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: PlainObject & { type: 'object' };
  outputSchema?: PlainObject & { type: 'object' };
  annotations?: KnownAnnotations;
}

/**
 * For a server that offers imported tools again. Icons, `_meta` and members that nobody knows are not cleaned, and stay
 * behind; so does an output schema that describes no object, which MCP does not allow, and `warn` hears of that.
 */
export function toMcpTools(
  tools: readonly ImportedTool[],
  { warn = warnProcess }: Pick<ExportOptions, 'warn'> = {},
): ExportedMcpTool[] {
  refuseTwins(tools);
  const less = tools
    .filter(({ outputSchema }) => outputSchema !== undefined && !isOfObject(outputSchema))
    .map(tool => saysLess(tool, '/outputSchema', 'The output schema does not describe an object and is left out.'));
  tell(warn, 'TOOLMARK_ADJUSTED', 'These tools say less than their servers do.', less);
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
