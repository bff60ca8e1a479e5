import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { salvageLock } from '@toolmark/core/lock';
import type { NamedServer, ServerResult } from '@toolmark/mcp';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { differs } from '../render/import-text.ts';
import { formatPlan, formatWritten } from '../render/lock-text.ts';
import { viewsOf } from '../render/locked-views.ts';
import { formatJson } from '../render/print-json.ts';
import { type AskOptions, askServers } from '../sources/ask-servers.ts';
import { askYes } from '../sources/ask-yes.ts';
import { starter } from '../sources/attested-start.ts';
import {
  asBefore,
  askFound,
  type FoundPackages,
  findPackages,
  findToLock,
  packageIn,
} from '../sources/find-packages.ts';
import { type Askable, askable, nameLeftOut } from '../sources/find-servers.ts';
import type { UpdateJudge, UpdateOptions } from '../sources/judge-updates.ts';
import { chooseLock, findLockBytes, type LockChoice, parseLockBytes } from '../sources/lock-file.ts';
import { readTrees } from '../sources/packages-file.ts';
import { packageGrounds, packagePolicy, proveToLock } from '../sources/prove-packages.ts';
import { readPublisher } from '../sources/read-publisher.ts';
import { noteShadowed } from '../sources/shadowed-package.ts';
import type { SourceOptions } from '../sources/source-options.ts';
import { forgotten, type PlannedServer, planServer } from './lock-plan.ts';
import type { PublisherWish } from './lock-updates.ts';
import { type EntryOptions, entryMaker } from './make-entry.ts';
import { EMPTY_LOCK, type OldLock, type WrittenLock, writeLock } from './write-lock.ts';

export interface LockOptions extends SourceOptions, AskOptions, EntryOptions, LockChoice, UpdateOptions {
  /** False leaves the packages of local servers out. */
  readonly package: boolean;
  /** Move to newer versions: of all servers, or of these. */
  readonly update?: true | readonly string[];
  /** Packages whose install scripts may run. */
  readonly allowScripts: readonly string[];
  /** The Sigstore trusted root that provenance is verified against. */
  readonly trustedRoot?: string;
  readonly policy?: string;
  readonly format: 'text' | 'json';
  readonly yes: boolean;
  readonly prune: boolean;
  /** Who may change the server by signing: a file, an issuer and a subject, or `found`. */
  readonly publisher?: readonly string[];
  /** Take over what the locked publishers attested, and nothing else. */
  readonly acceptUpdates: boolean;
  /** A lock of MCPTrust whose approvals are taken over. */
  readonly import?: string;
}

type LockArguments = LockOptions & { readonly lockfile: string };

/** Pins everything that servers list now. */
export async function runLock(options: LockOptions, io: Io): Promise<number> {
  const given = { ...options, lockfile: chooseLock(options, io) };
  refuseContradictions(given);
  const old = readOld(given.lockfile, io);
  const makeEntry = entryMaker(given, given.import === undefined ? undefined : readFile(given.import, io));
  const asked = await askable(given, io);
  refuseManyServers(given, asked);
  if (given.prune) refuseUnknownServers(asked);
  nameLeftOut(asked.broken, io);
  refuseUnknownUpdates(given, asked);
  const wish = wishOf(given, io);
  const judge = await openJudge(wish, old, given, io);
  const found = await findAll(asked.servers, old, given, judge, io);
  const results = await askFound(found, servers => askServers(servers, { ...given, views: () => 'all' }, io));
  warnOfSecrets([...results.values()], io);
  const answers = [...results].map(
    ([server, result]) => [server, result, planServer(result, packageIn(found, server), old, makeEntry)] as const,
  );
  const plan =
    judge === undefined
      ? answers.map(([, , planned]) => planned)
      : await (await import('./lock-updates.ts')).judgePlan(answers, found, old, wish, judge, io);
  refuseDoubtful(old, plan);
  const lost = given.prune ? forgotten(old.lock, plan, asked) : [];
  if (given.format === 'text') io.out(formatPlan(plan, lost, io.hasColor));
  const isAnyLocked = plan.some(({ step }) => step !== 'failed');
  const isDone = isAnyLocked && (await isAgreed(plan, lost, old, given, io));
  if (isDone && given.user) mkdirSync(path.dirname(given.lockfile), { recursive: true, mode: 0o700 });
  const written = isDone ? await writeLock(given.lockfile, old, plan, lost, io) : undefined;
  report(plan, lost, written, given, io);
  if (isAnyLocked && !isDone) return EXIT.no;
  return plan.some(({ step }) => step === 'failed') || asked.broken.length > 0 ? EXIT.error : EXIT.yes;
}

