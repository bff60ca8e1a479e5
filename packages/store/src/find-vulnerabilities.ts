import type { PackageTree } from '@toolmark/core/package';
import type { Context } from './context.ts';
import { findNpmVulnerabilities, type Vulnerability } from './npm/vulnerabilities.ts';

/** Advisories of the registry about the packages of a tree. Only npm's client can ask for them. */
export async function findVulnerabilities(tree: PackageTree, context: Context): Promise<Vulnerability[]> {
  return tree.type === 'npm' ? findNpmVulnerabilities(tree, context) : [];
}
