import {
  type DriftSeverity,
  isUnchanged,
  type Lock,
  type LockedPackage,
  type LockedServer,
  type SeverityColumn,
  ToolmarkError,
} from '@toolmark/core';
import { packageOf, type ServerResult, type UnusableEntry } from '@toolmark/mcp';
import { type DriftReport, type ServerDrift, toReport, unchecked } from './drift-report.ts';
import { viewLines } from './locked-views.ts';

/** What a check goes by. */
export interface Measures {
  readonly severities: SeverityColumn;
  readonly failOn: DriftSeverity;
  /** Whether every server of a config was asked, so that what was not is worth a line. */
  readonly isWhole: boolean;
}

/** What servers show now against what was locked; entries that could not be asked stand beside them. */
export async function judgeServers(
  results: readonly ServerResult[],
  broken: readonly UnusableEntry[],
  lock: Lock,
  measures: Measures,
): Promise<DriftReport> {
  const servers = [
    ...(await Promise.all(results.map(result => judgeServer(result, lock, measures.severities)))),
    ...broken.map(entry => unchecked(entry.key, entry)),
  ];
  return toReport(servers, measures.failOn, measures.isWhole ? notAsked(lock, servers) : []);
}

async function judgeServer(result: ServerResult, lock: Lock, severities: SeverityColumn): Promise<ServerDrift> {
  const { behind } = result.server;
  return { ...(await compareServer(result, lock, severities)), ...(behind && { behind }) };
}

async function compareServer(result: ServerResult, lock: Lock, severities: SeverityColumn): Promise<ServerDrift> {
  const server = result.server.key;
  if ('error' in result) return unchecked(server, result.error);
  const locked = lock.servers.get(server);
  const reachedAs = packageOf(result.server.source);
  const note = noteOn(locked, reachedAs);
  const isAtHome = locked?.package === undefined || locked.package.name === reachedAs?.name;
  if (locked !== undefined && isAtHome && isUnchanged(locked, result.snapshot)) {
    return { server, status: 'match', drift: [], ...note };
  }
  const { driftOf } = await import('./drift-of.ts');
  try {
    const changes = driftOf(locked, result.snapshot, reachedAs, severities);
    if (locked === undefined) return { server, status: 'unlocked', drift: changes };
    return { server, status: changes.length === 0 ? 'match' : 'drift', drift: changes, ...note };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return unchecked(server, error);
  }
}

/** What a lock of version 1 lacks, and what only some clients see. */
function noteOn(locked: LockedServer | undefined, reachedAs: LockedPackage | null): Pick<ServerDrift, 'note'> {
  if (locked === undefined) return {};
  const isUnbound = locked.package === undefined && reachedAs !== null;
  const notes = [...(isUnbound ? [UNBOUND] : []), ...viewLines(locked)];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

const UNBOUND = 'The lock does not name its address, so it was not compared. Run "toolmark lock" to bind it.';

function notAsked(lock: Lock, servers: readonly ServerDrift[]): string[] {
  const asked = new Set(servers.map(({ server }) => server));
  return [...lock.servers.keys()].filter(key => !asked.has(key));
}
