import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { FLAGS, hintsOfBehavior } from './hints.ts';
import type { McpTool } from './mcp-tool.ts';
import { METADATA_KEY, metadataOfMcpTool, type ToolMetadata, toMetadata } from './metadata.ts';
import type { DescribedTool, ToolDocument } from './tool-document.ts';

/** What an MCP tool cannot say about itself and its author must add. */
export type Authorship = Pick<DescribedTool, 'version' | 'author' | 'capabilities' | 'security'>;

/**
 * The MCP tool a document describes: parameters become inputSchema, flags become hints. Flags need nothing more; the
 * other axes travel in `_meta` under Toolmark's key.
 */
export function toMcpTool(document: ToolDocument): McpTool {
  const { name, description, parameters } = document.tool;
  // Schema 1.0 knows neither member, so their values were never checked.
  const { mcp = {}, metadata: declared = {} } = document.schema_version === '1.0' ? {} : document.tool;
  const metadata = toMetadata(declared as JsonObject);
  const annotations = { ...objectOf(mcp.annotations), ...hintsOfBehavior(metadata.behavior ?? {}) };
  const meta = saysMoreThanFlags(metadata)
    ? { ...objectOf(mcp._meta), [METADATA_KEY]: metadata as JsonObject }
    : objectOf(mcp._meta);
  return {
    ...mcp,
    name,
    description,
    inputSchema: parameters,
    ...(mcp.annotations !== undefined || hasMembers(annotations) ? { annotations } : {}),
    ...(mcp._meta !== undefined || hasMembers(meta) ? { _meta: meta } : {}),
  };
}

/**
 * The 1.1 document of an MCP tool. `toMcpTool` gives the same tool back wherever docs/spec/tool-document.md, section 4,
 * promises it.
 */
export function toToolDocument(tool: McpTool, authorship: Authorship): ToolDocument {
  const { name, description, inputSchema, ...rest } = tool;
  const metadata = metadataOfMcpTool(tool)?.metadata;
  const mcp = withoutProjected(rest as JsonObject);
  return {
    schema_version: '1.1',
    tool: {
      name,
      version: authorship.version,
      description: description ?? '',
      author: authorship.author,
      capabilities: authorship.capabilities,
      parameters: inputSchema ?? { type: 'object' },
      security: authorship.security,
      ...(metadata === undefined ? {} : { metadata }),
      ...(hasMembers(mcp) ? { mcp } : {}),
    },
  };
}

function saysMoreThanFlags({ classification, behavior, extras, strict }: ToolMetadata<string>): boolean {
  return [classification, behavior?.operations, extras, strict].some(axis => axis !== undefined);
}

/** The members of a tool that the document does not write elsewhere. */
function withoutProjected(rest: JsonObject): JsonObject {
  const hints = new Set<string>(FLAGS.map(({ hint }) => hint));
  return Object.fromEntries(
    Object.entries(rest).flatMap<[string, Json]>(([key, value]) => {
      if (!isJsonObject(value)) return [[key, value]];
      if (key === 'annotations') return keepUnlessEmptied(key, value, name => !hints.has(name));
      if (key === '_meta') return keepUnlessEmptied(key, value, name => name !== METADATA_KEY);
      return [[key, value]];
    }),
  );
}

/** An object that was empty to begin with stays, because it is part of the tool; one that we emptied goes. */
function keepUnlessEmptied(key: string, value: JsonObject, keep: (name: string) => boolean): [string, JsonObject][] {
  const kept = Object.fromEntries(Object.entries(value).filter(([name]) => keep(name)));
  return hasMembers(value) && !hasMembers(kept) ? [] : [[key, kept]];
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function hasMembers(value: object): boolean {
  return Object.keys(value).length > 0;
}
