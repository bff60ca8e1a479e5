import type { Parameters } from './fit-schema.ts';
import { type ExportOptions, fitTools } from './fit-tools.ts';
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

/** Some models refuse longer descriptions. */
const LIMITS: ExportOptions = { maxDescriptionLength: 1024 };

/** For `chat.completions.create({ tools })`. */
export function toOpenAiTools(tools: readonly ImportedTool[], options: ExportOptions = {}): OpenAiTool[] {
  return fitTools(tools, { ...LIMITS, ...options }).map(({ tool: { name }, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
}

/** For `responses.create({ tools })`. Not strict: strict mode supports only a subset of JSON Schema. */
export function toOpenAiResponsesTools(
  tools: readonly ImportedTool[],
  options: ExportOptions = {},
): OpenAiResponsesTool[] {
  return fitTools(tools, { ...LIMITS, ...options }).map(({ tool: { name }, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
  }));
}
