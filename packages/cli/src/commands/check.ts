import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type DriftSeverity, drift, type Lock, type Policy, type SeverityColumn, ToolmarkError } from '@toolmark/core';
import type { NamedServer, ServerResult } from '@toolmark/mcp';
import { type AskOptions, askServers } from '../ask-servers.ts';
import { type DriftReport, exitOf, NOTHING, type ServerDrift, toReport, unchecked } from '../drift-report.ts';
import { findServers, nameLeftOut, refuseNothing, type SourceOptions, sortOut } from '../find-servers.ts';
import type { Format, Io } from '../io.ts';
import { parseLockBytes, readLockBytes } from '../read-lock.ts';
import { type LockPlace, renderDrift } from '../render-drift.ts';
import { replaceFile } from '../write-file.ts';

export interface CheckArguments extends SourceOptions, AskOptions {
  readonly lockfile: string;
  readonly format: Format;
  readonly failOn?: DriftSeverity;
  readonly severities?: SeverityColumn;
  readonly policy?: string;
  /** More reports of the same check, as in `sarif=check.sarif`. */
  readonly report: readonly ReportFile[];
}

export interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

/** Compares what servers show now with what was locked. */
export async function runCheck(given: CheckArguments, io: Io): Promise<number> {
  const { severities, failOn } = await measures(given, io);
  const found = findServers(given, io);
  refuseNothing(found);
  const { idle, broken } = sortOut(found.unusable);
  nameLeftOut(idle, io);
  const [lock, results] = await readWhileAsking(given, found.servers, io);
  const servers = [
    ...results.map(result => checkServer(result, lock, severities)),
    ...broken.map(entry => unchecked(entry.key, entry)),
  ];
  const report = toReport(servers, failOn, notAsked(lock, given, servers));
  const place = { file: given.lockfile, read: () => readLockBytes(given.lockfile, io) };
  writeReports(report, given.report, place, io);
  io.out(renderDrift(report, given.format, place, io.hasColor));
  return exitOf(report);
}

async function measures(given: CheckArguments, io: Io): Promise<{ severities: SeverityColumn; failOn: DriftSeverity }> {
  const drift = given.policy === undefined ? undefined : await driftPolicy(given.policy, io);
  return {
    severities: given.severities ?? drift?.severities ?? 'toolmark',
    failOn: given.failOn ?? drift?.failOn ?? 'critical',
  };
}

async function driftPolicy(file: string, io: Io): Promise<Policy['drift']> {
  const { readPolicy } = await import('../read-policy.ts');
  return readPolicy(file, io).drift;
}

/** Servers take a while to start, and a large lock to be verified: both at one time. A bad lock calls the servers off. */
async function readWhileAsking(
  given: CheckArguments,
  servers: readonly NamedServer[],
  io: Io,
): Promise<[Lock, ServerResult[]]> {
  const bytes = readLockBytes(given.lockfile, io);
  const calledOff = new AbortController();
  const asking = askServers(servers, { ...given, signal: calledOff.signal }, io);
  try {
    await setImmediate();
    return [parseLockBytes(bytes, given.lockfile), await asking];
  } catch (error) {
    calledOff.abort();
    await asking;
    throw error;
  }
}

function checkServer(result: ServerResult, lock: Lock, severities: SeverityColumn): ServerDrift {
  const server = result.server.key;
  if ('error' in result) return unchecked(server, result.error);
  const locked = lock.servers.get(server);
  try {
    const changes = drift(locked ?? NOTHING, result.snapshot, { severities });
    if (locked === undefined) return { server, status: 'unlocked', drift: changes };
    return { server, status: changes.length === 0 ? 'match' : 'drift', drift: changes };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return unchecked(server, error);
  }
}

/** Who asks for one server is not told about the others. */
function notAsked(lock: Lock, given: SourceOptions, servers: readonly ServerDrift[]): string[] {
  const isWhole = given.server === undefined && given.command === undefined && given.url === undefined;
  const asked = new Set(servers.map(({ server }) => server));
  return isWhole ? [...lock.servers.keys()].filter(key => !asked.has(key)) : [];
}

function writeReports(report: DriftReport, files: readonly ReportFile[], lock: LockPlace, io: Io): void {
  for (const { format, file } of files) {
    replaceFile(path.resolve(io.cwd, file), renderDrift(report, format, lock, false));
  }
}
