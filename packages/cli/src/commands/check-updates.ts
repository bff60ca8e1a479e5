import { type LockedServer, ToolmarkError } from '@toolmark/core';
import type { UpdatePolicy } from '@toolmark/core/formats';
import { type SeverityColumn, withUpdate } from '@toolmark/core/lock';
import type { NamedServer, ServerResult } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import type { DriftReport, ServerDrift } from '../render/drift-report.ts';
import { toReport } from '../render/drift-report.ts';
import { type FoundPackages, packageIn } from '../sources/find-packages.ts';
import type { LiveServer, UpdateJudge } from '../sources/judge-updates.ts';
import { packageFolder } from '../sources/package-folder.ts';

/** How signed updates are judged and what becomes of them. */
export interface UpdateGrounds {
  readonly judge: UpdateJudge;
  readonly updates: UpdatePolicy;
  readonly severities: SeverityColumn;
}

interface Answers {
  readonly found: FoundPackages;
  readonly results: ReadonlyMap<NamedServer, ServerResult>;
}

/** The report with signed updates and rollbacks in place of the changes that they explain. */
export async function judgeReport(
  report: DriftReport,
  answers: Answers,
  servers: ReadonlyMap<string, LockedServer>,
  grounds: UpdateGrounds,
  io: Io,
): Promise<DriftReport> {
  const judged = await Promise.all(
    report.servers.map(async drift => {
      const locked = servers.get(drift.server);
      if (drift.status !== 'drift' || locked?.publisher === undefined) return drift;
      const live = await liveOf(drift.server, locked, answers, io);
      return live === undefined ? drift : judgeDrift(drift, live, grounds);
    }),
  );
  return toReport(judged, report.failOn, report.notAsked);
}

/** What was not started shows nothing, and is judged by its package alone. */
async function liveOf(
  key: string,
  locked: LockedServer,
  { found, results }: Answers,
  io: Io,
): Promise<LiveServer | undefined> {
  const server = [...found.keys()].find(one => one.key === key);
  const one = server && packageIn(found, server);
  if (server === undefined || one === undefined) return undefined;
  const result = results.get(server);
  const answered = result === undefined || 'error' in result ? undefined : result;
  const folder = answered && (await packageFolder(one.start ?? server, one.package, io).catch(refusalOnly));
  return {
    ...{ key, locked, package: one.package },
    live: answered?.snapshot ?? { tools: [], prompts: [], resources: [], templates: [] },
    ...(one.tree === undefined ? {} : { tree: one.tree }),
    ...(answered?.attestation === undefined ? {} : { attestation: answered.attestation }),
    ...(folder === undefined ? {} : { folder }),
  };
}

function refusalOnly(error: unknown): undefined {
  if (!(error instanceof ToolmarkError)) throw error;
}

async function judgeDrift(
  drift: ServerDrift,
  live: LiveServer,
  { judge, updates, severities }: UpdateGrounds,
): Promise<ServerDrift> {
  const judgement = await judge.judge(live);
  if (judgement.outcome === 'none') {
    const [first] = judgement.findings;
    return first === undefined ? drift : { ...drift, note: joined(drift.note, `${first.message} [${first.code}]`) };
  }
  if (judgement.outcome === 'signed_update' && updates === 'deny') return drift;
  const { changes, covered } = withUpdate(drift.drift, judgement, severities);
  if (covered.length === 0) return { ...drift, drift: changes };
  const isWhole = changes.every(({ type }) => type === 'signed_update');
  const note = updates === 'ask' ? { note: joined(drift.note, ACCEPT) } : {};
  return { ...drift, ...note, status: isWhole ? 'signed_update' : 'drift', drift: changes, covered, updates };
}

const ACCEPT = 'Run "toolmark lock --accept-updates" to accept what the publisher signed.';

function joined(before: string | undefined, more: string): string {
  return before === undefined ? more : `${before} ${more}`;
}
