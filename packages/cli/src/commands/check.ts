import path from 'node:path';
import type { DriftSeverity, Policy, SeverityColumn } from '@toolmark/core';
import { type AskOptions, askServers } from '../ask-servers.ts';
import { findServers, nameLeftOut, refuseNothing, type SourceOptions, sortOut } from '../find-servers.ts';
import type { Format, Io } from '../io.ts';
import type { Measures } from '../judge-servers.ts';
import { readLockBytes } from '../lock-file.ts';
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

/**
 * Compares what servers show now with what was locked. Servers take a while to start: the code that judges them is
 * loaded and the lock verified meanwhile, and a bad lock calls them off.
 */
export async function runCheck(given: CheckArguments, io: Io): Promise<number> {
  const measures = await measuresFor(given, io);
  const bytes = readLockBytes(given.lockfile, io);
  const found = findServers(given, io);
  refuseNothing(found);
  const { idle, broken } = sortOut(found.unusable);
  nameLeftOut(idle, io);
  const calledOff = new AbortController();
  const asking = askServers(found.servers, { ...given, signal: calledOff.signal }, io);
  try {
    const { exitOf, judgeServers, parseLockBytes, renderDrift } = await import('../check-servers.ts');
    const lock = parseLockBytes(bytes, given.lockfile);
    const report = judgeServers(await asking, broken, lock, measures);
    const place = { file: given.lockfile, read: () => readLockBytes(given.lockfile, io) };
    for (const { format, file } of given.report) {
      replaceFile(path.resolve(io.cwd, file), renderDrift(report, format, place, false));
    }
    io.out(renderDrift(report, given.format, place, io.hasColor));
    return exitOf(report);
  } finally {
    calledOff.abort();
    await asking;
  }
}

async function measuresFor(given: CheckArguments, io: Io): Promise<Measures> {
  const drift = given.policy === undefined ? undefined : await driftPolicy(given.policy, io);
  return {
    severities: given.severities ?? drift?.severities ?? 'toolmark',
    failOn: given.failOn ?? drift?.failOn ?? 'critical',
    isWhole: given.server === undefined && given.command === undefined && given.url === undefined,
  };
}

async function driftPolicy(file: string, io: Io): Promise<Policy['drift']> {
  const { readPolicy } = await import('../read-policy.ts');
  return readPolicy(file, io).drift;
}
