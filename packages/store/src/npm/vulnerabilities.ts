import { isJsonObject, type Json, type JsonObject, ToolmarkError } from '@toolmark/core';
import type { NpmTree } from '@toolmark/core/package';
import { inTemporaryFolder } from '../content/temporary.ts';
import type { Context } from '../context.ts';
import { explainNpm } from './explain-npm.ts';
import { writeProject } from './install.ts';
import { answerIn, startNpm } from './run-npm.ts';

/** An advisory that applies to a package of a tree. Its texts come from the registry; make them inert before showing them. */
export interface Vulnerability {
  readonly name: string;
  /** The versions that are affected, as a range. */
  readonly range: string;
  readonly severity: string;
  readonly title: string;
  readonly url?: string;
  /** Where the package is in the tree. */
  readonly locations: readonly string[];
}

/** Asks the registry for advisories about every package of a tree. Throws if it cannot say: silence would look like none. */
export async function findNpmVulnerabilities(tree: NpmTree, context: Context): Promise<Vulnerability[]> {
  return inTemporaryFolder(context.store, async folder => {
    await writeProject(folder, tree);
    const run = { folder, args: ['audit', '--package-lock-only', '--audit-level=none'], subject: 'the audit' };
    const report = answerIn(await startNpm(run, context));
    if (!isJsonObject(report.vulnerabilities)) throw failed(report);
    return Object.values(report.vulnerabilities).filter(isJsonObject).flatMap(vulnerabilitiesOf);
  });
}

/** `via` has the advisories about the package itself; texts in it name packages that depend on an affected one. */
function vulnerabilitiesOf({ name, nodes, via }: JsonObject): Vulnerability[] {
  return itemsOf(via)
    .filter(isJsonObject)
    .map(advisory => ({
      name: textOf(name),
      range: textOf(advisory.range),
      severity: textOf(advisory.severity),
      title: textOf(advisory.title),
      ...(typeof advisory.url === 'string' ? { url: advisory.url } : {}),
      locations: itemsOf(nodes).map(textOf).sort(),
    }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function failed(report: JsonObject): ToolmarkError {
  if (isJsonObject(report.error) && typeof report.error.code === 'string')
    return explainNpm(report.error, 'the advisories');
  const status = typeof report.statusCode === 'number' ? ` (HTTP ${report.statusCode})` : '';
  const message = `The registry did not answer which packages have advisories${status}. Some private registries cannot; nothing was checked.`;
  return new ToolmarkError('package.no-advisories', message);
}
