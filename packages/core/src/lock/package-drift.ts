import type { Json, JsonObject } from '../base/index.ts';
import { type Difference, placed } from './change.ts';
import { addressOf, type LockedPackage, type PinnedPackage } from './locked-package.ts';
import type { RowId } from './severity-table.ts';
import { scriptDrift, type Trees, treeDrift } from './tree-drift.ts';

/** How the code behind a server differs from the locked one; null: a local server of unknown code. */
export function packageDrift(locked: LockedPackage, live: LockedPackage | null, trees: Trees = {}): Difference[] {
  if (locked.type === 'remote' || live?.type === 'remote') return placeDrift(locked, live);
  if (live === null || locked.type === 'unpinned') return [];
  if (live.type === 'unpinned') return [unpinnedNow(locked, live.reason)];
  if (locked.type !== live.type || locked.name !== live.name) return [changed('', summaryOf(locked), summaryOf(live))];
  return sameNameDrift(locked, live, trees);
}

/** A remote server is its address: another one, or a local server in its place. */
function placeDrift(locked: LockedPackage, live: LockedPackage | null): Difference[] {
  const [before, after] = [addressOf(locked), addressOf(live)];
  if (before === after) return [];
  // An entry that was local has no address to compare.
  if (locked.type !== 'remote') return [changed('', summaryOf(locked), live === null ? undefined : summaryOf(live))];
  return [difference('package_changed', 'package.address', '/package/name', before, after)];
}

function unpinnedNow(locked: PinnedPackage, reason: string): Difference {
  return {
    ...difference('package_unpinned', 'package.unpinned', '/package', summaryOf(locked), undefined),
    note: reason,
  };
}

/** Members that say which code runs, in the order in which they are reported. `spec` is only what was asked for. */
const CODE_MEMBERS = ['version', 'integrity', 'bin', 'python', 'signer'];

function sameNameDrift(locked: PinnedPackage, live: PinnedPackage, trees: Trees): Difference[] {
  if (locked.type === 'path') {
    const [before, after] = [textOf(locked, 'integrity'), textOf(live, 'integrity')];
    return before === after
      ? []
      : [difference('package_changed', 'package.files', '/package/integrity', before, after)];
  }
  const reported = movedMembers(locked, live);
  return [
    ...reported.map(key => memberChange(key, locked, live)),
    ...provenanceDrift(locked, live),
    ...dependencyDrift(locked, live, trees, reported.length > 0),
  ];
}

function movedMembers(locked: PinnedPackage, live: PinnedPackage): string[] {
  const moved = CODE_MEMBERS.filter(key => textOf(locked, key) !== textOf(live, key));
  // Two tags of one image are the same code.
  if (locked.type === 'oci' && !moved.includes('integrity')) return [];
  // Another version always has another digest.
  return moved.includes('version') ? moved.filter(key => key !== 'integrity') : moved;
}

function memberChange(key: string, locked: PinnedPackage, live: PinnedPackage): Difference {
  const hasVersion = key === 'integrity' && textOf(locked, 'version') !== undefined;
  return changed(`/${key}`, textOf(locked, key), textOf(live, key), hasVersion ? SAME_VERSION : undefined);
}

const SAME_VERSION = 'The version is the same, and its content is not.';
const NO_TREES = 'The list of dependencies is not available, so they cannot be compared one by one.';

/** The members that must stay once they are locked. */
const PROVENANCE = ['repository', 'workflow', 'builder', 'issuer', 'repositoryId', 'ownerId'] as const;

function provenanceDrift(locked: PinnedPackage, live: PinnedPackage): Difference[] {
  if (locked.type !== 'npm' || live.type !== 'npm' || locked.provenance === undefined) return [];
  const { provenance: before } = locked;
  const { provenance: after } = live;
  const isSame =
    after !== undefined && PROVENANCE.every(key => before[key] === undefined || before[key] === after[key]);
  if (isSame) return [];
  const sides = [{ ...before }, after === undefined ? undefined : { ...after }] as const;
  return [difference('package_changed', 'package.provenance', '/package/provenance', ...sides)];
}

/** Every dependency that differs, if both trees are known; else only that some do. */
function dependencyDrift(locked: PinnedPackage, live: PinnedPackage, trees: Trees, isReported: boolean): Difference[] {
  const scripts = scriptDrift(locked, live, trees);
  const [before, after] = [textOf(locked, 'tree'), textOf(live, 'tree')];
  if (before === after) return scripts;
  if (trees.locked === undefined || trees.live === undefined)
    return [changed('/tree', before, after, NO_TREES), ...scripts];
  const own = 'name' in locked ? [locked.name, `node_modules/${locked.name}`] : [];
  const changes = [...treeDrift(trees.locked, trees.live, isReported ? own : []), ...scripts];
  return changes.length > 0 || isReported ? changes : [changed('/tree', before, after)];
}

/** What a reader needs to know of a package that was replaced as a whole. */
function summaryOf(bound: LockedPackage): JsonObject {
  const keys = ['type', 'name', 'version', 'integrity', 'reason'];
  const present = keys.map(key => [key, textOf(bound, key)] as const).filter(([, text]) => text !== undefined);
  return Object.fromEntries(present) as JsonObject;
}

function textOf(bound: LockedPackage, key: string): string | undefined {
  const value = (bound as unknown as JsonObject)[key];
  return typeof value === 'string' ? value : undefined;
}

function changed(pointer: string, before: Json | undefined, after: Json | undefined, note?: string): Difference {
  const change = difference('package_changed', 'package.changed', `/package${pointer}`, before, after);
  return note === undefined ? change : { ...change, note };
}

function difference(
  type: Difference['type'],
  row: RowId,
  pointer: string,
  before: Json | undefined,
  after: Json | undefined,
): Difference {
  return { type, ...placed({ pointer, before, after }, row, 'changed') };
}
