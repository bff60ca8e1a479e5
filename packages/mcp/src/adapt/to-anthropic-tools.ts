import type { Parameters } from './fit-schema.ts';
import { type ExportOptions, fitTools } from './fit-tools.ts';
import type { ImportedTool } from './imported-tool.ts';

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: Parameters;
}

/** For `messages.create({ tools })`. */
export function toAnthropicTools(tools: readonly ImportedTool[], options: ExportOptions = {}): AnthropicTool[] {
  return fitTools(tools, options).map(({ tool: { name }, description, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }));
}
