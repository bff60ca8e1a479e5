import { equalJson, type Json, type JsonObject, member } from '../base/index.ts';
import { type PackageTree, projectTree } from '../describe/index.ts';
import { type Difference, eitherKeys, placed } from './change.ts';
import type { PinnedPackage } from './locked-package.ts';

/** The trees of both sides, as far as they are known. */
export interface Trees {
  readonly locked?: PackageTree;
  readonly live?: PackageTree;
}

const POINTER = '/package/tree';

/** Each package of two trees that differs. Those in `own` are reported elsewhere. */
export function treeDrift(locked: PackageTree, live: PackageTree, own: readonly string[]): Difference[] {
  const [before, after] = [projectTree(locked), projectTree(live)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter(location => !own.includes(location))
    .flatMap(location => dependencyChange(location, before.get(location), after.get(location)));
}

function dependencyChange(location: string, old: JsonObject | undefined, now: JsonObject | undefined): Difference[] {
  if (equalJson(old, now)) return [];
  const name = dependencyName(location);
  if (old === undefined)
    return [
      { type: 'dependency_added', name, ...placed(side(undefined, summaryOf(now)), 'dependency.added', 'added') },
    ];
  if (now === undefined)
    return [
      { type: 'dependency_removed', name, ...placed(side(summaryOf(old), undefined), 'dependency.removed', 'removed') },
    ];
  const moved = eitherKeys(old, now).filter(key => !equalJson(member(old, key), member(now, key)));
  const sides = side(summaryOf(old, moved), summaryOf(now, moved));
  return [{ type: 'dependency_changed', name, ...placed(sides, 'dependency.changed', 'changed') }];
}

function side(
  before: Json | undefined,
  after: Json | undefined,
): { pointer: string; before: Json | undefined; after: Json | undefined } {
  return { pointer: POINTER, before, after };
}

/** Version and digests, and whatever else differs. */
function summaryOf(entry: JsonObject | undefined, moved: readonly string[] = []): JsonObject {
  const keys = ['version', 'integrity', 'hashes', ...moved];
  return Object.fromEntries(Object.entries(entry ?? {}).filter(([key]) => keys.includes(key)));
}

/** `a/node_modules/b` for `node_modules/a/node_modules/b`. */
function dependencyName(location: string): string {
  return location.replace(/^node_modules\//, '');
}

/** Packages that have an install script now and had none, and scripts that were allowed with other content. */
export function scriptDrift(locked: PinnedPackage, live: PinnedPackage, trees: Trees): Difference[] {
  if (locked.type !== 'npm' || live.type !== 'npm') return [];
  const allowed = new Map(Object.entries(locked.scripts ?? {}));
  const inScripts = Object.entries(live.scripts ?? {}).filter(([location, digest]) => allowed.get(location) !== digest);
  const found = new Map<string, Difference>();
  for (const location of newScripts(trees)) found.set(location, scriptChange(location, undefined, undefined));
  for (const [location, digest] of inScripts)
    found.set(location, scriptChange(location, allowed.get(location), digest));
  return [...found.values()];
}

function newScripts({ locked, live }: Trees): string[] {
  if (locked?.type !== 'npm' || live?.type !== 'npm') return [];
  const had = (location: string): boolean => locked.packages.get(location)?.hasInstallScript === true;
  return [...live.packages]
    .filter(([location, { hasInstallScript }]) => hasInstallScript === true && !had(location))
    .map(([location]) => location);
}

function scriptChange(location: string, before: string | undefined, after: string | undefined): Difference {
  const place = { pointer: '/package/scripts', before, after };
  const kind = before === undefined ? 'added' : 'changed';
  return { type: 'install_script_added', name: dependencyName(location), ...placed(place, 'package.script', kind) };
}
