import { type Change, drift, type Lock, type LockedPackage, type McpTool, type Snapshot } from '@toolmark/core';
import { failsOn } from '@toolmark/core/lock';

/** The tools of one server, compared with the lock. */
export interface LockVerdict {
  /** Tools that are unchanged or differ harmlessly. */
  readonly passed: readonly McpTool[];
  readonly unlocked: readonly string[];
  readonly drifted: ReadonlyMap<string, readonly Change[]>;
  /** All changes, not only of tools. */
  readonly changes: readonly Change[];
}

/** Rows about the code or the address behind a server. */
const PACKAGE_ROW = /^(?:package|dependency)\./;

/** Compares live tools with the lock. A server that is not in the lock has no approved tools. */
export function checkLock(
  snapshot: Snapshot,
  server: string,
  lock: Lock | undefined,
  reachedAs?: LockedPackage | null,
): LockVerdict {
  if (lock === undefined) return { passed: snapshot.tools, unlocked: [], drifted: new Map(), changes: [] };
  const locked = lock.servers.get(server);
  const changes =
    locked === undefined ? [] : drift(locked, snapshot, reachedAs === undefined ? {} : { package: reachedAs });
  const moved = changes.filter(({ row, severity }) => PACKAGE_ROW.test(row) && severity === 'critical');
  if (moved.length > 0) return allDrifted(snapshot, moved, changes);
  const drifted = groupDrifted(changes.filter(({ tool = '' }) => locked?.tools.has(tool)));
  const unlocked = snapshot.tools.map(({ name }) => name).filter(name => locked?.tools.has(name) !== true);
  const refused = new Set([...unlocked, ...drifted.keys()]);
  return { passed: snapshot.tools.filter(({ name }) => !refused.has(name)), unlocked, drifted, changes };
}

/** Nothing of a server at another address is approved. */
function allDrifted({ tools }: Snapshot, moved: readonly Change[], changes: readonly Change[]): LockVerdict {
  return { passed: [], unlocked: [], drifted: new Map(tools.map(({ name }) => [name, moved])), changes };
}

/** The critical changes of each listed tool. */
function groupDrifted(changes: readonly Change[]): Map<string, Change[]> {
  const drifted = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.type === 'tool_removed' || !failsOn([change], 'critical')) continue;
    const { tool = '' } = change;
    const others = drifted.get(tool);
    if (others === undefined) drifted.set(tool, [change]);
    else others.push(change);
  }
  return drifted;
}
