import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type DriftSeverity,
  hasViews,
  type Lock,
  type Policy,
  quoteInert,
  type SeverityColumn,
  ToolmarkError,
} from '@toolmark/core';
import { type NamedServer, prepareToConnect } from '@toolmark/mcp';
import { type AskOptions, askServers } from '../ask-servers.ts';
import { askable, type SourceOptions } from '../find-servers.ts';
import type { Format, Io } from '../io.ts';
import type { Measures } from '../judge-servers.ts';
import { readLockBytes } from '../lock-file.ts';
import { writeReport } from '../write-file.ts';

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
  let bytes: Uint8Array | undefined = readLockBytes(given.lockfile, io);
  refuseToOverwrite(given, io);
  const { servers, broken } = await askable(given, io);
  const calledOff = new AbortController();
  let setLock: (lock: Lock) => void = () => {};
  const known = new Promise<Lock>((resolve, reject) => {
    setLock = resolve;
    calledOff.signal.addEventListener('abort', () => reject(calledOff.signal.reason));
  });
  known.catch(() => {});
  const views = async ({ key }: NamedServer, isModern: boolean): Promise<'one' | 'two'> => {
    const locked = (await known).servers.get(key);
    return isModern || (locked !== undefined && hasViews(locked)) ? 'two' : 'one';
  };
  const asking = askServers(servers, { ...given, signal: calledOff.signal, views }, io);
  try {
    const { exitOf, judgeServers, parseLockBytes, renderDrift } = await import('../check-servers.ts');
    await firstQuestion(servers);
    const lock = parseLockBytes(bytes, given.lockfile);
    setLock(lock);
    // A large lock is not held twice while servers answer; standard input cannot be read again.
    if (given.lockfile !== '-') bytes = undefined;
    const report = await judgeServers(await asking, broken, lock, measures);
    const read = (): Uint8Array => bytes ?? readLockBytes(given.lockfile, io);
    const place = { file: given.lockfile, read };
    for (const { format, file } of given.report) {
      writeReport(path.resolve(io.cwd, file), await renderDrift(report, format, place, false));
    }
    io.out(await renderDrift(report, given.format, place, io.hasColor));
    return exitOf(report);
  } finally {
    calledOff.abort();
    await asking;
  }
}

/** A server that has been asked works while the lock is verified; one that has not would wait for that. */
async function firstQuestion(servers: readonly NamedServer[]): Promise<void> {
  if (servers.length === 0) return;
  await prepareToConnect();
  await setImmediate();
}

/** A report must not take the place of what it reports about. */
function refuseToOverwrite({ report, lockfile }: CheckArguments, io: Io): void {
  const inputs = new Set([path.resolve(io.cwd, lockfile)]);
  const clash = report.find(({ file }) => inputs.has(path.resolve(io.cwd, file)));
  if (clash === undefined) return;
  throw new ToolmarkError('usage.report-over-lock', `${quoteInert(clash.file)} is the lock. Name another file.`);
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