/** What contradicts itself is refused rather than half obeyed. */
function refuseContradictions(given: LockArguments): void {
  const isPart = given.server !== undefined || given.command !== undefined || given.url !== undefined;
  if (given.lockfile === '-') throw usage('no-lockfile', 'A lock is written to a file, not to standard output.');
  if (given.approve.length > 0 && (given.import !== undefined || given.allow !== undefined)) {
    throw usage('two-wishes', '--approve accepts single tools; --import and --allow apply to whole servers.');
  }
  if (given.approve.length > 0 && given.update !== undefined) {
    throw usage('two-wishes', '--approve accepts single tools; --update moves whole servers to newer versions.');
  }
  if (
    !given.package &&
    (given.update !== undefined || given.allowScripts.length > 0 || given.trustedRoot !== undefined)
  ) {
    throw usage(
      'no-package',
      '--no-package pins no package, so --update, --allow-scripts and --trusted-root have no effect.',
    );
  }
  if (
    given.acceptUpdates &&
    (given.publisher !== undefined || given.approve.length > 0 || given.import !== undefined)
  ) {
    throw usage('two-wishes', '--accept-updates takes over what locked publishers attested, and nothing else.');
  }
  if (given.prune && isPart) throw usage('prune-part', '--prune needs all servers, for example from --config.');
}

function wishOf({ publisher, acceptUpdates }: LockArguments, io: Io): PublisherWish {
  return { ...(publisher && { publisher: readPublisher(publisher, io) }), acceptUpdates };
}

/** Nothing is loaded for locks without publishers. */
async function openJudge(
  { publisher }: PublisherWish,
  { lock }: OldLock,
  given: LockArguments,
  io: Io,
): Promise<UpdateJudge | undefined> {
  const isNeeded = publisher !== undefined || [...lock.servers.values()].some(entry => entry.publisher !== undefined);
  if (!isNeeded) return undefined;
  const { UpdateJudge: Judge } = await import('../sources/judge-updates.ts');
  const trustedRoot = given.trustedRoot ?? packagePolicy(given, io)?.trustedRoot;
  return new Judge({ ...given, ...(trustedRoot && { trustedRoot }) }, io);
}

function refuseUnknownUpdates({ update }: LockArguments, { servers }: Askable): void {
  const keys = update === undefined || update === true ? [] : update;
  const unknown = keys.find(key => !servers.some(server => server.key === key));
  if (unknown === undefined) return;
  const known = servers.map(({ key }) => quoteInert(key, 40)).join(', ');
  throw usage('unknown-server', `No server is called ${quoteInert(unknown)}. There are: ${known}.`);
}

/** The packages behind the servers. A server that is only another name for something installed nearby is reported. */
async function findAll(
  servers: readonly NamedServer[],
  old: OldLock,
  given: LockArguments,
  judge: UpdateJudge | undefined,
  io: Io,
): Promise<FoundPackages> {
  if (!given.package) return new Map(servers.map(server => [server, asBefore(server)]));
  const { lock, trees } = old;
  const prove = proveToLock(await packageGrounds(given, io), io);
  const { update = [], allowScripts, lockfile } = given;
  const isUpdate = ({ key }: NamedServer): boolean => update === true || update.includes(key);
  noteShadowed(servers, io);
  const known = { lock, lockfile, trees };
  const mayStart = given.acceptUpdates && judge !== undefined ? starter(judge, old.lock) : undefined;
  const onNote = (line: string): void => io.stderr(`${line}\n`);
  const options = { allowScripts, prove, onNote, ...(mayStart && { mayStart }) };
  return findPackages(servers, one => findToLock(one, known, isUpdate(one), options, io), io);
}

function refuseManyServers({ approve, import: imported }: LockArguments, { servers }: Askable): void {
  if (servers.length === 1 || (approve.length === 0 && imported === undefined)) return;
  throw usage('which-server', '--approve and --import apply to one server. Add --server KEY.');
}

/** The lock may hold servers behind such a guard, whose keys are not known: they must not be forgotten. */
function refuseUnknownServers({ broken }: Askable): void {
  const guard = broken.find(({ code }) => code === 'config.unresolved-guard');
  if (guard === undefined) return;
  throw new ToolmarkError(guard.code, `--prune needs all servers. ${quoteInert(guard.key)}: ${guard.message}`);
}

function usage(code: string, message: string): ToolmarkError {
  return new ToolmarkError(`usage.${code}`, message);
}

