import { type Lock, type LockedServer, quoteInert, ToolmarkError } from '@toolmark/core';
import type { NpmTree } from '@toolmark/core/package';
import type { Vulnerability } from '@toolmark/store';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import {
  type FoundVulnerability,
  formatVulnerabilities,
  type VulnerabilityReport,
} from '../render/vulnerabilities-text.ts';
import { countPackages } from '../sources/count-packages.ts';
import { inParallel } from '../sources/in-parallel.ts';
import { chooseLock, type LockChoice, readLock } from '../sources/lock-file.ts';
import { openAdvisories, type RegistryOptions } from '../sources/open-advisories.ts';
import { readTrees, type Trees, treeOf } from '../sources/packages-file.ts';
import { storeContext } from '../sources/store-context.ts';

export interface VulnerabilitiesArguments extends LockChoice, RegistryOptions {
  readonly server?: string;
  readonly format: 'text' | 'json';
}

const MAX_CONCURRENT = 4;

/** Asks the npm registry about every pinned package, and a Toolmark registry about every locked tool. */
export async function runVulnerabilities(given: VulnerabilitiesArguments, io: Io): Promise<number> {
  const lockfile = chooseLock(given, io);
  const servers = wanted(readLock(lockfile, io), given.server);
  const trees = readTrees(lockfile, io);
  const audits = await inParallel(servers, MAX_CONCURRENT, server => audit(server, { trees, lockfile }, io));
  const registry = await askRegistry(servers, given, io);
  const report = reportOf([...audits, registry]);
  io.out(given.format === 'json' ? formatJson(report) : formatVulnerabilities(report));
  return { none: EXIT.yes, found: EXIT.no, unknown: EXIT.error }[report.outcome];
}

type Entry = readonly [key: string, server: LockedServer];

function wanted({ servers }: Lock, key: string | undefined): Entry[] {
  const found = [...servers].filter(([one]) => key === undefined || one === key);
  if (key === undefined || found.length > 0) return found;
  throw new ToolmarkError('lock.unknown-server', `No server is locked as ${quoteInert(key)}.`);
}

type Part = Partial<Omit<VulnerabilityReport, 'outcome'>>;

async function audit(
  [server, { package: locked }]: Entry,
  { trees, lockfile }: { readonly trees: Trees; readonly lockfile: string },
  io: Io,
): Promise<Part> {
  // A remote server and local files are not packages.
  if (locked?.type === 'remote' || locked?.type === 'path') return {};
  if (locked === undefined) return notChecked(server, 'package.unpinned', NO_PACKAGE);
  if (locked.type === 'unpinned') return notChecked(server, 'package.unpinned', `It is not pinned. ${locked.reason}`);
  if (locked.type !== 'npm') return notChecked(server, 'package.no-advisories', NOT_NPM);
  try {
    const tree = treeOf(locked, trees, lockfile);
    if (tree?.type !== 'npm') return {};
    const { findVulnerabilities } = await import('@toolmark/store');
    const found = await findVulnerabilities(tree, storeContext({}, io));
    return { packages: countPackages(tree), vulnerabilities: found.map(one => toFound(server, one, tree)) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return notChecked(server, error.code, error.message);
  }
}

const NO_PACKAGE = 'The lock has no package for it. Run "toolmark lock" to add it.';
const NOT_NPM = 'Only packages of npm can be checked for known vulnerabilities.';

function notChecked(server: string, code: string, message: string): Part {
  return { notChecked: [{ server, code, message }] };
}

function toFound(server: string, found: Vulnerability, tree: NpmTree): FoundVulnerability {
  const { name, severity, title, range, url, locations } = found;
  const versions = locations.flatMap(location => tree.packages.get(location)?.version ?? []);
  return { server, package: name, versions: [...new Set(versions)], severity, title, range, ...(url && { url }) };
}

async function askRegistry(servers: readonly Entry[], given: VulnerabilitiesArguments, io: Io): Promise<Part> {
  const problems: string[] = [];
  const watched = await openAdvisories(given, io, line => void problems.push(line));
  try {
    const advisories = servers.flatMap(([server, { tools }]) =>
      [...tools].flatMap(([tool, { definition, digest }]) => {
        const message = watched.advisories?.refusalOf(server, definition, digest);
        return message === undefined ? [] : [{ server, tool, message }];
      }),
    );
    // A list of an earlier run is better than none, but it is not what the registry says now.
    const unsure = problems.map(message => ({ code: 'guard.advisories-unavailable', message }));
    return { advisories, notChecked: unsure };
  } finally {
    watched.close();
  }
}

function reportOf(parts: readonly Part[]): VulnerabilityReport {
  const vulnerabilities = parts.flatMap(part => part.vulnerabilities ?? []);
  const advisories = parts.flatMap(part => part.advisories ?? []);
  const unsure = parts.flatMap(part => part.notChecked ?? []);
  const isFound = vulnerabilities.length + advisories.length > 0;
  const outcome = isFound ? 'found' : unsure.length > 0 ? 'unknown' : 'none';
  const packages = parts.reduce((sum, part) => sum + (part.packages ?? 0), 0);
  return { outcome, packages, vulnerabilities, advisories, notChecked: unsure };
}
