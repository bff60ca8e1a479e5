import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Digest, inert, jcs, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import type { NpmEntry, NpmTree } from '@toolmark/core/package';
import { inTemporaryFolder } from '../content/temporary.ts';
import type { Context } from '../context.ts';
import type { ResolveContext } from '../ecosystem.ts';
import { installTree } from './install.ts';
import { readInstalled } from './installed-package.ts';
import { runNpm } from './run-npm.ts';

/** Install scripts by location, each with the digest of its texts. */
export type AllowedScripts = Readonly<Record<string, Digest>>;

interface ScriptChoice {
  /** Absent if none is allowed. */
  readonly scripts?: AllowedScripts;
  readonly needsScripts: readonly string[];
}

/** Pins the scripts of the packages that were allowed by name, and names the others. */
export async function allowScripts(tree: NpmTree, context: ResolveContext): Promise<ScriptChoice> {
  const allowed = new Set(context.allowScripts ?? []);
  const withScripts = [...tree.packages].filter(([, entry]) => entry.hasInstallScript && !entry.inBundle);
  const isAllowed = ({ name, version }: NpmEntry): boolean => allowed.has(name) || allowed.has(`${name}@${version}`);
  const chosen = withScripts.filter(([, entry]) => isAllowed(entry));
  const others = withScripts.filter(([, entry]) => !isAllowed(entry)).map(([, entry]) => entry);
  const needsScripts = [...new Set(others.map(({ name, version }) => `${name}@${version}`))].sort();
  if (chosen.length === 0) return { needsScripts };
  return { scripts: await digestsOf(chosen, tree, context), needsScripts };
}

/** The texts come from the archives: what a registry says about them is not covered by a digest. */
async function digestsOf(
  chosen: readonly (readonly [string, NpmEntry])[],
  tree: NpmTree,
  context: Context,
): Promise<AllowedScripts> {
  return inTemporaryFolder(context.store, async folder => {
    await installTree(folder, tree, 'the packages with install scripts', context);
    const digests = chosen.map(
      async ([location, entry]) => [location, await scriptDigest(folder, location, entry)] as const,
    );
    const found = (await Promise.all(digests)).filter(
      (pair): pair is readonly [string, Digest] => pair[1] !== undefined,
    );
    return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Undefined if the package is not for this platform. */
async function scriptDigest(
  folder: string,
  location: string,
  { integrity = '' }: NpmEntry,
): Promise<Digest | undefined> {
  const found = await readInstalled(path.join(folder, location));
  if (found === undefined) return undefined;
  // npm builds a package with this file although it has no script.
  const isBuilt = existsSync(path.join(folder, location, 'binding.gyp'));
  return sha256(jcs({ integrity, scripts: found.scripts, ...(isBuilt ? { gyp: true } : {}) }));
}

/** Runs the allowed scripts in an installed tree, each only if its text is the one that was allowed. */
export async function runAllowedScripts(
  folder: string,
  tree: NpmTree,
  scripts: AllowedScripts,
  context: Context,
): Promise<void> {
  const locations: string[] = [];
  for (const [location, digest] of Object.entries(scripts)) {
    const entry = tree.packages.get(location);
    const found = entry === undefined ? undefined : await scriptDigest(folder, location, entry);
    if (found === undefined && entry?.optional) continue;
    if (found !== digest) throw otherScript(location);
    locations.push(location);
  }
  if (locations.length === 0) return;
  const subject = `the install scripts of ${locations.map(location => inert(location.replace(/^node_modules\//, ''))).join(', ')}`;
  // As folders, because a name would select every package with that name.
  const args = ['rebuild', '--foreground-scripts=false', '--', ...locations.map(location => `./${location}`)];
  await runNpm({ folder, args, subject, runsScripts: true }, context).catch(error => {
    throw error instanceof ToolmarkError && error.code === 'package.resolver-failed' ? failed(subject) : error;
  });
}

function failed(subject: string): ToolmarkError {
  const message = `${subject} failed. The package is not installed. Run "npm rebuild" in a folder with the package to see why.`;
  return new ToolmarkError('package.script-failed', message);
}

function otherScript(location: string): ToolmarkError {
  const message = `The install script of ${quoteInert(location, 200)} is not the one that was allowed. It did not run. Review it, then run "toolmark lock --update" with --allow-scripts.`;
  return new ToolmarkError('package.script-changed', message);
}
