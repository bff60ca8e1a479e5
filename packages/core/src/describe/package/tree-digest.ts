import { type Digest, sha256 } from '../../base/index.ts';
import type { PackageTree } from './package-tree.ts';

export function treeDigest(tree: PackageTree): Digest {
  return sha256(tree.type);
}
