import {
  type Finding,
  type McpTool,
  parseServerJson,
  penaltyOf,
  pythonForm,
  type ScanFinding,
  SERVER_LIMITS,
  type ServerJson,
  type ServerTool,
  scan,
  sha256,
  ToolmarkError,
  toolsOfServer,
} from '@toolmark/core';
import type { PublishedTool } from '../events/event.ts';
import { MAX_TOOLS } from './project-servers.ts';

/** Everything about an entry that does not depend on what others have published. */
export interface InspectedEntry {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly remotes: readonly string[];
  readonly tools: readonly PublishedTool[];
  readonly findings: readonly Finding[];
}

/** The largest extension that is taken, and as much again for everything else. */
export const MAX_ENTRY_BYTES = 2 * SERVER_LIMITS.toolhiveExtension;

/** Reads an entry of the MCP Registry. Throws `server.*` with every finding. */
export function inspectEntry(bytes: Uint8Array, now: Date): InspectedEntry {
  if (bytes.length > MAX_ENTRY_BYTES) throw tooLarge();
  const { server, findings } = parseServerJson(bytes, { maxExtensionBytes: SERVER_LIMITS.toolhiveExtension });
  const { name, version, description, remotes = [] } = server;
  const defined = toolsOfServer(server).filter(({ definition }) => isNamed(definition));
  if (defined.length > MAX_TOOLS) throw tooManyTools();
  const found = scanTools(server, defined, now);
  return {
    ...{ name, version, description, bytes, digest: sha256(bytes) },
    remotes: remotes.map(({ url }) => sha256(new TextEncoder().encode(url))),
    tools: defined.map(({ definition, digest }, index) => ({
      ...{ name: definition.name, digest, content: contentOf(definition) },
      penalty: penaltyOf(found.filter(({ pointer }) => concerns(pointer, index))),
    })),
    findings: [...findings, ...found],
  };
}

/** As long as the names of tools with documents; a name that cannot be stored everywhere is in the entry alone. */
function isNamed({ name }: McpTool): boolean {
  return name.length > 0 && name.length <= 128 && !name.includes('\0');
}

function scanTools({ name }: ServerJson, tools: readonly ServerTool[], now: Date): readonly ScanFinding[] {
  if (tools.length === 0) return [];
  const snapshot = { tools: tools.map(({ definition }) => definition) };
  return scan([{ server: name, snapshot }], { now }).servers.flatMap(({ findings }) => findings);
}

/** What was found in no tool in particular concerns them all. */
function concerns(pointer: string, index: number): boolean {
  const [, place] = /^\/tools\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  return place === undefined || Number(place) === index;
}

/** The same for a tool with a document and for one without, so that copies are known wherever they stand. */
function contentOf({ description = '', inputSchema = {} }: McpTool): string {
  return sha256(pythonForm({ description, parameters: inputSchema }));
}

function tooLarge(): ToolmarkError {
  return new ToolmarkError('request.too-large', `An entry has at most ${MAX_ENTRY_BYTES} bytes.`);
}

function tooManyTools(): ToolmarkError {
  return new ToolmarkError('server.too-many-tools', `An entry defines at most ${MAX_TOOLS} tools.`);
}
