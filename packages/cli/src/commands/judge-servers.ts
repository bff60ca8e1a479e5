import {
  type DriftSeverity,
  drift,
  isUnchanged,
  type JsonObject,
  jcs,
  type Lock,
  type LockedPackage,
  type LockedServer,
  pin,
  ToolmarkError,
} from '@toolmark/core';
import type { SeverityColumn } from '@toolmark/core/lock';
import type { NamedServer, ServerResult, ServerSource, UnusableEntry } from '@toolmark/mcp';
import { type DriftReport, type ServerDrift, toReport, unchecked } from '../render/drift-report.ts';
import { viewLines } from '../render/locked-views.ts';
import { type FoundPackage, type FoundPackages, packageIn, treesOf } from '../sources/find-packages.ts';
import { fetchesCode } from '../sources/local-package.ts';
import type { Trees } from '../sources/packages-file.ts';

export interface Measures {
  readonly severities: SeverityColumn;
  readonly failOn: DriftSeverity;
  /** All servers of a config were queried: locked servers that are not among them are reported. */
  readonly isWhole: boolean;
}

/** An empty server: compared with it, everything is new. */
export const NOTHING: LockedServer = pin({ tools: [], prompts: [], resources: [], templates: [] });

/** What was found about every server, and what those answered that were started. */
export interface Answers {
  readonly found: FoundPackages;
  readonly results: ReadonlyMap<NamedServer, ServerResult>;
  readonly broken: readonly UnusableEntry[];
}

export interface Locked {
  readonly lock: Lock;
  readonly trees: Trees;
}

export function judgeServers(
  { found, results, broken }: Answers,
  locked: Locked,
  { severities, failOn, isWhole }: Measures,
): DriftReport {
  const servers = [
    ...[...found.keys()].map(server => {
      const { behind } = server;
      const verdict = compareServer(server, results.get(server), packageIn(found, server), locked, severities);
      return { ...verdict, ...(behind && { behind }) };
    }),
    ...broken.map(entry => unchecked(entry.key, entry)),
  ];
  const checked = new Set(servers.map(({ server }) => server));
  return toReport(servers, failOn, isWhole ? [...locked.lock.servers.keys()].filter(key => !checked.has(key)) : []);
}

function compareServer(
  { key: server, source }: NamedServer,
  result: ServerResult | undefined,
  found: FoundPackage | undefined,
  { lock, trees }: Locked,
  severities: SeverityColumn,
): ServerDrift {
  if (result !== undefined && 'error' in result) return unchecked(server, result.error);
  const locked = lock.servers.get(server);
  const bound = found?.package ?? null;
  const note = noteOn(locked, bound, source);
  const live = result?.snapshot;
  if (locked !== undefined && live !== undefined && isSamePackage(locked, bound) && isUnchanged(locked, live)) {
    return { server, status: 'match', drift: [], ...note };
  }
  try {
    const options = { severities, package: bound, trees: treesOf(locked, found, trees) };
    // What was not started shows nothing: only its package is compared.
    const changes = drift(locked ?? NOTHING, live ?? locked ?? NOTHING, options);
    if (locked === undefined) return { server, status: 'unlocked', drift: changes };
    return { server, status: changes.length === 0 ? 'match' : 'drift', drift: changes, ...note };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return unchecked(server, error);
  }
}

function isSamePackage({ package: locked }: LockedServer, bound: LockedPackage | null): boolean {
  if (locked === undefined) return true;
  return bound === null
    ? locked.type !== 'remote'
    : jcs({ ...locked } as JsonObject) === jcs({ ...bound } as JsonObject);
}

function noteOn(
  locked: LockedServer | undefined,
  bound: LockedPackage | null,
  source: ServerSource,
): Pick<ServerDrift, 'note'> {
  if (locked === undefined) return {};
  const isUnbound = locked.package === undefined && bound !== null;
  const isUnpinned = locked.package === undefined && fetchesCode(source);
  const notes = [...(isUnbound ? [UNBOUND] : []), ...(isUnpinned ? [UNPINNED] : []), ...viewLines(locked)];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** Locks of version 1 have no address. */
const UNBOUND = 'The lock has no address for this server, so it was not compared. Run "toolmark lock" to add it.';

const UNPINNED =
  'The lock has no package for this server, so its code was not compared. Run "toolmark lock" to add it.';
