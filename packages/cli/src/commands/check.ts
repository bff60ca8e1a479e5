import path from 'node:path';
import { type DriftSeverity, type Lock, quoteInert, ToolmarkError } from '@toolmark/core';
import type { UpdatePolicy } from '@toolmark/core/formats';
import { hasViews, type SeverityColumn } from '@toolmark/core/lock';
import type { NamedServer } from '@toolmark/mcp';
import { writeReport } from '../files/write-file.ts';
import type { Format, Io } from '../io.ts';
import { exitOf } from '../render/drift-report.ts';
import { renderDrift } from '../render/render-drift.ts';
import { type AskOptions, askServers } from '../sources/ask-servers.ts';
import { starter } from '../sources/attested-start.ts';
import {
  asBefore,
  askFound,
  type FoundPackages,
  findPackages,
  findToCheck,
  type KnownPackages,
} from '../sources/find-packages.ts';
import { askable } from '../sources/find-servers.ts';
import type { UpdateJudge, UpdateOptions } from '../sources/judge-updates.ts';
import { chooseLock, type LockChoice, parseLockBytes, readLockBytes } from '../sources/lock-file.ts';
import { readTrees } from '../sources/packages-file.ts';
import { packageGrounds, packagePolicy, proveToCheck } from '../sources/prove-packages.ts';
import { readPolicy } from '../sources/read-policy.ts';
import { noteShadowed } from '../sources/shadowed-package.ts';
import type { SourceOptions } from '../sources/source-options.ts';
import { judgeServers, type Measures } from './judge-servers.ts';

export interface CheckArguments extends SourceOptions, AskOptions, LockChoice, UpdateOptions {
  /** False compares only what servers list, and starts local ones as their commands say. */
  readonly package: boolean;
  readonly format: Format;
  readonly failOn?: DriftSeverity;
  readonly severities?: SeverityColumn;
  readonly policy?: string;
  /** Further reports of the same check, as in `sarif=check.sarif`. */
  readonly report: readonly ReportFile[];
}

export interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

/** Compares live servers with the lock. */
export async function runCheck(given: CheckArguments, io: Io): Promise<number> {
  const lockfile = chooseLock(given, io);
  const measures = measuresFor(given, io);
  const bytes = readLockBytes(lockfile, io);
  refuseToOverwrite(lockfile, given.report, io);
  const { servers, broken } = await askable(given, io);
  const lock = parseLockBytes(bytes, lockfile);
  const views = async ({ key }: NamedServer, isModern: boolean): Promise<'one' | 'two'> => {
    const locked = lock.servers.get(key);
    return isModern || (locked !== undefined && hasViews(locked)) ? 'two' : 'one';
  };
  const trees = given.package ? readTrees(lockfile, io) : new Map();
  const judge = await openJudge(lock, lockfile, given, io);
  const found = await findAll(
    servers,
    { lock, lockfile, trees },
    given,
    measures.updates === 'deny' ? undefined : judge,
    io,
  );
  const results = await askFound(found, some => askServers(some, { ...given, views }, io));
  const compared = judgeServers({ found, results, broken }, { lock, trees }, measures);
  const report =
    judge === undefined
      ? compared
      : await (await import('./check-updates.ts')).judgeReport(
          compared,
          { found, results },
          lock.servers,
          { ...measures, judge },
          io,
        );
  const place = { file: lockfile, bytes };
  for (const { format, file } of given.report) {
    writeReport(path.resolve(io.cwd, file), renderDrift(report, format, place, false));
  }
  io.out(renderDrift(report, given.format, place, io.hasColor));
  return exitOf(report);
}

/** A policy is used only if it is named: a checkout must not bring along what it is judged by. */
async function findAll(
  servers: readonly NamedServer[],
  known: KnownPackages,
  given: CheckArguments,
  judge: UpdateJudge | undefined,
  io: Io,
): Promise<FoundPackages> {
  if (!given.package) return new Map(servers.map(server => [server, asBefore(server)]));
  const { policy } = given;
  const grounds = policy === undefined ? {} : await packageGrounds({ lockfile: known.lockfile, policy }, io);
  const prove = proveToCheck(grounds, io);
  noteShadowed(servers, io);
  const mayStart = judge && starter(judge, known.lock);
  return findPackages(servers, server => findToCheck(server, known, { prove, ...(mayStart && { mayStart }) }, io), io);
}

/** Nothing is loaded for a lock without publishers. A policy is used only if it is named, here too. */
async function openJudge(
  { servers }: Lock,
  lockfile: string,
  given: CheckArguments,
  io: Io,
): Promise<UpdateJudge | undefined> {
  if (![...servers.values()].some(({ publisher }) => publisher !== undefined)) return undefined;
  const { UpdateJudge: Judge } = await import('../sources/judge-updates.ts');
  const { policy } = given;
  const root =
    given.trustedRoot ?? (policy === undefined ? undefined : packagePolicy({ lockfile, policy }, io)?.trustedRoot);
  return new Judge({ ...given, ...(root === undefined ? {} : { trustedRoot: root }) }, io);
}

function refuseToOverwrite(lockfile: string, reports: readonly ReportFile[], io: Io): void {
  const clash = reports.find(({ file }) => path.resolve(io.cwd, file) === path.resolve(io.cwd, lockfile));
  if (clash === undefined) return;
  const message = `${quoteInert(clash.file)} is the lock file. Write the report to another file.`;
  throw new ToolmarkError('usage.report-over-lock', message);
}

function measuresFor(given: CheckArguments, io: Io): Measures & { readonly updates: UpdatePolicy } {
  const { drift, updates = 'ask' } = given.policy === undefined ? {} : readPolicy(given.policy, io);
  return {
    updates,
    severities: given.severities ?? drift?.severities ?? 'toolmark',
    failOn: given.failOn ?? drift?.failOn ?? 'critical',
    isWhole: given.server === undefined && given.command === undefined && given.url === undefined,
  };
}
