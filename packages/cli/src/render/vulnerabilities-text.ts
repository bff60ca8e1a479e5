import { inert, quoteInert } from '@toolmark/core';

/** An advisory about a package that a server uses. */
export interface FoundVulnerability {
  readonly server: string;
  readonly package: string;
  readonly versions: readonly string[];
  readonly severity: string;
  readonly title: string;
  readonly range: string;
  readonly url?: string;
}

/** An incident of a tool that is locked. */
export interface FoundAdvisory {
  readonly server: string;
  readonly tool: string;
  readonly message: string;
}

/** What could not be checked, and why. Without a server: the registry. */
export interface NotChecked {
  readonly server?: string;
  readonly code: string;
  readonly message: string;
}

export interface VulnerabilityReport {
  readonly outcome: 'none' | 'found' | 'unknown';
  /** How many packages were checked, each server counted by itself. */
  readonly packages: number;
  readonly vulnerabilities: readonly FoundVulnerability[];
  readonly advisories: readonly FoundAdvisory[];
  readonly notChecked: readonly NotChecked[];
}

export function formatVulnerabilities(report: VulnerabilityReport): string {
  const { vulnerabilities, advisories, notChecked } = report;
  const lines = [
    ...vulnerabilities.flatMap(({ server, package: name, versions, severity, title, url }) => [
      `${inert(server)}  ${inert(severity).padEnd(8)}  ${inert(name)} ${inert(versions.join(', '))}: ${inert(title)}`,
      ...(url === undefined ? [] : [`  ${inert(url)}`]),
    ]),
    ...advisories.map(({ server, tool, message }) => `${inert(server)}  ${quoteInert(tool)}: ${inert(message)}`),
    ...notChecked.map(
      ({ server = 'registry', code, message }) => `${inert(server)}  not checked: ${inert(message)} [${inert(code)}]`,
    ),
  ];
  return `${[...lines, summary(report)].join('\n')}\n`;
}

/** Never sounds like an answer about what was not checked. */
function summary({ packages, vulnerabilities, advisories, notChecked }: VulnerabilityReport): string {
  const found = vulnerabilities.length + advisories.length;
  if (packages === 0 && found === 0)
    return notChecked.length === 0 ? 'The lock pins no packages that have advisories.' : 'Nothing was checked.';
  const count = `${packages} ${packages === 1 ? 'package' : 'packages'} checked`;
  const known = `${found === 0 ? 'none with' : `${found}`} known ${found === 1 ? 'vulnerability' : 'vulnerabilities'}`;
  return `${count}, ${known}${notChecked.length === 0 ? '' : '; the others were not checked'}.`;
}
