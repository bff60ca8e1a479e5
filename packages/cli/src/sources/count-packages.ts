import type { PackageTree } from '@toolmark/core/package';

/** How many packages a tree has. One that is installed in several places counts once for each version. */
export function countPackages(tree: PackageTree): number {
  if (tree.type === 'pypi') return tree.packages.size;
  return new Set([...tree.packages.values()].map(({ name, version }) => `${name}@${version}`)).size;
}
