import path from 'node:path';
import { type Digest, inert, type Lock, type Policy, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import { type AuditLog, DEFAULT_LIMITS, openAuditLog } from '@toolmark/mcp';
import { auditTrail, Guard, type GuardMode, serveStdio } from '@toolmark/mcp/proxy';
import { findPolicy } from '../find-policy.ts';
import { askable, type SourceOptions } from '../find-servers.ts';
import { EXIT, type Io } from '../io.ts';
import { openListMemory } from '../list-memory.ts';
import { readLockBytes } from '../lock-file.ts';
import { type OpenAdvisories, openAdvisories, type RegistryOptions } from '../open-advisories.ts';
import { type OpenApprover, openApprover } from '../open-approver.ts';
import { parseLockBytes } from '../parse-lock-bytes.ts';
import { readPolicyFile } from '../read-policy.ts';
import { storedLogins } from '../server-logins.ts';
import { version } from '../version.ts';
import { guardHttp, refuseHttpOptions } from './guard-http.ts';

export interface GuardArguments extends SourceOptions, RegistryOptions {
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
  /** Seconds that a list counts as seen, or that it never does. */
  readonly recheck: number | 'every-call';
}

/** What a guard goes by, and the digests of the files it stands in. */
interface Grounds {
  readonly lock: Lock;
  readonly policy: Policy;
  readonly digests: { readonly lock: Digest; readonly policy: Digest | null };
}

/** Stands between a client and its servers until the client goes away. */
export async function runGuard(given: GuardArguments, io: Io): Promise<number> {
  refuseHttpOptions(given);
  const grounds = readGrounds(given, io);
  const log = openLog(given, grounds, io);
  // Without HTTP, standard input belongs to the client.
  const { approver, close } = await openApprover(given.approvePort, given.http !== undefined, io);
  let watched: OpenAdvisories | undefined;
  try {
    watched = await openAdvisories(given, io);
    return await standGuard(given, grounds, log, { ...(approver && { approver }), ...watched }, io);
  } finally {
    watched?.close();
    await close();
    // Last, because a log that was changed meanwhile cannot be closed well.
    log?.close('end');
  }
}

async function standGuard(
  given: GuardArguments,
  { lock, policy, digests }: Grounds,
  log: AuditLog | undefined,
  { approver, advisories }: Pick<OpenApprover, 'approver'> & Pick<OpenAdvisories, 'advisories'>,
  io: Io,
): Promise<number> {
  const { servers, broken } = await askable(given, io);
  refuseBroken(broken);
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
    talk: line => io.talk(`toolmark guard: ${line}\n`),
    onServerStderr: line => io.talk(`${line}\n`),
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
    io.talk('toolmark guard: No policy file found: all locked tools are allowed.\n');
    return { lock, policy: { version: 1 }, digests: { lock: sha256(bytes), policy: null } };
  }
  const { policy, digest } = readPolicyFile(file, io);
  io.talk(`toolmark guard: The policy is ${quoteInert(path.resolve(io.cwd, file), 200)}.\n`);
  return { lock, policy, digests: { lock: sha256(bytes), policy: digest } };
}

function openLog(given: GuardArguments, { digests }: Grounds, io: Io): AuditLog | undefined {
  if (given.audit === undefined) return undefined;
  return openAuditLog({
    path: path.resolve(io.cwd, given.audit),
    now: () => new Date(),
    start: { ...digests, mode: given.mode, toolmark: version },
    sync: given.auditSync,
  });
}

function refuseBroken(broken: readonly { readonly key: string; readonly message: string }[]): void {
  const [first] = broken;
  if (first === undefined) return;
  const message = `The server ${quoteInert(first.key)} cannot be used: ${inert(first.message)}`;
  throw new ToolmarkError('guard.unusable-server', message);
}
