import {
  isJsonObject,
  type Json,
  type LockedServer,
  type McpTool,
  member,
  parseLock,
  parseMcpTool,
  parseSnapshot,
  parseToolDocument,
  pin,
  quoteInert,
  readJson,
  recognise,
  type Snapshot,
  ToolmarkError,
  toMcpTool,
} from '@toolmark/core';
import { LOCK_LIMITS } from '@toolmark/core/lock';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';

/** What a server shows according to a file: a tool list, a snapshot, a single tool, or a document that describes one. */
export function readSnapshot(file: string, io: Io): Snapshot {
  return snapshotOf(readJson(readFile(file, io)));
}

/** The servers of a file: of a lock all of them, of anything else the one that it shows, which has no key. */
export function readSurfaces(file: string, io: Io): ReadonlyMap<string | undefined, LockedServer> {
  const bytes = readFile(file, io, LOCK_LIMITS.maxBytes);
  return naming(file, () => {
    const value = readJson(bytes, LOCK_LIMITS);
    return isLock(value) ? parseLock(value).servers : new Map([[undefined, pin(snapshotOf(value))]]);
  });
}

export function isLock(value: Json): boolean {
  return isJsonObject(value) && member(value, 'lockfileVersion') !== undefined;
}

/** Refusals name the file, because what was wrong with it is said in terms of its content. */
export function naming<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ToolmarkError) || error.code === 'input.unreadable') throw error;
    throw new ToolmarkError(error.code, `${quoteInert(file)}: ${error.message}`, { cause: error });
  }
}

function snapshotOf(value: Json): Snapshot {
  switch (recognise(value)) {
    case 'tool-document':
      return onlyTool(toMcpTool(parseToolDocument(value)));
    case 'mcp-tool':
      return onlyTool(parseMcpTool(value));
    case 'mcp-tools':
      return parseSnapshot(value);
    default:
      throw new ToolmarkError('input.unsupported-kind', 'This is neither a tool document nor a list of MCP tools.');
  }
}

function onlyTool(tool: McpTool): Snapshot {
  return { tools: [tool], prompts: [], resources: [], templates: [] };
}

/** What a server showed when it was locked. */
export function lockedSnapshot({
  serverInfo,
  instructions,
  tools,
  prompts,
  resources,
  templates,
}: LockedServer): Snapshot {
  const definitions = <List>(items: LockedServer['prompts']): List =>
    [...items.values()].map(({ definition }) => definition) as List;
  return {
    serverInfo,
    ...(instructions === undefined ? {} : { instructions }),
    tools: definitions<Snapshot['tools']>(tools),
    prompts: definitions<Snapshot['prompts']>(prompts),
    resources: definitions<Snapshot['resources']>(resources),
    templates: definitions<Snapshot['templates']>(templates),
  };
}
