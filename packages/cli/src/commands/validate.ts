import {
  type Finding,
  hasErrors,
  inert,
  locate,
  type Policy,
  type Position,
  type RuleSet,
  ToolmarkError,
  type ValidateOptions,
  type ValidationReport,
  validate,
} from '@toolmark/core';
import { EXIT, type Format, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { readPolicy } from '../read-policy.ts';
import { type PlacedFinding, toSarif } from '../sarif.ts';
import { version } from '../version.ts';
import { formatReport } from './validate-text.ts';

export interface ValidateArguments {
  readonly files: readonly string[];
  readonly format: Format;
  readonly rules: RuleSet;
  readonly policy?: string;
  readonly taken: readonly string[];
  readonly verbose: boolean;
}

/** One file's report, with the places in its text where that was asked for. */
export interface CheckedFile extends Omit<ValidationReport, 'kind'> {
  readonly file: string;
  readonly kind: ValidationReport['kind'] | 'unreadable';
  readonly places: ReadonlyMap<string, Position>;
}

export function runValidate(given: ValidateArguments, io: Io): number {
  if (given.files.filter(file => file === '-').length > 1) {
    throw new ToolmarkError('usage.stdin-twice', 'Standard input can be read only once.');
  }
  const policy = given.policy === undefined ? undefined : readPolicy(given.policy, io);
  const checked = given.files.map((file, index) => {
    if (io.hasProgress && index > 0 && index % 500 === 0) io.talk(`${index} of ${given.files.length} files checked\n`);
    return checkFile(file, given, policy, io);
  });
  io.out(format(checked, given, io));
  return exitCode(checked);
}

function checkFile(file: string, given: ValidateArguments, policy: Policy | undefined, io: Io): CheckedFile {
  let bytes: Uint8Array;
  try {
    bytes = readFile(file, io);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const finding: Finding = { code: error.code, severity: 'error', pointer: '', message: error.message };
    return { file, kind: 'unreadable', valid: false, findings: [finding], places: new Map() };
  }
  const report = validateSafely(bytes, {
    now: io.now,
    rules: given.rules,
    takenNames: given.taken,
    ...(policy === undefined ? {} : { policy }),
  });
  return { file, ...report, places: given.format === 'json' ? new Map() : placesOf(bytes, report.findings) };
}

/** A fault of ours in one file must not take the reports of the others with it. */
function validateSafely(bytes: Uint8Array, options: ValidateOptions): ValidationReport {
  try {
    return validate(bytes, options);
  } catch (error) {
    if (error instanceof ToolmarkError) throw error;
    const message = `This is a fault in Toolmark: ${inert(String(error))}`;
    const finding: Finding = { code: 'input.internal-error', severity: 'error', pointer: '', message };
    return { kind: 'unknown', valid: false, findings: [finding] };
  }
}

function placesOf(bytes: Uint8Array, findings: readonly Finding[]): Map<string, Position> {
  // A text the reader refused has its place in the message, and no values to look for.
  if (findings.length === 0 || findings.some(({ code }) => code.startsWith('json.'))) return new Map();
  return locate(new TextDecoder().decode(bytes), new Set(findings.map(({ pointer }) => pointer)));
}

function format(checked: readonly CheckedFile[], given: ValidateArguments, io: Io): string {
  if (given.format === 'json') return formatJson(toResult(checked));
  if (given.format === 'sarif') return formatJson(toSarif(checked.flatMap(placedFindings), version));
  return formatReport(checked, given.verbose, io.hasColor);
}

function toResult(checked: readonly CheckedFile[]): object {
  const unread = checked.filter(isUnasked);
  const message = `${unread.length} of ${checked.length} files could not be checked.`;
  return {
    valid: checked.every(file => file.valid),
    files: checked.map(({ places: _, ...file }) => file),
    ...(unread.length === 0 ? {} : { error: { code: unread[0]?.findings[0]?.code, message } }),
  };
}

function placedFindings({ file, findings, places }: CheckedFile): PlacedFinding[] {
  return findings.map(finding => ({ file, finding, position: places.get(finding.pointer) }));
}

function exitCode(checked: readonly CheckedFile[]): number {
  if (checked.some(isUnasked)) return EXIT.unasked;
  return checked.some(({ findings }) => hasErrors(findings)) ? EXIT.no : EXIT.yes;
}

function isUnasked({ findings }: CheckedFile): boolean {
  return findings.some(({ code }) => code.startsWith('input.'));
}