/** A lock that contradicts itself, as one merged from two branches does, may be mended, but not unseen. */
function readOld(file: string, io: Io): OldLock {
  const bytes = findLockBytes(file, io);
  const trees = readTrees(file, io);
  if (bytes === undefined) return { lock: EMPTY_LOCK, bytes, doubtful: [], trees };
  try {
    return { lock: parseLockBytes(bytes, file), bytes, doubtful: [], trees };
  } catch (error) {
    if (!(error instanceof ToolmarkError) || error.code !== 'lock.contradicts-itself') throw error;
    const { lock, doubtful } = salvageLock(bytes);
    const servers = new Map([...lock.servers, ...doubtful]);
    return { lock: { ...lock, servers }, bytes, flaw: error.message, doubtful: [...doubtful.keys()], trees };
  }
}

/** What contradicts itself is replaced by what a server shows now, or not written at all. */
function refuseDoubtful({ doubtful, flaw }: OldLock, plan: readonly PlannedServer[]): void {
  const renewed = new Set(plan.filter(({ step }) => step !== 'failed').map(({ server }) => server));
  const left = doubtful.filter(server => !renewed.has(server));
  if (left.length === 0) return;
  const names = left.map(server => quoteInert(server, 40)).join(', ');
  throw new ToolmarkError('lock.contradicts-itself', `${flaw ?? ''} Lock these servers too: ${names}.`);
}

/** A lock is committed: what a server repeats of its secrets would be published with it. */
function warnOfSecrets(results: readonly ServerResult[], io: Io): void {
  for (const result of results) {
    if ('error' in result || result.server.source.kind !== 'stdio') continue;
    const shown = JSON.stringify(result.snapshot, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const [name, value] of Object.entries(result.server.source.env ?? {})) {
      if (value.length < 6 || !shown.includes(JSON.stringify(value).slice(1, -1))) continue;
      const server = inert(result.server.key);
      io.stderr(
        `${server}: What it shows holds the value of its variable ${inert(name)}. Read it before you commit the lock. [lock.holds-secret]\n`,
      );
    }
  }
}

/** What is new needs no question, nor what was approved by name. Nothing else that was approved is replaced unseen. */
async function isAgreed(
  plan: readonly PlannedServer[],
  lost: readonly string[],
  old: OldLock,
  given: LockArguments,
  io: Io,
): Promise<boolean> {
  if (old.flaw !== undefined) io.stderr(`${old.flaw}\n`);
  const isApproved = given.approve.length > 0 && old.flaw === undefined;
  const isHarmless =
    old.flaw === undefined && lost.length === 0 && !plan.some(planned => needsAnswer(planned, given.acceptUpdates));
  if (given.yes || isApproved || isHarmless) return true;
  if (!io.isInteractive) {
    io.stderr('Nothing was written. Review the changes, and pass --yes to accept them.\n');
    return false;
  }
  return askYes('Lock it as it is now?');
}

function needsAnswer({ step, imported, isSigned, isFound }: PlannedServer, acceptsSigned: boolean): boolean {
  if (isFound === true || (imported !== undefined && differs(imported))) return true;
  return step === 'changed' && !(acceptsSigned && isSigned === true);
}

function report(
  plan: readonly PlannedServer[],
  lost: readonly string[],
  written: WrittenLock | undefined,
  given: LockArguments,
  io: Io,
): void {
  const failed = plan.filter(({ step }) => step === 'failed');
  if (given.format === 'json') {
    const message = `${failed.length} of ${plan.length} servers could not be locked.`;
    io.out(
      formatJson({
        lockfile: given.lockfile,
        written: written !== undefined,
        servers: plan.map(toJson),
        ...(lost.length === 0 ? {} : { forgotten: lost }),
        ...(failed.length === 0 ? {} : { error: { code: failed[0]?.error?.code, message } }),
      }),
    );
  } else if (written !== undefined) io.out(`${formatWritten(given.lockfile, written, failed.length)}\n`);
}

function toJson(planned: PlannedServer): object {
  const { server, step, locked, changes, error, imported, behind, found, isSigned, word } = planned;
  const seen = { server, step, ...(behind && { behind }) };
  if (error !== undefined) return { ...seen, error };
  const views = locked === undefined ? undefined : viewsOf(locked);
  const { needsScripts = [] } = found ?? {};
  const content = {
    surfaceDigest: locked?.surfaceDigest,
    ...(locked?.package && { package: locked.package }),
    ...(locked?.publisher && { publisher: locked.publisher }),
    ...(locked?.attested && { attested: locked.attested }),
    ...(isSigned === undefined ? {} : { isSigned }),
    ...(word === undefined ? {} : { attestation: word }),
    ...(needsScripts.length > 0 && { needsScripts }),
    tools: locked?.tools.size,
    ...(views && { views }),
  };
  return { ...seen, ...content, changes, ...(imported === undefined ? {} : { imported }) };
}
