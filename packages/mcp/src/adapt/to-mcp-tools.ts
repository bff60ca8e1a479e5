import { isJsonObject } from '@toolmark/core';
import type { ImportedTool, KnownAnnotations } from './imported-tool.ts';
import { type PlainObject, plainObject } from './plain-json.ts';

/** A tool as a server lists it. */
export interface ExportedMcpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: PlainObject & { type: 'object' };
  outputSchema?: PlainObject & { type: 'object' };
  annotations?: KnownAnnotations;
}

/** For a server that offers imported tools again. Icons, `_meta` and members that nobody knows are not cleaned, and stay behind. */
export function toMcpTools(tools: readonly ImportedTool[]): ExportedMcpTool[] {
  return tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: { ...plainObject(inputSchema), type: 'object' },
    ...(isJsonObject(outputSchema) && outputSchema.type === 'object'
      ? { outputSchema: { ...plainObject(outputSchema), type: 'object' } }
      : {}),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
  }));
}
