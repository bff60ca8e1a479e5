import {
  type Change,
  drift,
  type Lock,
  type LockedPackage,
  type LockedServer,
  type Snapshot,
  ToolmarkError,
} from '@toolmark/core';
import { type DriftOptions, type McptrustComparison, withoutAllow } from '@toolmark/core/lock';
import type { ServerResult } from '@toolmark/mcp';
import { type FoundPackage, treesOf } from '../sources/find-packages.ts';
import type { Askable } from '../sources/find-servers.ts';
import type { Trees } from '../sources/packages-file.ts';

/** What locking would do with one server. */
export interface PlannedServer {
  readonly server: string;
  readonly step: 'new' | 'changed' | 'unchanged' | 'failed';
  /** What the lock will hold of it; nothing if it failed and was not locked before. */
  readonly locked?: LockedServer;
  readonly changes: readonly Change[];
  /** The package behind it, as found now. */
  readonly found?: FoundPackage;
  readonly error?: { readonly code: string; readonly message: string };
  /** Comparison with the imported MCPTrust lock. */
  readonly imported?: McptrustComparison;
  /** Every change is one that the locked publisher attested. */
  readonly isSigned?: boolean;
  /** What the attestations say about the change, in a sentence. */
  readonly word?: string;
  /** The publisher was taken from an attestation: a person must see it. */
  readonly isFound?: boolean;
  /** The config starts a guard, and the server behind it was asked. */
  readonly behind?: 'guard';
}

/** How the new entry is made from what a server shows now and what was locked of it. */
export type MakeEntry = (
  live: Snapshot,
  old: LockedServer | undefined,
  /** The package behind the server; null if it is not known. */
  bound: LockedPackage | null,
) => Entry;

export interface Entry {
  readonly locked: LockedServer;
  readonly imported?: McptrustComparison;
}

/** A server that cannot be pinned keeps the entry it has. */
export function planServer(
  result: ServerResult,
  found: FoundPackage | undefined,
  { lock, trees }: { readonly lock: Lock; readonly trees: Trees },
  makeEntry: MakeEntry,
): PlannedServer {
  const { key: server, behind } = result.server;
  const seen = { server, ...(behind && { behind }) };
  const old = lock.servers.get(server);
  try {
    if ('error' in result) throw result.error;
    const bound = found?.package ?? null;
    const entry = makeEntry(result.snapshot, old, bound);
    const changes = old === undefined ? [] : changesTo(old, entry.locked, bound, treesOf(old, found, trees));
    return { ...seen, step: stepOf(old, entry.locked, changes), changes, ...entry, ...(found && { found }) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const { code, message } = error;
    return { ...seen, step: 'failed', ...(old && { locked: old }), changes: [], error: { code, message } };
  }
}

/** What the entry becomes: a pin must not go away unseen. */
const LEFT_OUT: LockedPackage = { type: 'unpinned', reason: 'Locked with --no-package.' };

/** Changed local files need no answer of a person: the tools are what is approved. */
function changesTo(
  old: LockedServer,
  locked: LockedServer,
  bound: LockedPackage | null,
  trees: NonNullable<DriftOptions['trees']>,
): Change[] {
  const isLeftOut = bound === null && old.package !== undefined && locked.package === undefined;
  const changes = drift(withoutAllow(old), locked, { package: isLeftOut ? LEFT_OUT : bound, trees });
  return changes.filter(({ row }) => row !== 'package.files');
}

function stepOf(
  old: LockedServer | undefined,
  locked: LockedServer,
  changes: readonly Change[],
): PlannedServer['step'] {
  if (old === undefined) return 'new';
  return old.surfaceDigest === locked.surfaceDigest && changes.length === 0 ? 'unchanged' : 'changed';
}

/** Servers that no source names any more. An entry that cannot be used is still named. */
export function forgotten(lock: Lock, plan: readonly PlannedServer[], { idle, broken }: Askable): string[] {
  const named = new Set([
    ...plan.map(({ server }) => server),
    ...[...idle, ...broken].flatMap(({ key, placedKey }) => [key, placedKey ?? key]),
  ]);
  return [...lock.servers.keys()].filter(key => !named.has(key));
}

/** The lock with the planned entries in place of the old ones; all others stay, but for those that are to be forgotten. */
export function applyPlan(lock: Lock, plan: readonly PlannedServer[], lost: readonly string[]): Lock {
  const kept = [...lock.servers].filter(([key]) => !lost.includes(key));
  const planned = plan.flatMap(({ server, step, locked }) =>
    step === 'failed' || locked === undefined ? [] : [[server, locked] as const],
  );
  return { ...lock, servers: new Map([...kept, ...planned]) };
}
