import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import type { NpmEntry, NpmTree } from '@toolmark/core/package';

/**
 * Refuses packages that others ask for by URL, git repository or path. npm pins some of them like packages of the registry, which
 * would then be asked for a package that it may never have had.
 */
export function refuseOtherSources(tree: NpmTree): void {
  const installed = new Set([...tree.packages].filter(isFetched).map(([location]) => nameIn(location)));
  for (const entry of tree.packages.values()) {
    const other = wishesOf(entry).find(([name, wanted]) => !isInRegistry(wanted) && installed.has(name));
    if (other !== undefined) throw otherSource(entry, other);
  }
}

/** Bundled packages come with the archive of another one, whatever its package.json says. */
function isFetched([, { inBundle }]: readonly [string, NpmEntry]): boolean {
  return inBundle !== true;
}

function nameIn(location: string): string {
  return location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function wishesOf({ dependencies, optionalDependencies, peerDependencies }: NpmEntry): [string, string][] {
  return [dependencies, optionalDependencies, peerDependencies].flatMap(wishes => Object.entries(wishes ?? {}));
}

/** Versions, ranges and tags contain neither of these characters. */
function isInRegistry(wanted: string): boolean {
  return wanted.startsWith('npm:') || !/[:/\\]/.test(wanted);
}

function otherSource({ name, version }: NpmEntry, [dependency, wanted]: readonly [string, string]): ToolmarkError {
  const message = `${inert(name)}@${inert(version)} asks for ${inert(dependency)} from ${quoteInert(withoutLogin(wanted))}, not from the registry. It cannot be pinned; use --no-package to lock only the tools.`;
  return new ToolmarkError('package.unsupported-source', message);
}

/** A URL may contain a password. */
function withoutLogin(wanted: string): string {
  return wanted.replace(/\/\/[^/@]*@/, '//').replace(/[?#].*$/, '');
}
