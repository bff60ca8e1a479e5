import { inert, type LockedPackage, quoteInert, ToolmarkError } from '@toolmark/core';
import type { PathPackage } from '@toolmark/core/package';
import { type NamedServer, type PreparedStart, serverEnvironment } from '@toolmark/mcp';
import type { Context } from '@toolmark/store';
import type { Io } from '../io.ts';
import { asksFor } from '../sources/asks-for.ts';
import { findServers } from '../sources/find-servers.ts';
import { isStored, type LocalServer, launchOf, localServer, otherPackage, startOf } from '../sources/local-package.ts';
import { chooseLock, type LockChoice, readLock } from '../sources/lock-file.ts';
import { refusePackage } from '../sources/package-policy.ts';
import { readTrees, treeOf } from '../sources/packages-file.ts';
import { packagePolicy } from '../sources/prove-packages.ts';
import { runChild } from '../sources/run-child.ts';
import { storeContext } from '../sources/store-context.ts';
import { type RunnableLock, withArguments, wordsFor } from './run-words.ts';

export interface RunArguments extends LockChoice {
  readonly key: string;
  readonly config?: string;
  readonly passEnv: readonly string[];
  readonly policy?: string;
  /** The arguments of the server, in place of those of its entry in the config. */
  readonly command?: readonly string[] | undefined;
}

/** Starts exactly the pinned package, or nothing. */
export async function runPinned(given: RunArguments, io: Io): Promise<number> {
  const lockfile = chooseLock(given, io);
  const locked = lockedPackage(given.key, lockfile, io);
  const server = await findServer(given, locked, io);
  await refusePackage(server, locked, packagePolicy({ ...given, lockfile }, io));
  if (!asksFor(server.wanted, locked)) throw otherPackage(given.key);
  const context = storeContext(server.source, io);
  const start = await findStart(server, locked, lockfile, context, io);
  const env = { ...serverEnvironment(io.env), ...server.source.env, ...start.env };
  return runChild({ ...start, cwd: context.cwd, env }, io);
}

async function findStart(
  server: LocalServer,
  locked: RunnableLock,
  lockfile: string,
  context: Context,
  io: Io,
): Promise<PreparedStart> {
  if (!isStored(locked)) return unchangedFiles(server, locked, context);
  return startOf(locked, treeOf(locked, readTrees(lockfile, io), lockfile), server, context);
}

/** The package of a server that can be started exactly as it was locked. */
function lockedPackage(key: string, lockfile: string, io: Io): RunnableLock {
  const entry = readLock(lockfile, io).servers.get(key);
  const of = quoteInert(key);
  if (entry === undefined) throw new ToolmarkError('lock.unknown-server', `No server is locked as ${of}.`);
  const locked: LockedPackage | undefined = entry.package;
  if (locked?.type === 'remote')
    throw new ToolmarkError('run.remote', `${of} is a remote server. There is nothing to start.`);
  if (locked !== undefined && locked.type !== 'unpinned') return locked;
  const reason = locked === undefined ? 'Run "toolmark lock" to pin it.' : inert(locked.reason);
  throw new ToolmarkError('run.not-pinned', `The lock has no package for ${of}. ${reason}`);
}

/** The entry of the config with this key. A package can also be started without one. */
async function findServer(given: RunArguments, locked: RunnableLock, io: Io): Promise<LocalServer> {
  const { key, config, passEnv, command: args } = given;
  const found = await findEntry({ server: key, passEnv, ...(config !== undefined && { config }) }, io);
  const words = found === undefined ? wordsFor(locked) : undefined;
  if (found === undefined && words === undefined) {
    const message = `No config here has a server ${quoteInert(key)}. Name the config with --config.`;
    throw new ToolmarkError('run.no-entry', message);
  }
  const server = found ?? onlyOne(await findServers({ command: words, name: key, passEnv }, io));
  const local = localServer(server);
  if (local === undefined) throw otherPackage(key);
  return args === undefined ? local : withArguments(local, args);
}

interface EntryChoice {
  readonly server: string;
  readonly config?: string;
  readonly passEnv: readonly string[];
}

const NO_ENTRY = new Set(['usage.no-source', 'usage.unknown-server']);

async function findEntry(choice: EntryChoice, io: Io): Promise<NamedServer | undefined> {
  try {
    return onlyOne(await findServers(choice, io));
  } catch (error) {
    const isMissing = error instanceof ToolmarkError && NO_ENTRY.has(error.code);
    if (isMissing && choice.config === undefined) return undefined;
    throw error;
  }
}

function onlyOne({ servers, unusable }: Awaited<ReturnType<typeof findServers>>): NamedServer {
  const [server] = servers;
  if (server !== undefined) return server;
  const [entry] = unusable;
  const message = `The server ${quoteInert(entry?.key ?? '')} cannot be used: ${inert(entry?.message ?? '')}`;
  throw new ToolmarkError(entry?.code ?? 'usage.no-servers', message);
}

/** Local files are started only as they were locked: this command promises exactly that. */
async function unchangedFiles(
  { key, wanted, source }: LocalServer,
  locked: PathPackage,
  context: Context,
): Promise<PreparedStart> {
  const { resolvePackage } = await import('@toolmark/store');
  const { package: now } = await resolvePackage(wanted, context);
  if (now.type === 'path' && now.name === locked.name && now.integrity === locked.integrity) return launchOf(source);
  const message = `The files of ${quoteInert(key)} have changed since they were locked. Review them, then run "toolmark lock".`;
  throw new ToolmarkError('run.files-changed', message);
}
