import type { Digest, Json, JsonObject } from '../../base/index.ts';
import { member } from '../../base/index.ts';
import { toolDigest } from '../identity.ts';
import type { McpTool } from '../mcp-tool.ts';
import { belowNamespace, extensionsOf, TOOLMARK_NAMESPACE } from './extension.ts';
import type { ServerJson } from './server-shape.ts';

/** One tool of a server entry, exactly as it is defined there. */
export interface ServerTool {
  /** The package or remote that has it. */
  readonly key: string;
  readonly pointer: string;
  readonly definition: McpTool;
  readonly digest: Digest;
}

/** The definitions of all extensions that belong to the server's packages and remotes. */
export function toolsOfServer(server: ServerJson): ServerTool[] {
  return extensionsOf(server)
    .filter(({ isMatched }) => isMatched)
    .flatMap(({ key, pointer, value }) =>
      definitionsOf(value).map((definition, index) => ({
        key,
        pointer: `${pointer}/tool_definitions/${index}`,
        definition,
        digest: toolDigest(definition),
      })),
    );
}

/** Tools that the extensions of its packages and remotes name and do not define. */
export function toolNamesOfServer(server: ServerJson): string[] {
  const extensions = extensionsOf(server).filter(({ isMatched }) => isMatched);
  const defined = new Set(extensions.flatMap(({ value }) => definitionsOf(value)).map(({ name }) => name));
  const named = extensions.flatMap(({ value }) => (member(value, 'tools') as readonly Json[] | undefined) ?? []);
  return [...new Set(named)].filter((name): name is string => typeof name === 'string' && !defined.has(name));
}

/** The definitions in an extension or a ToolHive entry that has been parsed. */
export function definitionsOf(value: JsonObject): readonly McpTool[] {
  const definitions: Json | undefined = member(value, 'tool_definitions');
  return Array.isArray(definitions) ? (definitions as readonly McpTool[]) : [];
}

/** Definitions too large for the entry: their digest and their URL. */
export interface ToolsPointer {
  readonly key: string;
  readonly surfaceDigest: string;
  readonly tools: number;
  readonly url?: string;
}

export function toolPointersOfServer(server: ServerJson): ToolsPointer[] {
  return belowNamespace(server, TOOLMARK_NAMESPACE).flatMap(({ key, value, isMatched }): ToolsPointer[] => {
    const { surfaceDigest, tools, url } = value;
    if (!isMatched || typeof surfaceDigest !== 'string' || typeof tools !== 'number') return [];
    return [{ key, surfaceDigest, tools, ...(typeof url === 'string' ? { url } : {}) }];
  });
}
