import {
  type Change,
  cleanTool,
  inert,
  type JsonObject,
  type Lock,
  type McpTool,
  MetadataError,
  type MetadataPolicy,
  nameTools,
  parseMetadataPolicy,
  parseSnapshot,
  quoteInert,
  type Snapshot,
  ToolmarkError,
} from '@toolmark/core';
import type { Collision, MetadataCode, MetadataOptions, NameTable } from '@toolmark/core/text';
import { adaptError } from './adapt-error.ts';
import { checkLock, type LockVerdict } from './check-lock.ts';
import { type ImportOptions, refuseOptions, refuseServers, type ServerToImport } from './import-options.ts';
import { type CallOptions, type ImportedTool, importedTool, type ToolConnection } from './imported-tool.ts';
import { readArguments } from './read-arguments.ts';
import { refuseUncallable } from './refuse-uncallable.ts';
import { becomeSeveral } from './unprefixed-servers.ts';
import { type Warn, warnProcess } from './warning.ts';

/** A tool that was not imported, and why. */
export type Withheld = { readonly server: string; readonly tool: string } & (
  | { readonly reason: 'unlocked' }
  | { readonly reason: 'drifted'; readonly drift: readonly Change[] }
  | { readonly reason: UnsafeReason; readonly error: MetadataError }
);

/** Why a tool cannot be made safe. */
export type UnsafeReason = (typeof UNSAFE)[MetadataCode];

const UNSAFE = {
  'sanitize.invalid-name': 'unsafe name',
  'sanitize.name-collision': 'name collision',
  'sanitize.hidden-name': 'hidden characters in a name',
  'sanitize.ambiguous-value': 'ambiguous value',
  'sanitize.malformed': 'malformed definition',
} as const satisfies Readonly<Record<MetadataCode, string>>;

/** The imported tools, and everything that was not imported. */
export interface ImportedTools {
  readonly tools: readonly ImportedTool[];
  readonly withheld: readonly Withheld[];
  /** Servers that could not be queried. */
  readonly failed: readonly { readonly server: string; readonly error: ToolmarkError }[];
  /** Original names that are or look the same. */
  readonly collisions: readonly Collision[];
  /** All differences from the lock by server, including harmless ones. */
  readonly drift: ReadonlyMap<string, readonly Change[]>;
  /** Calls an imported tool with arguments from a model; throws `adapt.unknown-tool` for an unknown name. */
  callByName(name: string, args: unknown, options?: CallOptions): Promise<JsonObject>;
}

/** Imports the tools of several servers with unambiguous names and clean texts. Reports everything that is not imported. */
export async function importServers(
  servers: readonly ServerToImport[],
  options: ImportOptions = {},
): Promise<ImportedTools> {
  refuseServers(servers);
  refuseOptions(options);
  const policy = withPrefix(readPolicy(options.policy), options.prefix);
  const asked = await Promise.all(servers.map(entry => askServer(entry, options.lock)));
  const names = nameTools(
    asked.map(({ server, passed }) => ({ server, tools: passed.map(({ name }) => name) })),
    policy.names,
  );
  const imported = gather(asked, names, policy);
  warnOf(imported, !isPrefixed(policy, asked) && becomeSeveral(asked.map(nameOf)), options.warn ?? warnProcess);
  return imported;
}

function isPrefixed({ names: { prefix } }: MetadataPolicy, { length }: readonly Asked[]): boolean {
  return prefix === 'always' || (prefix === 'auto' && length > 1);
}

/** A server without a key is identified by its own name. */
function nameOf({ server, calledBy }: Asked): string {
  return server === NO_KEY ? `${server} ${calledBy ?? ''}` : server;
}

/** The key of a server imported alone without one. */
export const NO_KEY = 'default';

/** Validates a policy object like one from a file. */
export function readPolicy(policy: MetadataOptions = {}): MetadataPolicy {
  return parseMetadataPolicy({ ...policy, names: { ...policy.names } });
}

function withPrefix(policy: MetadataPolicy, prefix: ImportOptions['prefix']): MetadataPolicy {
  return prefix === undefined ? policy : { ...policy, names: { ...policy.names, prefix } };
}

interface Asked extends LockVerdict {
  readonly server: string;
  /** `serverInfo.name`. */
  readonly calledBy?: string | undefined;
  readonly connection?: ToolConnection;
  readonly error?: ToolmarkError;
}

