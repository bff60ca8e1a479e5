import { type Finding, inert, quoteInert, type Severity, type ValidationReport } from '@toolmark/core';
import type { Position } from '@toolmark/core/json';
import type { SignatureReport } from '@toolmark/core/sign';
import pc from 'picocolors';
import { isReady } from './ready-to-publish.ts';

/** The report on one file or server, with the places in its text where that was asked for. */
export interface CheckedFile extends Omit<ValidationReport, 'kind'> {
  /** Its name; of a server its key. */
  readonly file: string;
  readonly server?: string;
  /** The config starts a guard, and the server behind it was asked. */
  readonly behind?: 'guard';
  readonly kind: ValidationReport['kind'] | 'unreadable';
  /** Of a tool document: what became of its signature. */
  readonly signature?: SignatureReport['outcome'];
  readonly places: ReadonlyMap<string, Position>;
}

/** The report for people: every file in a line, its findings below, and a sum at the end. */
export function formatReport(checked: readonly CheckedFile[], isVerbose: boolean, hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const lines: string[] = [];
  for (const file of checked) {
    const shown = file.findings.filter(finding => isVerbose || finding.severity !== 'info');
    const ready = isReady(file.kind, file.findings) ? ', ready to publish' : '';
    const verdict = file.valid ? color.green(`valid${ready}${signed(file)}`) : color.red(`not valid${signed(file)}`);
    lines.push(`${color.bold(inert(file.file))}  ${file.kind}  ${verdict}${counts(file.findings, isVerbose)}`);
    for (const finding of inReadingOrder(shown, file)) lines.push(...describe(finding, file, color));
  }
  const bad = checked.filter(file => !file.valid).length;
  const what = checked.some(({ server }) => server !== undefined) ? 'servers' : 'files';
  if (checked.length > 1) lines.push('', `${checked.length} ${what}, ${bad} not valid`);
  return `${lines.join('\n')}\n`;
}

/** Nothing is said of a document without a signature that needs none. */
function signed({ signature }: CheckedFile): string {
  if (signature === undefined || signature === 'unsigned') return '';
  return signature === 'unchecked' ? ', signature not checked' : `, signature ${signature}`;
}

/** As a person reads the file, from top to bottom. */
function inReadingOrder(findings: readonly Finding[], { places }: CheckedFile): Finding[] {
  const offset = ({ pointer }: Finding): number => places.get(pointer)?.offset ?? -1;
  return findings.toSorted((a, b) => offset(a) - offset(b));
}

function describe(finding: Finding, file: CheckedFile, color: ReturnType<typeof pc.createColors>): string[] {
  const position = file.places.get(finding.pointer);
  const place = position === undefined ? '' : `${position.line}:${position.column} `;
  const label = finding.waived === undefined ? finding.severity : 'waived';
  const paint = { error: color.red, warning: color.yellow, info: color.cyan, waived: color.dim }[label];
  const tool = finding.tool === undefined ? '' : color.dim(` in ${quoteInert(finding.tool, 60)}`);
  return [
    `  ${paint(label.padEnd(7))}  ${finding.code}  ${color.dim(`${place}${inert(finding.pointer)}`)}${tool}`,
    `           ${inert(finding.message)}`,
    ...(finding.waived === undefined
      ? []
      : [`           ${color.dim(`until ${finding.waived.expires}: ${inert(finding.waived.reason)}`)}`]),
  ];
}

function counts(findings: readonly Finding[], isVerbose: boolean): string {
  const parts = [
    count(findings, 'error', 'error'),
    count(findings, 'warning', 'warning'),
    count(findings, 'info', 'note'),
  ];
  const text = parts.filter(part => part !== '').join(', ');
  if (text === '') return '';
  const hint = !isVerbose && findings.some(({ severity }) => severity === 'info') ? '; --verbose shows notes' : '';
  return `  (${text}${hint})`;
}

function count(findings: readonly Finding[], severity: Severity, word: string): string {
  const number = findings.filter(finding => finding.severity === severity && finding.waived === undefined).length;
  return number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}`;
}
