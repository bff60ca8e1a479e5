import { type Digest, type JsonObject, jcs, sha256 } from '../../base/index.ts';
import type { NpmEntry, PackageTree, PypiEntry } from './package-tree.ts';

/** The digest of everything that decides which code is installed (docs/spec/package.md, section 4). */
export function treeDigest(tree: PackageTree): Digest {
  const packages = Object.fromEntries(projectTree(tree));
  const root = tree.type === 'npm' ? { '': { dependencies: tree.dependencies } } : {};
  return sha256(jcs({ projection: 'toolmark/packages@1', type: tree.type, packages: { ...packages, ...root } }));
}

/** What the digest holds of each package. */
export function projectTree(tree: PackageTree): Map<string, JsonObject> {
  if (tree.type === 'pypi') return new Map([...tree.packages].map(([name, entry]) => [name, projectPypi(entry)]));
  return new Map([...tree.packages].map(([location, entry]) => [location, projectNpm(entry)]));
}

function projectNpm(entry: NpmEntry): JsonObject {
  const { name, version, integrity, optional, os, cpu, libc, inBundle, hasInstallScript: script } = entry;
  return present({ name, version, integrity, optional, os, cpu, libc, inBundle, script });
}

function projectPypi({ version, hashes, marker }: PypiEntry): JsonObject {
  return present({ version, hashes: hashes.toSorted(), marker });
}

function present(members: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
