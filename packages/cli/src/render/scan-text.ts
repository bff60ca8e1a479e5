import { inert, quoteInert } from '@toolmark/core';
import type { ScanFinding, ScanReport } from '@toolmark/scan';
import pc from 'picocolors';

/** A source that could not be read. It never hides the others, and never lets the answer be yes. */
export interface BrokenSource {
  readonly server: string;
  readonly code: string;
  readonly message: string;
}

export const NOTHING_SCANNED = {
  code: 'scan.nothing-scanned',
  message: 'There was nothing to scan: no tools, prompts, resources or instructions.',
};

/** The report for people: every server in a line, its findings below, and which rules were used at the end. */
export function formatScan(report: ScanReport, broken: readonly BrokenSource[], hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const lines = report.servers.flatMap(({ server, findings }) => [
    `${color.bold(inert(server))}  ${verdict(findings, color)}`,
    ...findings.flatMap(finding => describe(finding, color)),
  ]);
  for (const { server, code, message } of broken) {
    lines.push(`${color.bold(inert(server))}  ${color.red('not scanned')}`, `  ${code}  ${inert(message)}`);
  }
  const isEmpty = broken.length === 0 && !report.clean && report.servers.every(({ findings }) => findings.length === 0);
  if (isEmpty) lines.push(`${color.red('not scanned')}  ${NOTHING_SCANNED.message}`);
  lines.push('', `rules ${report.rules.version}  ${report.rules.digest}`);
  return `${lines.join('\n')}\n`;
}

type Colors = ReturnType<typeof pc.createColors>;

function verdict(findings: readonly ScanFinding[], color: Colors): string {
  const open = findings.filter(({ waived }) => waived === undefined);
  const block = open.filter(({ tier }) => tier === 'block').length;
  const parts = [
    block === 0 ? '' : color.red(`${block} block`),
    open.length === block ? '' : color.yellow(`${open.length - block} review`),
    findings.length === open.length ? '' : color.dim(`${findings.length - open.length} suppressed`),
  ].filter(part => part !== '');
  return parts.length === 0 ? color.green('nothing found') : parts.join(', ');
}

function describe(finding: ScanFinding, color: Colors): string[] {
  const label = finding.waived === undefined ? finding.tier : 'suppressed';
  const paint = { block: color.red, review: color.yellow, suppressed: color.dim }[label];
  const tool = finding.tool === undefined ? '' : color.dim(` in ${quoteInert(finding.tool, 60)}`);
  return [
    `  ${paint(label.padEnd(10))}  ${finding.code}  ${color.dim(inert(finding.pointer))}${tool}`,
    `              ${inert(finding.message)}`,
    ...(finding.waived === undefined
      ? []
      : [`              ${color.dim(`until ${finding.waived.expires}: ${inert(finding.waived.reason)}`)}`]),
  ];
}
