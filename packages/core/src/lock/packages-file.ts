import {
  child,
  type Digest,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  refusalIn,
  ToolmarkError,
} from '../base/index.ts';
import {
  npmPackagesJson,
  type PackageTree,
  pypiPackagesJson,
  readInput,
  readNpmPackages,
  readPypiPackages,
  refuseMalformed,
  TREE_LIMITS,
  treeDigest,
} from '../describe/index.ts';
import type { Lock } from './lock.ts';
import { below, type Place, Shape } from './shape.ts';
import { writeText } from './write-text.ts';

/** The trees that a lock refers to (docs/spec/package.md, section 5). */
export interface PackagesFile {
  readonly packagesVersion: 1;
  readonly trees: ReadonlyMap<Digest, PackageTree>;
}

/** Throws `packages.malformed`, `packages.unsupported-version` or `packages.contradicts-itself`. */
export function parsePackages(input: Uint8Array | unknown): PackagesFile {
  const value = readInput(input, 'packages.malformed', TREE_LIMITS);
  refuseOtherVersion(value);
  const shape = new Shape();
  findErrors(shape, value);
  refuseMalformed(shape.findings, 'packages.malformed', 'This is not a file of package trees');
  const trees = Object.entries((value as JsonObject).trees as JsonObject);
  return {
    packagesVersion: 1,
    trees: new Map(trees.map(([digest, tree]) => [digest as Digest, readTree(digest, tree as JsonObject)])),
  };
}

/** The one text of the file: equal trees give equal bytes. */
export function formatPackages({ packagesVersion, trees }: PackagesFile): string {
  return writeText({
    packagesVersion,
    trees: Object.fromEntries([...trees].map(([digest, tree]) => [digest, treeJson(tree)])),
  });
}

/** The trees that a lock refers to. Those of other locks, and of entries that are gone, are left out. */
export function treesOf(lock: Lock, trees: ReadonlyMap<Digest, PackageTree>): PackagesFile {
  const wanted = new Set(
    [...lock.servers.values()].map(({ package: bound }) => (bound && 'tree' in bound ? bound.tree : undefined)),
  );
  return { packagesVersion: 1, trees: new Map([...trees].filter(([digest]) => wanted.has(digest))) };
}

function treeJson(tree: PackageTree): JsonObject {
  return { type: tree.type, packages: tree.type === 'npm' ? npmPackagesJson(tree) : pypiPackagesJson(tree) };
}

function refuseOtherVersion(value: Json): void {
  const version = isJsonObject(value) ? member(value, 'packagesVersion') : undefined;
  if (typeof version !== 'number' || version === 1) return;
  const message = `This file has packagesVersion ${version}, and this Toolmark reads version 1. Update Toolmark, or lock again.`;
  throw new ToolmarkError('packages.unsupported-version', message, { pointer: '/packagesVersion' });
}

function findErrors(shape: Shape, value: Json): void {
  const root: Place = { key: '' };
  if (!shape.isObject(value, root, { packagesVersion: true, trees: true })) return;
  if (value.packagesVersion !== 1)
    shape.report('schema.const', below(root, 'packagesVersion'), 'Expected the number 1.');
  shape.eachMember(value, 'trees', root, (tree, place) => {
    if (!/^sha256:[0-9a-f]{64}$/.test(place.key))
      shape.report('schema.pattern', place, 'Expected "sha256:" and 64 lower-case hexadecimal digits.');
    if (!shape.isObject(tree, place, { type: true, packages: true })) return;
    if (tree.type !== undefined && tree.type !== 'npm' && tree.type !== 'pypi')
      shape.report('schema.enum', below(place, 'type'), 'Expected "npm" or "pypi" here.');
    if (tree.packages !== undefined && !isJsonObject(tree.packages))
      shape.report('schema.type', below(place, 'packages'), 'Expected an object here.');
  });
}

function readTree(digest: string, { type, packages }: JsonObject): PackageTree {
  const tree = readPackages(digest, type === 'npm', packages as JsonObject);
  if (treeDigest(tree) === digest) return tree;
  const message = `The package tree ${quoteInert(digest)} has other content than its digest says. Restore the file, or run "toolmark lock" and review.`;
  throw new ToolmarkError('packages.contradicts-itself', message, { pointer: child('/trees', digest) });
}

function readPackages(digest: string, isNpm: boolean, packages: JsonObject): PackageTree {
  try {
    return isNpm ? readNpmPackages(packages, true) : readPypiPackages(packages);
  } catch (error) {
    const { message, pointer = '' } = refusalIn(error);
    const at = `${child('/trees', digest)}/packages${pointer}`;
    throw new ToolmarkError('packages.malformed', `This is not a file of package trees. ${message}`, {
      pointer: at,
      cause: error,
    });
  }
}
