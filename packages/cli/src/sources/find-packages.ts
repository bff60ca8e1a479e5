import { type Finding, inert, type Lock, type LockedPackage, type LockedServer, ToolmarkError } from '@toolmark/core';
import type { NpmTree, PackageTree } from '@toolmark/core/package';
import { type NamedServer, packageOf, type ServerResult } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { progressLine } from '../render/progress-line.ts';
import { asksFor, isOfPackage } from './asks-for.ts';
import { inParallel } from './in-parallel.ts';
import { isStored, type LocalServer, localServer, type StoredPackage, startOf } from './local-package.ts';
import { type Trees, treeOf } from './packages-file.ts';
import { withStart } from './pinned-sources.ts';
import type { Prove } from './prove-packages.ts';
import { storeContext } from './store-context.ts';

/** The package behind a server, and how the server is started. */
export interface FoundPackage {
  /** What its command starts now; null if that is not known or not compared. */
  readonly package: LockedPackage | null;
  readonly tree?: PackageTree;
  /** Packages, as `name@version`, with install scripts that did not run. */
  readonly needsScripts: readonly string[];
  /** The server to ask; undefined if it must not be started. */
  readonly start: NamedServer | undefined;
}

export interface KnownPackages {
  readonly lock: Lock;
  readonly lockfile: string;
  readonly trees: Trees;
}

export interface ResolveOptions {
  readonly allowScripts?: readonly string[];
  readonly prove: Prove;
  readonly onNote?: (line: string) => void;
  /** Whether the locked publisher attested code that was not approved yet. Without it, none is started. */
  readonly mayStart?: (server: NamedServer, found: Pick<FoundPackage, 'package' | 'tree'>) => Promise<boolean>;
}

/** npm starts a process for each: enough to hide the network, not so many that they wait for each other. */
const MAX_CONCURRENT = 10;

/** What was found for each server, or why that failed. */
export type FoundPackages = ReadonlyMap<NamedServer, FoundPackage | ToolmarkError>;

/** Finds the packages of all servers at the same time. A failure concerns one server. */
export async function findPackages(
  servers: readonly NamedServer[],
  find: (server: NamedServer) => Promise<FoundPackage>,
  io: Io,
): Promise<FoundPackages> {
  const progress = progressLine(servers, io);
  const found = await inParallel(servers, MAX_CONCURRENT, async server => {
    progress.show({ server, state: 'starting' });
    const outcome = await find(server).catch(refusalOnly);
    progress.show({ server, state: 'done' });
    return [server, outcome] as const;
  });
  progress.clear();
  return new Map(found);
}

function refusalOnly(error: unknown): ToolmarkError {
  if (error instanceof ToolmarkError) return error;
  throw error;
}

/** Asks every server as it was found, and reports the others. The results are in the order of the servers. */
export async function askFound(
  found: FoundPackages,
  ask: (servers: readonly NamedServer[]) => Promise<readonly ServerResult[]>,
): Promise<Map<NamedServer, ServerResult>> {
  const starts = [...found.values()].flatMap(one => (one instanceof ToolmarkError ? [] : (one.start ?? [])));
  const answers = new Map((await ask(starts)).map(result => [result.server, result]));
  return new Map(
    [...found].flatMap(([server, one]): [NamedServer, ServerResult][] => {
      if (one instanceof ToolmarkError) return [[server, { server, error: one, notes: [], lastStderr: [] }]];
      const answer = one.start === undefined ? undefined : answers.get(one.start);
      return answer === undefined ? [] : [[server, answer]];
    }),
  );
}

export function packageIn(found: FoundPackages, server: NamedServer): FoundPackage | undefined {
  const one = found.get(server);
  return one instanceof ToolmarkError ? undefined : one;
}

/** For a server whose code is not pinned and not compared. */
export function asBefore(server: NamedServer): FoundPackage {
  return { package: packageOf(server.source), needsScripts: [], start: server };
}

/** What `lock` pins: the locked version while the command asks for the same, else what it resolves to now. */
export async function findToLock(
  server: NamedServer,
  known: KnownPackages,
  isUpdate: boolean,
  options: ResolveOptions,
  io: Io,
): Promise<FoundPackage> {
  const local = localServer(server);
  if (local === undefined) return asBefore(server);
  const locked = known.lock.servers.get(server.key)?.package;
  const kept = isUpdate || locked === undefined ? undefined : keep(local, locked, known, options);
  const moved = kept === undefined ? undefined : await attestedNow(server, local, kept, options, io);
  const resolved = moved ?? kept ?? (await resolve(local, options, io));
  const proven = await options.prove(local, resolved.package, locked);
  return { ...resolved, package: proven, start: await started(server, local, proven, resolved.tree, io) };
}

