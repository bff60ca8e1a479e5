import { isJsonObject, type Json, type JsonObject } from '@toolmark/core';
import type { Parameters } from './fit-schema.ts';
import { type ExportOptions, type FitTool, fitTools } from './fit-tools.ts';
import type { ImportedTool } from './imported-tool.ts';
import { type PlainJson, type PlainObject, plainJson, plainObject } from './plain-json.ts';
import { readArguments } from './read-arguments.ts';

/** A dynamic tool of the Vercel AI SDK, as its `dynamicTool` would make it. */
export interface AiSdkTool {
  type: 'dynamic';
  title?: string;
  description: string;
  inputSchema: AiSdkSchema;
  execute(input: unknown, options: { readonly abortSignal?: AbortSignal | undefined }): Promise<PlainObject>;
  toModelOutput(result: { readonly output: unknown }): AiSdkOutput;
}

/** What the model sees of a result. */
export type AiSdkOutput =
  | { type: 'json' | 'error-json'; value: PlainJson }
  | { type: 'content'; value: AiSdkContent[] };
export type AiSdkContent = { type: 'text'; text: string } | { type: 'image-data'; data: string; mediaType: string };

/** For `generateText({ tools })`; the package `ai` is not loaded. */
export function toAiSdkTools(tools: readonly ImportedTool[], options: ExportOptions = {}): Record<string, AiSdkTool> {
  return Object.fromEntries(fitTools(tools, options).map(fit => [fit.tool.name, aiSdkTool(fit)]));
}

function aiSdkTool({ tool, description, parameters }: FitTool): AiSdkTool {
  return {
    type: 'dynamic',
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description,
    inputSchema: aiSdkSchema(parameters),
    execute: async (input, { abortSignal }) =>
      plainObject(await tool.call(readArguments(input), abortSignal === undefined ? {} : { signal: abortSignal })),
    toModelOutput: ({ output }) => modelOutput(output as Json),
  };
}

/** The global symbol by which the AI SDK recognizes its schemas. */
const SCHEMA_MARK: unique symbol = Symbol.for('vercel.ai.schema');

interface Validation {
  success: true;
  value: unknown;
}

/** Both schema forms of the AI SDK: the symbol counts at run time, Standard Schema for the types. */
export interface AiSdkSchema {
  [SCHEMA_MARK]: true;
  jsonSchema: Parameters;
  validate(value: unknown): Validation;
  '~standard': {
    version: 1;
    vendor: 'toolmark';
    validate(value: unknown): { value: unknown };
    jsonSchema: { input(): Parameters; output(): Parameters };
  };
}

/** Accepts every value: arguments are validated when the tool is called, and by the server. */
function aiSdkSchema(jsonSchema: Parameters): AiSdkSchema {
  return {
    [SCHEMA_MARK]: true,
    jsonSchema,
    validate: value => ({ success: true, value }),
    '~standard': {
      version: 1,
      vendor: 'toolmark',
      validate: value => ({ value }),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
}

function modelOutput(output: Json): AiSdkOutput {
  const result = isJsonObject(output) ? output : {};
  if (result.isError === true) return { type: 'error-json', value: plainJson(output) };
  const items = Array.isArray(result.content) ? result.content.map(contentOf) : [];
  const isAllKnown = items.length > 0 && items.every(item => item !== undefined);
  return isAllKnown ? { type: 'content', value: items } : { type: 'json', value: plainJson(output) };
}

/** Text and images; other results are passed to the model as JSON. */
function contentOf(item: Json): AiSdkContent | undefined {
  const { type, text, data, mimeType }: JsonObject = isJsonObject(item) ? item : {};
  if (type === 'text' && typeof text === 'string') return { type, text };
  if (type !== 'image' || typeof data !== 'string' || typeof mimeType !== 'string') return undefined;
  return { type: 'image-data', data, mediaType: mimeType };
}
