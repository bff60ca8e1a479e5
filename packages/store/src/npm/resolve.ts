import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inert, isJsonObject, type Json, readJson, ToolmarkError } from '@toolmark/core';
import {
  type NpmEntry,
  type NpmTree,
  type PackageSpec,
  parseNpmTree,
  programOf,
  purlOf,
  type RecognisedNpm,
  treeDigest,
} from '@toolmark/core/package';
import { inTemporaryFolder } from '../content/temporary.ts';
import type { Context } from '../context.ts';
import type { ResolveContext, Resolved } from '../ecosystem.ts';
import { refuseOtherSources } from './refuse-other-sources.ts';
import { runNpm } from './run-npm.ts';
import { allowScripts } from './scripts.ts';

/** What `npx` would run now, from the registry: never a package that happens to be installed near the working folder. */
export async function resolveNpm(wanted: RecognisedNpm, context: ResolveContext): Promise<Resolved> {
  const [spec] = wanted.specs;
  if (spec === undefined) throw new ToolmarkError('package.malformed', 'The command does not name a package.');
  const tree = await resolveTree(wanted.specs, context);
  const { name, version, integrity } = topOf(tree, spec);
  const { bin } = programOf(tree, wanted);
  const { scripts, needsScripts } = await allowScripts(tree, context);
  const purl = purlOf({ type: 'npm', name, version });
  return {
    package: {
      ...{ type: 'npm', name, version, integrity, spec: spec.wanted, bin, tree: treeDigest(tree), purl },
      ...(scripts === undefined ? {} : { scripts }),
    },
    tree,
    needsScripts,
  };
}

async function resolveTree(specs: readonly PackageSpec[], context: Context): Promise<NpmTree> {
  return inTemporaryFolder(context.store, async folder => {
    await writeFile(path.join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--package-lock-only', '--', ...specs.map(argumentOf)];
    await runNpm({ folder, args, subject: subjectOf(specs), needsRegistry: true }, context);
    const tree = parseNpmTree(
      withoutExtraneous(readJson(await readFile(path.join(folder, 'package-lock.json')), LIMITS)),
    );
    refuseOtherSources(tree);
    return tree;
  });
}

/** Room for the trees of servers with thousands of dependencies. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, maxDepth: 32 };

/** Packages that npm considered and did not need: it writes them into the lock, and does not install them. */
function withoutExtraneous(lock: Json): Json {
  const packages = isJsonObject(lock) ? lock.packages : undefined;
  if (!isJsonObject(lock) || !isJsonObject(packages)) return lock;
  const needed = Object.entries(packages).filter(([, entry]) => !isJsonObject(entry) || entry.extraneous !== true);
  return { ...lock, packages: Object.fromEntries(needed) };
}

function argumentOf({ name, wanted, alias }: PackageSpec): string {
  return alias === undefined ? `${name}@${wanted}` : `${alias}@npm:${name}@${wanted}`;
}

function subjectOf(specs: readonly PackageSpec[]): string {
  return specs.map(({ name, wanted }) => inert(`${name}@${wanted}`)).join(', ');
}

/** The package that is run. Throws if the tree lacks it, or its digest. */
export function topOf(tree: NpmTree, spec: Pick<PackageSpec, 'name' | 'alias'>): NpmEntry & { integrity: string } {
  const entry = tree.packages.get(`node_modules/${spec.alias ?? spec.name}`);
  const { integrity } = entry ?? {};
  if (entry !== undefined && entry.name === spec.name && integrity !== undefined) return { ...entry, integrity };
  const message = `The tree of ${inert(spec.name)} does not contain it. Run "toolmark lock --update".`;
  throw new ToolmarkError('packages.contradicts-itself', message);
}