/** The locked package, if the command still asks for it and no other install scripts are to run. Files are read each time. */
function keep(
  { wanted }: LocalServer,
  locked: LockedPackage,
  { trees, lockfile }: KnownPackages,
  { allowScripts = [] }: ResolveOptions,
): Found | undefined {
  const isRepeatable = locked.type === 'npm' || locked.type === 'pypi' || locked.type === 'oci';
  if (!isRepeatable || !asksFor(wanted, locked)) return undefined;
  const tree = treeOf(locked, trees, lockfile);
  if (tree?.type === 'npm' && allowScripts.some(name => hasScript(tree, name))) return undefined;
  return { package: locked, needsScripts: [], ...(tree === undefined ? {} : { tree }) };
}

/** What the command resolves to now, if it is another package than the locked one and may be started. */
async function attestedNow(
  server: NamedServer,
  local: LocalServer,
  { package: locked }: Found,
  options: ResolveOptions,
  io: Io,
): Promise<Found | undefined> {
  if (options.mayStart === undefined) return undefined;
  const now = await resolve(local, options, io);
  return !isSameCode(locked, now.package) && (await options.mayStart(server, now)) ? now : undefined;
}

/** Whether both are the same bytes, started in the same way. */
function isSameCode(a: LockedPackage, b: LockedPackage): boolean {
  return codeOf(a) === codeOf(b);
}

function codeOf(one: LockedPackage): string {
  const members = ['type', 'name', 'version', 'integrity', 'bin', 'tree'];
  return JSON.stringify(members.map(name => new Map<string, unknown>(Object.entries(one)).get(name)));
}

function hasScript({ packages }: NpmTree, allowed: string): boolean {
  return [...packages.values()].some(
    ({ name, version, hasInstallScript = false }) => hasInstallScript && [name, `${name}@${version}`].includes(allowed),
  );
}

/** What `check` compares: what the command starts now. What it asks is the locked code, and nothing that was not approved. */
export async function findToCheck(
  server: NamedServer,
  known: KnownPackages,
  options: ResolveOptions,
  io: Io,
): Promise<FoundPackage> {
  const local = localServer(server);
  const locked = known.lock.servers.get(server.key)?.package;
  if (local === undefined || locked === undefined || locked.type === 'unpinned' || locked.type === 'remote') {
    return asBefore(server);
  }
  const isGuarded = server.behind === 'guard' && isStored(locked) && asksFor(local.wanted, locked);
  const now: Found = isGuarded ? { package: locked, needsScripts: [] } : await resolve(local, options, io);
  const proven = await options.prove(local, now.package, locked);
  if (await mayStartNow(server, locked, { ...now, package: proven }, options))
    return { ...now, package: proven, start: await started(server, local, proven, now.tree, io) };
  const tree = treeOf(locked, known.trees, known.lockfile);
  const isSame = isOfPackage(local.wanted, locked);
  return { ...now, package: proven, start: isSame ? await started(server, local, locked, tree, io) : undefined };
}

/** Whether the command starts other code now, which the locked publisher attested. */
async function mayStartNow(
  server: NamedServer,
  locked: LockedPackage,
  now: Found,
  { mayStart }: ResolveOptions,
): Promise<boolean> {
  if (mayStart === undefined || !isStored(now.package) || isSameCode(locked, now.package)) return false;
  return locked.type === now.package.type && mayStart(server, now);
}

type Found = Omit<FoundPackage, 'start'> & { readonly package: LockedPackage };

async function resolve({ key, wanted, source }: LocalServer, options: ResolveOptions, io: Io): Promise<Found> {
  if (wanted.type === 'unpinned') return { package: wanted, needsScripts: [] };
  const { resolvePackage } = await import('@toolmark/store');
  const { allowScripts = [] } = options;
  const onNote = ({ code, message }: Finding): void => options.onNote?.(`${inert(key)}: ${message} [${code}]`);
  const resolving = resolvePackage(wanted, { ...storeContext(source, io), allowScripts, onNote });
  return wanted.type === 'path' ? resolving.catch(unreadable) : resolving;
}

/** Node finds `server.js` for `server`, and a folder has an entry file: such a server is started as its command says. */
function unreadable(error: unknown): Found {
  const { message } = refusalOnly(error);
  return { package: { type: 'unpinned', reason: message }, needsScripts: [] };
}

/** Installs the package, so that this does not count as time that the server takes. */
async function started(
  server: NamedServer,
  local: LocalServer,
  pinned: LockedPackage,
  tree: PackageTree | undefined,
  io: Io,
): Promise<NamedServer> {
  if (!isStored(pinned)) return server;
  const start = (stored: StoredPackage) => startOf(stored, tree, local, storeContext(local.source, io));
  await start(pinned);
  return withStart(server, () => start(pinned));
}

/** Both trees of a server, where they are known. */
export function treesOf(
  locked: LockedServer | undefined,
  found: FoundPackage | undefined,
  trees: Trees,
): { locked?: PackageTree; live?: PackageTree } {
  const { package: pinned } = locked ?? {};
  const before = pinned?.type === 'npm' || pinned?.type === 'pypi' ? trees.get(pinned.tree) : undefined;
  return { ...(before && { locked: before }), ...(found?.tree && { live: found.tree }) };
}
