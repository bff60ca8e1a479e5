import {
  type DriftSeverity,
  drift,
  isUnchanged,
  type Lock,
  type LockedPackage,
  type LockedServer,
  pin,
  ToolmarkError,
} from '@toolmark/core';
import { addressOf, type SeverityColumn } from '@toolmark/core/lock';
import { packageOf, type ServerResult, type UnusableEntry } from '@toolmark/mcp';
import { type DriftReport, type ServerDrift, toReport, unchecked } from '../render/drift-report.ts';
import { viewLines } from '../render/locked-views.ts';

export interface Measures {
  readonly severities: SeverityColumn;
  readonly failOn: DriftSeverity;
  /** All servers of a config were queried: locked servers that are not among them are reported. */
  readonly isWhole: boolean;
}

/** An empty server: compared with it, everything is new. */
export const NOTHING: LockedServer = pin({ tools: [], prompts: [], resources: [], templates: [] });

export function judgeServers(
  results: readonly ServerResult[],
  broken: readonly UnusableEntry[],
  lock: Lock,
  { severities, failOn, isWhole }: Measures,
): DriftReport {
  const servers = [
    ...results.map(result => {
      const { behind } = result.server;
      return { ...compareServer(result, lock, severities), ...(behind && { behind }) };
    }),
    ...broken.map(entry => unchecked(entry.key, entry)),
  ];
  const checked = new Set(servers.map(({ server }) => server));
  return toReport(servers, failOn, isWhole ? [...lock.servers.keys()].filter(key => !checked.has(key)) : []);
}

function compareServer(result: ServerResult, lock: Lock, severities: SeverityColumn): ServerDrift {
  const server = result.server.key;
  if ('error' in result) return unchecked(server, result.error);
  const locked = lock.servers.get(server);
  const reachedAs = packageOf(result.server.source);
  const note = noteOn(locked, reachedAs);
  const isSameAddress = locked?.package === undefined || addressOf(locked.package) === addressOf(reachedAs);
  if (locked !== undefined && isSameAddress && isUnchanged(locked, result.snapshot)) {
    return { server, status: 'match', drift: [], ...note };
  }
  try {
    const changes = drift(locked ?? NOTHING, result.snapshot, { severities, package: reachedAs });
    if (locked === undefined) return { server, status: 'unlocked', drift: changes };
    return { server, status: changes.length === 0 ? 'match' : 'drift', drift: changes, ...note };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return unchecked(server, error);
  }
}

function noteOn(locked: LockedServer | undefined, reachedAs: LockedPackage | null): Pick<ServerDrift, 'note'> {
  if (locked === undefined) return {};
  const isUnbound = locked.package === undefined && reachedAs !== null;
  const notes = [...(isUnbound ? [UNBOUND] : []), ...viewLines(locked)];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** Locks of version 1 have no address. */
const UNBOUND = 'The lock has no address for this server, so it was not compared. Run "toolmark lock" to add it.';
