import path from 'node:path';
import { type Digest, inert, type Lock, type Policy, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import type { AuditPackage, AuditStart } from '@toolmark/core/guard';
import { type AuditLog, DEFAULT_LIMITS, type NamedServer, openAuditLog } from '@toolmark/mcp';
import { auditTrail, Guard, type GuardMode, type GuardSettings, serveStdio } from '@toolmark/mcp/proxy';
import { openListMemory } from '../files/list-memory.ts';
import { EXIT, type Io } from '../io.ts';
import { findPolicy } from '../sources/find-policy.ts';
import { askable } from '../sources/find-servers.ts';
import type { UpdateOptions } from '../sources/judge-updates.ts';
import { isStored, type StoredPackage } from '../sources/local-package.ts';
import { parseLockBytes, readLockBytes } from '../sources/lock-file.ts';
import { type OpenAdvisories, openAdvisories, type RegistryOptions } from '../sources/open-advisories.ts';
import { pinServers } from '../sources/pinned-sources.ts';
import { readPolicyFile } from '../sources/read-policy.ts';
import { storedLogins } from '../sources/server-logins.ts';
import type { SourceOptions } from '../sources/source-options.ts';
import { version } from '../version.ts';
import { guardHttp, refuseHttpOptions } from './guard-http.ts';
import { openUpdates } from './guard-updates.ts';
import { openApprover } from './open-approver.ts';

export interface GuardArguments extends SourceOptions, RegistryOptions, UpdateOptions {
  readonly lockfile: string;
  readonly policy?: string;
  readonly mode: GuardMode;
  readonly http?: number;
  readonly host?: string;
  readonly tokenFile?: string;
  readonly timeout: number;
  /** Seconds that a client waits for servers that start before it gets what is locked. */
  readonly startWait: number;
  readonly callTimeout: number;
  /** Where decisions are written down: a file, or a folder for one file each time. */
  readonly audit?: string;
  /** Write arguments down as they are. */
  readonly auditValues: boolean;
  /** Wait until each record is on the disk. */
  readonly auditSync: boolean;
  /** Where the approval page is; 0 for any port. */
  readonly approvePort?: number;
  /** Seconds that a person may take to answer. */
  readonly approveTimeout: number;
  /** Show only what the locked publishers attested. */
  readonly requireSigned: boolean;
  /** Seconds that a list counts as seen, or that it never does. */
  readonly recheck: number | 'every-call';
}

/** The lock and policy of a guard, with the digests of their files. */
interface Grounds {
  readonly lock: Lock;
  readonly policy: Policy;
  readonly digests: { readonly lock: Digest; readonly policy: Digest | null };
}

const MAX_PACKAGES_BYTES = 32 * 1024;

/** Runs the proxy until the client disconnects. */
export async function runGuard(given: GuardArguments, io: Io): Promise<number> {
  refuseHttpOptions(given);
  const grounds = readGrounds(given, io);
  const stop = new AbortController();
  const servers = await findPinned(given, grounds, stop.signal, io);
  const log = openLog(given, grounds, servers, io);
  // Without HTTP, standard input belongs to the client.
  const { approver, close } = await openApprover(given.approvePort, given.http !== undefined, io);
  let watched: OpenAdvisories | undefined;
  try {
    watched = await openAdvisories(given, io);
    const updates = await openUpdates(given, servers, grounds, io);
    const helpers = { ...(approver && { approver }), ...(updates && { updates }), ...watched };
    return await runProxy(given, servers, grounds, log, helpers, io);
  } finally {
    stop.abort();
    watched?.close();
    await close();
    // Last, because a log that was changed meanwhile cannot be closed well.
    log?.close('end');
  }
}

/** The servers, with what is pinned in place of what their commands would fetch. */
async function findPinned(
  given: GuardArguments,
  { lock, policy }: Grounds,
  signal: AbortSignal,
  io: Io,
): Promise<NamedServer[]> {
  const { servers, broken } = await askable(given, io);
  refuseBroken(broken);
  const onNote = (line: string): void => io.stderr(`toolmark guard: ${line}\n`);
  return pinServers(servers, { lock, lockfile: given.lockfile, policy: policy.packages, signal, onNote }, io);
}

async function runProxy(
  given: GuardArguments,
  servers: readonly NamedServer[],
  { lock, policy, digests }: Grounds,
  log: AuditLog | undefined,
  { approver, advisories, updates }: Pick<GuardSettings, 'approver' | 'advisories' | 'updates'>,
  io: Io,
): Promise<number> {
  const guard = new Guard({
    servers,
    lock,
    policy,
    mode: given.mode,
    env: io.env,
    authorize: storedLogins(io),
    timeoutMs: given.timeout * 1000,
    startWaitMs: given.startWait * 1000,
    memory: openListMemory(io),
    callTimeoutMs: given.callTimeout * 1000,
    approveTimeoutMs: given.approveTimeout * 1000,
    maxAgeMs: given.recheck === 'every-call' ? 0 : given.recheck * 1000,
    recheckEveryCall: given.recheck === 'every-call',
    limits: DEFAULT_LIMITS,
    ...(log === undefined ? {} : { audit: auditTrail({ log, grounds: digests, lock, withValues: given.auditValues }) }),
    ...(approver === undefined ? {} : { approver }),
    ...(advisories === undefined ? {} : { advisories }),
    ...(updates === undefined ? {} : { updates }),
    stderr: line => io.stderr(`toolmark guard: ${line}\n`),
    onServerStderr: line => io.stderr(`${line}\n`),
    now: Date.now,
  });
  if (given.http !== undefined) return guardHttp(guard, { ...given, http: given.http }, io);
  await serveStdio(guard, io.streams(), DEFAULT_LIMITS.maxBytes, io.untilStopped());
  return EXIT.yes;
}

function readGrounds(given: GuardArguments, io: Io): Grounds {
  const bytes = readLockBytes(given.lockfile, io);
  const lock = parseLockBytes(bytes, given.lockfile);
  const file = findPolicy(given, io);
  if (file === undefined) {
    io.stderr('toolmark guard: No policy file found: all locked tools are allowed.\n');
    return { lock, policy: { version: 1 }, digests: { lock: sha256(bytes), policy: null } };
  }
  const { policy, digest } = readPolicyFile(file, io);
  io.stderr(`toolmark guard: The policy is ${quoteInert(path.resolve(io.cwd, file), 200)}.\n`);
  return { lock, policy, digests: { lock: sha256(bytes), policy: digest } };
}

function openLog(
  given: GuardArguments,
  { lock, digests }: Grounds,
  servers: readonly NamedServer[],
  io: Io,
): AuditLog | undefined {
  if (given.audit === undefined) return undefined;
  return openAuditLog({
    path: path.resolve(io.cwd, given.audit),
    now: () => new Date(),
    start: { ...digests, mode: given.mode, toolmark: version, ...startedPackages(lock, servers) },
    sync: given.auditSync,
  });
}

function startedPackages(lock: Lock, servers: readonly NamedServer[]): Pick<AuditStart, 'packages'> {
  const found = servers.flatMap(({ key }) => {
    const locked = lock.servers.get(key)?.package;
    return isStored(locked) ? [[key, auditPackage(locked)] as const] : [];
  });
  const packages = Object.fromEntries(found);
  return found.length === 0 || JSON.stringify(packages).length > MAX_PACKAGES_BYTES ? {} : { packages };
}

function auditPackage(locked: StoredPackage): AuditPackage {
  const { purl } = locked;
  const digest = locked.type === 'npm' || locked.type === 'pypi' ? locked.tree : locked.integrity;
  return { ...(purl !== undefined && { purl }), digest };
}

function refuseBroken(broken: readonly { readonly key: string; readonly message: string }[]): void {
  const [first] = broken;
  if (first === undefined) return;
  const message = `The server ${quoteInert(first.key)} cannot be used: ${inert(first.message)}`;
  throw new ToolmarkError('guard.unusable-server', message);
}
