import { fitTools, type Parameters } from './fit-tools.ts';
import type { ImportedTool } from './imported-tool.ts';

/** A function tool of the Chat Completions API. */
export interface OpenAiTool {
  type: 'function';
  function: { name: string; description: string; parameters: Parameters };
}

/** A function tool of the Responses API. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Parameters;
  strict: false;
}

/** For `chat.completions.create({ tools })`. */
export function toOpenAiTools(tools: readonly ImportedTool[]): OpenAiTool[] {
  return fitTools(tools).map(({ tool: { name, description }, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
}

/** For `responses.create({ tools })`. Not strict: that mode knows only a part of JSON Schema, and servers use all of it. */
export function toOpenAiResponsesTools(tools: readonly ImportedTool[]): OpenAiResponsesTool[] {
  return fitTools(tools).map(({ tool: { name, description }, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
  }));
}
