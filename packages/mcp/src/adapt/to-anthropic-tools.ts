import { fitTools, type Parameters } from './fit-tools.ts';
import type { ImportedTool } from './imported-tool.ts';

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: Parameters;
}

/** For `messages.create({ tools })`. */
export function toAnthropicTools(tools: readonly ImportedTool[]): AnthropicTool[] {
  return fitTools(tools).map(({ tool: { name, description }, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }));
}