const NOTHING: LockVerdict = { passed: [], unlocked: [], drifted: new Map(), changes: [] };

function explain(error: unknown, server: string): ToolmarkError {
  if (error instanceof ToolmarkError) return error;
  const reason = inert(error instanceof Error ? error.message : String(error)).slice(0, 200);
  return adaptError('adapt.server-failed', `The request to server ${quoteInert(server)} failed: ${reason}`);
}

async function askServer(entry: ServerToImport, lock: Lock | undefined): Promise<Asked> {
  const { server } = entry;
  try {
    const connection = await entry.connection;
    // Connections may be custom, so their snapshots are validated.
    const snapshot = parseSnapshot(await connection.takeSnapshot());
    return {
      server,
      calledBy: calledBy(snapshot),
      connection,
      ...checkLock(snapshot, server, lock, connection.package),
    };
  } catch (error) {
    return { server, error: explain(error, server), ...NOTHING };
  }
}

function calledBy({ serverInfo }: Snapshot): string | undefined {
  return typeof serverInfo?.name === 'string' ? serverInfo.name : undefined;
}

function gather(asked: readonly Asked[], names: NameTable, policy: MetadataPolicy): ImportedTools {
  const unsafe: MetadataError[] = [...names.problems];
  const tools = asked.flatMap(from => from.passed.flatMap(tool => takeTool(tool, from, names, policy, unsafe)));
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  return {
    tools,
    withheld: [...asked.flatMap(lockedOut), ...unsafe.map(asUnsafe)],
    failed: asked.flatMap(({ server, error }) => (error === undefined ? [] : [{ server, error }])),
    collisions: names.collisions,
    drift: new Map(asked.map(({ server, changes }) => [server, changes])),
    callByName: async (name, args, options) => {
      const tool = byName.get(name);
      if (tool !== undefined) return tool.call(readArguments(args), options);
      throw adaptError('adapt.unknown-tool', `Unknown tool ${quoteInert(String(name))}.`);
    },
  };
}

/** The tool, or none and an entry in `unsafe`. */
function takeTool(
  tool: McpTool,
  { server, connection }: Asked,
  names: NameTable,
  policy: MetadataPolicy,
  unsafe: MetadataError[],
): ImportedTool[] {
  const alias = names.toAlias(server, tool.name);
  if (alias === undefined || connection === undefined) return [];
  try {
    refuseUncallable(tool, server);
    return [importedTool(cleanTool(tool, policy, server, alias), server, connection)];
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    unsafe.push(error);
    return [];
  }
}

function lockedOut({ server, unlocked, drifted }: Asked): Withheld[] {
  return [
    ...unlocked.map(tool => ({ server, tool, reason: 'unlocked' }) as const),
    ...[...drifted].map(([tool, drift]) => ({ server, tool, reason: 'drifted', drift }) as const),
  ];
}

function asUnsafe(error: MetadataError): Withheld {
  return { server: error.server ?? '', tool: error.tool, reason: UNSAFE[error.code], error };
}

function warnOf({ withheld, failed }: ImportedTools, isWithoutPrefix: boolean, warn: Warn): void {
  if (isWithoutPrefix) {
    const message =
      'Several servers are imported without a name prefix, so a server can take the names of another. Import them together, or set prefix to "always".';
    warn({ code: 'TOOLMARK_NO_PREFIX', message });
  }
  for (const { server, error } of failed)
    warn({
      code: 'TOOLMARK_SERVER_FAILED',
      message: `No tools of server ${quoteInert(server)} were imported. ${error.message}`,
    });
  if (withheld.length > 0) warn({ code: 'TOOLMARK_WITHHELD', message: withheldMessage(withheld) });
}

const MOST_NAMED = 10;

function withheldMessage(withheld: readonly Withheld[]): string {
  const named = withheld
    .slice(0, MOST_NAMED)
    .map(({ server, tool, reason }) => `${quoteInert(server)} ${quoteInert(tool)} (${reason})`);
  const rest = withheld.length > MOST_NAMED ? `, and ${withheld.length - MOST_NAMED} more` : '';
  return `${withheld.length} tools were not imported: ${named.join(', ')}${rest}.`;
}
