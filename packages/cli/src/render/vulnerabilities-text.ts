import { inert, quoteInert } from '@toolmark/core';
import type { VulnerabilityReport } from '../commands/vulnerabilities.ts';

export function formatVulnerabilities(report: VulnerabilityReport): string {
  const { vulnerabilities, advisories, notChecked, packages } = report;
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
  const count = `${packages} ${packages === 1 ? 'package' : 'packages'} checked`;
  const found = vulnerabilities.length + advisories.length;
  return `${[...lines, `${count}, ${found === 0 ? 'none with' : `${found}`} known ${found === 1 ? 'vulnerability' : 'vulnerabilities'}.`].join('\n')}\n`;
}
