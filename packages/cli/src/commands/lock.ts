import path from 'node:path';
import {
  compareWithMcptrust,
  type Digest,
  formatLock,
  importMcptrustLock,
  inert,
  type JsonObject,
  type Lock,
  type LockedServer,
  pin,
  quoteInert,
  type Snapshot,
  ToolmarkError,
  withApproved,
} from '@toolmark/core';
import { type AskOptions, askServers } from '../ask-servers.ts';
import {
  type FoundServers,
  findServers,
  nameLeftOut,
  refuseNothing,
  type SourceOptions,
  sortOut,
} from '../find-servers.ts';
import { EXIT, type Io } from '../io.ts';
import { findLockBytes } from '../lock-file.ts';
import { applyPlan, type MakeEntry, type PlannedServer, planServer } from '../lock-plan.ts';
import { parseLockBytes } from '../parse-lock-bytes.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { replaceFile } from '../write-file.ts';
import { departs } from './import-text.ts';
import { formatPlan } from './lock-text.ts';

export interface LockArguments extends SourceOptions, AskOptions {
  readonly lockfile: string;
  readonly format: 'text' | 'json';
  readonly yes: boolean;
  readonly prune: boolean;
  readonly allow?: 'subset';
  /** Only these tools are taken over as they are now. */
  readonly approve: readonly Approval[];
  /** A lock of MCPTrust whose approvals are taken over. */
  readonly import?: string;
}

/** A tool that a person has read, by the digest of what they read. */
export interface Approval {
  readonly tool: string;
  readonly digest: Digest;
}

/** Writes down what servers show now, as what may be used from now on. */
export async function runLock(given: LockArguments, io: Io): Promise<number> {
  const old = readOld(given.lockfile, io);
  const makeEntry = entryMaker(given, io);
  const found = findServers(given, io);
  refuseNothing(found);
  refuseUnclear(given, found);
  nameLeftOut(found.unusable, io);
  const results = await askServers(found.servers, given, io);
  const plan = results.map(result => planServer(result, old.lock, makeEntry));
  const text = formatLock(applyPlan(old.lock, plan, given.prune));
  if (given.format === 'text') io.out(formatPlan(plan, io.hasColor));
  const isAnyLocked = plan.some(({ step }) => step !== 'failed');
  const isDone = isAnyLocked && (await isAgreed(plan, old, given, io)) && writeLock(given.lockfile, text, old, io);
  report(plan, isDone, given, io);
  if (isAnyLocked && !isDone) return EXIT.no;
  return plan.every(({ step }) => step !== 'failed') && sortOut(found.unusable).broken.length === 0
    ? EXIT.yes
    : EXIT.unasked;
}

/** A digest, or an old lock, speaks about one server; and who asks for one server cannot mean to forget the others. */
function refuseUnclear(given: LockArguments, { servers }: FoundServers): void {
  if ((given.approve.length > 0 || given.import !== undefined) && servers.length !== 1) {
    throw new ToolmarkError('usage.which-server', '--approve and --import speak about one server. Add --server KEY.');
  }
  const isPart = given.server !== undefined || given.command !== undefined || given.url !== undefined;
  if (given.prune && isPart) {
    throw new ToolmarkError('usage.prune-part', '--prune needs all servers at once, as from --config.');
  }
}

/** What is locked already, and the bytes it was read from. */
interface OldLock {
  readonly lock: Lock;
  readonly bytes: Uint8Array | undefined;
  /** Why what is there cannot be kept. */
  readonly flaw?: string;
}

/** A lock that contradicts itself, as one merged from two branches does, may be replaced, but not unseen. */
function readOld(file: string, io: Io): OldLock {
  const empty: Lock = { lockfileVersion: 1, servers: new Map() };
  const bytes = findLockBytes(file, io);
  try {
    return { lock: bytes === undefined ? empty : parseLockBytes(bytes, file), bytes };
  } catch (error) {
    if (!(error instanceof ToolmarkError) || error.code !== 'lock.contradicts-itself') throw error;
    return { lock: empty, bytes, flaw: error.message };
  }
}

