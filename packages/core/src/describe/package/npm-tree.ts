import { isJsonObject, type Json, type JsonObject, member, quoteInert, ToolmarkError } from '../../base/index.ts';
import { readInput } from '../door.ts';
import { installedName, npmEntryJson, readNpmEntry } from './npm-entry.ts';
import { isNpmName } from './npm-spec.ts';
import type { NpmEntry, NpmTree } from './package-tree.ts';

/** Text of large trees; npm writes about 600 bytes for each package. */
export const TREE_LIMITS = { maxBytes: 64 * 1024 * 1024, maxDepth: 32, maxValues: 2_000_000 };

/**
 * The tree in a package-lock of version 3, as bytes or as a value. Throws `package.malformed`, `package.unsafe-path`,
 * `package.unsupported-source` or `package.no-integrity`, with the location in the message.
 */
export function parseNpmTree(packageLock: Uint8Array | unknown): NpmTree {
  const value = readInput(packageLock, 'package.malformed', TREE_LIMITS);
  const packages = isJsonObject(value) ? member(value, 'packages') : undefined;
  if (!isJsonObject(value) || member(value, 'lockfileVersion') !== 3 || !isJsonObject(packages))
    throw new ToolmarkError('package.malformed', 'This is not a package-lock.json of version 3.');
  return readNpmPackages(packages, false);
}

/** The tree from its entries by location. */
export function readNpmPackages(packages: JsonObject, isStrict: boolean): NpmTree {
  const dependencies = readRoot(member(packages, ''), isStrict);
  const entries = new Map<string, NpmEntry>();
  for (const [location, value] of Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (location === '') continue;
    checkLocation(location);
    entries.set(location, readNpmEntry(location, value, isStrict));
  }
  const tree: NpmTree = { type: 'npm', dependencies, packages: entries };
  checkPlaces(tree);
  return tree;
}

/** A package-lock of version 3 that `npm ci` accepts. */
export function toPackageLock(tree: NpmTree): JsonObject {
  return { lockfileVersion: 3, requires: true, packages: npmPackagesJson(tree) };
}

export function npmPackagesJson({ dependencies, packages }: NpmTree): JsonObject {
  const entries = [...packages].map(([location, entry]) => [location, npmEntryJson(location, entry)] as const);
  return { '': { dependencies }, ...Object.fromEntries(entries) };
}

/** Members of a root that ask for more than its dependencies. */
const OTHER_WISHES = [
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'workspaces',
  'bundleDependencies',
];

function readRoot(root: Json | undefined, isStrict: boolean): Readonly<Record<string, string>> {
  const dependencies = isJsonObject(root) ? member(root, 'dependencies') : undefined;
  const isPlain =
    isJsonObject(root) &&
    Object.keys(root).every(key => (isStrict ? key === 'dependencies' : !OTHER_WISHES.includes(key)));
  const isRoot = isPlain && isJsonObject(dependencies) && Object.entries(dependencies).every(isExact);
  if (isRoot && Object.keys(dependencies).length > 0) return dependencies as Readonly<Record<string, string>>;
  const message = 'The root of this package tree does not ask for packages by name and version.';
  throw new ToolmarkError('package.malformed', message, { pointer: '/' });
}

/** A version, or an alias such as `npm:left-pad@1.3.0`. */
function isExact([name, wanted]: [string, Json]): boolean {
  return isNpmName(name) && typeof wanted === 'string' && wanted.length <= 500;
}

/** A location is a path: it must not lead out of the folder of the tree. */
function checkLocation(location: string): void {
  const names = location.split('/node_modules/');
  const [first = ''] = names;
  const isPath = first.startsWith('node_modules/') && [installedName(first), ...names.slice(1)].every(isNpmName);
  if (!isPath || location.length > 2_000) refusePlace(location, 'is not a place for a package');
}

function refusePlace(location: string, what: string): never {
  const message = `${quoteInert(location, 200)} ${what}. The package tree was damaged or changed by hand; resolve it again.`;
  throw new ToolmarkError('package.unsafe-path', message);
}

/** Every package is inside another one that exists, and no two share a folder on a file system that ignores case. */
function checkPlaces({ dependencies, packages }: NpmTree): void {
  const seen = new Set<string>();
  for (const [location, { inBundle = false }] of packages) {
    const parent = location.slice(0, Math.max(0, location.lastIndexOf('/node_modules/')));
    if (parent === '' ? inBundle : !packages.has(parent))
      refusePlace(location, 'is inside a package that does not exist');
    if (seen.has(location.toLowerCase())) refusePlace(location, 'has the name of another package except for its case');
    seen.add(location.toLowerCase());
  }
  const missing = Object.keys(dependencies).find(name => !packages.has(`node_modules/${name}`));
  if (missing !== undefined) refusePlace(`node_modules/${missing}`, 'is missing');
}
