import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import {
  type GuardSource,
  type NamedServer,
  readGuardCommand,
  type ServerSource,
  serverEnvironment,
  type UnusableEntry,
  unresolvedGuard,
} from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { refuseOtherGuard } from './guard-program.ts';
import type { FoundServers, SourceOptions } from './source-options.ts';

/** Finds the servers that options name. */
export type FindServers = (options: SourceOptions, io: Io) => Promise<FoundServers>;

type StdioSource = ServerSource & { readonly kind: 'stdio' };

/**
 * Replaces every guard by the servers it would ask. `find` is what the guard itself calls, given its options, its folder and
 * its environment. A guard whose servers are not known becomes an entry that cannot be used.
 */
export async function lookBehindGuards(found: FoundServers, io: Io, find: FindServers): Promise<FoundServers> {
  const servers: NamedServer[] = [];
  const unusable: UnusableEntry[] = [...found.unusable];
  for (const server of found.servers) {
    const behind = await lookBehind(server, io, find);
    servers.push(...behind.servers);
    unusable.push(...behind.unusable);
  }
  return withoutTwins({ servers, unusable });
}

/** For the servers of a guard: one that is a guard again leads nowhere, or in a circle. */
export async function refuseSecondGuard(): Promise<never> {
  throw unresolvedGuard('It starts a guard behind a guard.');
}

async function lookBehind(server: NamedServer, io: Io, find: FindServers): Promise<FoundServers> {
  const { key, source } = server;
  if (source.kind !== 'stdio') return { servers: [server], unusable: [] };
  let guard: ReturnType<typeof readGuardCommand>;
  try {
    guard = readGuardCommand([source.command, ...source.args]);
    if (guard === undefined) return { servers: [server], unusable: [] };
    const world = worldOf(source, io);
    refuseOtherGuard(guard.start, { ...source, cwd: world.cwd }, io);
    const found = await find(readable(guard.source), world);
    noteBehind(key, found.servers, io);
    return {
      servers: found.servers.map(one => asStartedByGuard(one, world, io)),
      unusable: found.unusable.map(unresolved),
    };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, message } = error.code === 'config.unresolved-guard' ? error : unresolvedGuard(error.message, error);
    return { servers: [], unusable: [{ key: guard === undefined ? key : keyOf(guard.source, key), code, message }] };
  }
}

/** The key that the guard has in its lock for the server. */
function keyOf({ name, server, command, url }: GuardSource, key: string): string {
  return name ?? server ?? (command === undefined && url === undefined ? key : 'default');
}

/**
 * What a guard that we started would see. Without the variables that are withheld: the options come from a config, and with
 * `--pass-env` or `--header` a project could take a token away.
 */
function worldOf(source: StdioSource, io: Io): Io {
  const env = { ...serverEnvironment(io.env), ...source.env };
  return { ...io, env, cwd: source.cwd ?? io.cwd, stderr: () => undefined };
}

/** Our standard input is not the guard's. */
function readable(source: GuardSource): GuardSource {
  if (source.config === '-') throw unresolvedGuard('Its guard reads a config from standard input.');
  return source;
}

/** An original that is switched off keeps the guard from starting, and is not what the person sees in the config. */
function unresolved({ key, code, message }: UnusableEntry): UnusableEntry {
  if (code !== 'config.disabled' && code !== 'config.shadowed') return { key, code, message };
  const { code: changed, message: reason } = unresolvedGuard(message);
  return { key, code: changed, message: reason };
}

function noteBehind(key: string, servers: readonly NamedServer[], io: Io): void {
  for (const server of servers) {
    const inConfig = server.key === key ? '' : ` of ${quoteInert(key, 40)}`;
    io.stderr(`${inert(server.key)}: The server behind the guard${inConfig} is asked. [config.behind-guard]\n`);
  }
}

/** A server inherits the variables of its guard, of which the entry sets some. Those that it inherits from us are left out. */
function asStartedByGuard(server: NamedServer, { env }: Io, io: Io): NamedServer {
  const { source } = server;
  if (source.kind !== 'stdio') return { ...server, behind: 'guard' };
  const ours = serverEnvironment(io.env);
  const added = Object.entries(serverEnvironment(env)).flatMap(([name, value]) =>
    value === undefined || ours[name] === value ? [] : [[name, value] as const],
  );
  if (added.length === 0) return { ...server, behind: 'guard' };
  return { ...server, source: { ...source, env: { ...Object.fromEntries(added), ...source.env } }, behind: 'guard' };
}

/** Two guards may name one server. Of different servers of one key it is not known which one is locked. */
function withoutTwins({ servers, unusable }: FoundServers): FoundServers {
  const byKey = new Map<string, NamedServer | undefined>();
  for (const server of servers) {
    const { key, source } = server;
    const isSame = !byKey.has(key) || JSON.stringify(byKey.get(key)?.source) === JSON.stringify(source);
    byKey.set(key, isSame ? server : undefined);
  }
  const message = 'Two entries lead to different servers of this key. Give their guards different names with --name.';
  const refused = [...byKey].flatMap(([key, server]) =>
    server === undefined ? [{ key, code: 'config.duplicate-key', message }] : [],
  );
  return {
    servers: [...byKey.values()].filter(server => server !== undefined),
    unusable: [...unusable, ...refused],
  };
}
