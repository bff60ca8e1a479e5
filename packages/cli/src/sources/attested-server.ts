import { type Digest, inert, type LockedPackage, pin, quoteInert, ToolmarkError } from '@toolmark/core';
import type { SeenServer } from '@toolmark/core/lock';
import { type PackageTree, recognisePackage } from '@toolmark/core/package';
import type { NamedServer } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { type AskOptions, askServers } from './ask-servers.ts';
import { asBefore, type FoundPackage, findPackages, findToLock } from './find-packages.ts';
import { findServers } from './find-servers.ts';
import { launchOf } from './local-package.ts';
import { launchOfSpec, packageOfSpec } from './package-spec.ts';
import type { SourceOptions } from './source-options.ts';
import { storeContext } from './store-context.ts';

export interface AttestedOptions extends SourceOptions, AskOptions {
  /** A package: what is started, or what the command is. */
  readonly package?: string;
}

/** A server and the code that it runs. */
export interface AttestedServer {
  readonly snapshot: SeenServer;
  readonly surfaceDigest: Digest;
  /** Absent where only what it shows was asked for. */
  readonly package?: NamedPackage;
  readonly tree?: PackageTree;
  /** Whether exactly this package was started, and not a command in its place. */
  readonly isStarted: boolean;
  /** Names of the variables that it was started with; absent for a remote server. */
  readonly env?: readonly string[];
}

/** A package that can be named in a statement. */
export type NamedPackage = Exclude<LockedPackage, { readonly type: 'unpinned' }>;

/** Starts the one server that the options name, from its package where there is one, and reads all that it shows. */
export async function askAttestedServer(
  options: AttestedOptions,
  io: Io,
  { hasPackage = true } = {},
): Promise<AttestedServer> {
  refuseUnclear(options);
  const { package: spec, command } = options;
  const server = await findOne(options, io);
  const isOtherCode = spec !== undefined && command !== undefined;
  const find = hasPackage
    ? isOtherCode
      ? otherCode(spec)
      : pinned
    : async (): Promise<FoundPackage> => asBefore(server);
  const [found] = (await findPackages([server], one => find(one, io), io)).values();
  if (found === undefined || found instanceof ToolmarkError) throw found ?? noServer();
  const bound = hasPackage ? namedPackage(found) : undefined;
  const snapshot = await ask(found.start ?? server, options, io);
  const { source } = server;
  return {
    snapshot,
    surfaceDigest: pin(snapshot).surfaceDigest,
    ...(bound === undefined ? {} : { package: bound }),
    ...(found.tree === undefined ? {} : { tree: found.tree }),
    isStarted: hasPackage && !isOtherCode,
    ...(source.kind === 'stdio' ? { env: Object.keys(source.env ?? {}).sort() } : {}),
  };
}

function refuseUnclear({ package: spec, url, config, server, discover }: AttestedOptions): void {
  if (spec === undefined || [url, config, server, discover || undefined].every(source => source === undefined)) return;
  throw new ToolmarkError('usage.two-sources', 'Pass --package alone, or with "-- COMMAND".');
}

async function findOne({ package: spec, ...options }: AttestedOptions, io: Io): Promise<NamedServer> {
  const launch = spec === undefined || options.command !== undefined ? undefined : launchOfSpec(spec);
  const { servers, unusable } = await findServers(
    launch === undefined ? options : { ...options, command: [launch.command, ...launch.args] },
    io,
  );
  const [server, ...others] = servers;
  if (server !== undefined && others.length === 0) return server;
  const [entry] = unusable;
  if (server === undefined && entry !== undefined) throw new ToolmarkError(entry.code, inert(entry.message));
  if (server === undefined) throw noServer();
  const keys = servers.map(({ key }) => quoteInert(key, 40)).join(', ');
  throw new ToolmarkError('usage.which-server', `Select one server with --server. Found: ${keys}.`);
}

function noServer(): ToolmarkError {
  return new ToolmarkError('usage.no-servers', 'No servers found.');
}

/** The newest version that the command asks for, installed and started from the store. */
function pinned(server: NamedServer, io: Io): Promise<FoundPackage> {
  const known = { lock: { lockfileVersion: 2, servers: new Map() }, lockfile: '', trees: new Map() } as const;
  const onNote = (line: string): void => io.stderr(`${line}\n`);
  return findToLock(server, known, true, { prove: async (_, found) => found, onNote }, io);
}

/** The package of `--package`, while the command is started as it is: that they are the same is the author's word. */
function otherCode(spec: string): (server: NamedServer, io: Io) => Promise<FoundPackage> {
  return async (server, io) => {
    const { source } = server;
    const { type } = source.kind === 'stdio' ? recognisePackage(launchOf(source)) : { type: 'remote' };
    if (type !== 'path' && type !== 'unpinned') {
      const message = 'The command starts a package itself. Leave --package out, and name the version in the command.';
      throw new ToolmarkError('attest.other-package', message);
    }
    const { resolvePackage } = await import('@toolmark/store');
    const { package: found, tree } = await resolvePackage(packageOfSpec(spec), storeContext({}, io));
    return { ...asBefore(server), package: found, ...(tree === undefined ? {} : { tree }) };
  };
}

function namedPackage({ package: bound }: FoundPackage): NamedPackage {
  if (bound !== null && bound.type !== 'unpinned') return bound;
  const reason = bound === null ? 'The code of the server is not known.' : inert(bound.reason);
  throw new ToolmarkError('attest.not-pinned', `${reason} Name the package with --package.`);
}

async function ask(server: NamedServer, options: AskOptions, io: Io): Promise<SeenServer> {
  const [result] = await askServers([server], { ...options, views: () => 'all' }, io);
  if (result === undefined) throw noServer();
  if ('error' in result) throw result.error;
  return result.snapshot;
}