function entryMaker(given: LockArguments, io: Io): MakeEntry {
  const { approve } = given;
  if (given.import !== undefined) {
    const mcptrust = importMcptrustLock(readFile(given.import, io));
    return (live, old) => ({ locked: pinAs(live, given, old), imported: compareWithMcptrust(mcptrust, live) });
  }
  if (approve.length === 0) return (live, old) => ({ locked: pinAs(live, given, old) });
  return (live, old) => ({
    locked: approve.reduce((so, { tool, digest }) => withApproved(so, live, tool, digest), known(old)),
  });
}

function known(old: LockedServer | undefined): LockedServer {
  if (old !== undefined) return old;
  throw new ToolmarkError('lock.unknown-server', 'Nothing of this server is locked yet. Lock it whole first.');
}

/** That a server may offer less is said once and stays so; what it leaves out today stays locked. */
function pinAs(live: Snapshot, { allow }: LockArguments, old: LockedServer | undefined): LockedServer {
  const said = allow ?? old?.allow;
  if (said === undefined) return pin(live);
  return pin(old === undefined ? live : withMissing(live, old), { allow: said });
}

function withMissing(live: Snapshot, old: LockedServer): Snapshot {
  const missing = <Item extends JsonObject>(key: string, items: readonly Item[], locked: Items): Item[] => {
    const shown = new Set(items.map(item => item[key]));
    const kept = [...locked].filter(([name]) => !shown.has(name)).map(([, { definition }]) => definition as Item);
    return [...items, ...kept];
  };
  return {
    ...live,
    tools: missing('name', live.tools, old.tools),
    prompts: missing('name', live.prompts, old.prompts),
    resources: missing('uri', live.resources, old.resources),
    templates: missing('uriTemplate', live.templates, old.templates),
  };
}

type Items = LockedServer['prompts'];

/** What is new needs no question, nor what was approved by name. What else was approved before is not replaced unseen. */
async function isAgreed(plan: readonly PlannedServer[], old: OldLock, given: LockArguments, io: Io): Promise<boolean> {
  const isApproved = given.yes || given.approve.length > 0;
  if (old.flaw === undefined && (isApproved || !plan.some(replacesApproved))) return true;
  if (given.yes) return true;
  if (old.flaw !== undefined) io.talk(`${old.flaw}\n`);
  if (!io.isInteractive) {
    io.talk('Nothing was written. Review the changes, and pass --yes to lock them.\n');
    return false;
  }
  const { askYes } = await import('../ask-yes.ts');
  return askYes('Lock it as it is now?');
}

function replacesApproved({ step, imported }: PlannedServer): boolean {
  return step === 'changed' || (imported !== undefined && departs(imported));
}

/** Two people, or two jobs, must not undo each other's work: what is replaced is what was read. */
function writeLock(file: string, text: string, old: OldLock, io: Io): boolean {
  const now = findLockBytes(file, io);
  if (!isSame(now, old.bytes)) {
    throw new ToolmarkError('lock.changed-meanwhile', `${quoteInert(file)} was written by someone else. Run it again.`);
  }
  if (!isSame(now, Buffer.from(text))) replaceFile(path.resolve(io.cwd, file), text);
  return true;
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

function report(plan: readonly PlannedServer[], isDone: boolean, given: LockArguments, io: Io): void {
  const failed = plan.filter(({ step }) => step === 'failed');
  if (given.format === 'json') {
    const message = `${failed.length} of ${plan.length} servers could not be locked.`;
    const error = failed.length === 0 ? {} : { error: { code: failed[0]?.error?.code, message } };
    io.out(formatJson({ lockfile: given.lockfile, written: isDone, servers: plan.map(toJson), ...error }));
  } else if (isDone) io.out(`${inert(given.lockfile)} is up to date.\n`);
}

function toJson({ server, step, locked, changes, error, imported }: PlannedServer): object {
  if (error !== undefined) return { server, step, error };
  const content = { surfaceDigest: locked?.surfaceDigest, tools: locked?.tools.size };
  return { server, step, ...content, changes, ...(imported === undefined ? {} : { imported }) };
}
