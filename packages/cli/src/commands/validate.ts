import {
  type Finding,
  hasErrors,
  inert,
  type Policy,
  parseTrust,
  ToolmarkError,
  type ValidationReport,
  validate,
} from '@toolmark/core';
import { locate, type Position } from '@toolmark/core/json';
import { type Trust, validateSignature } from '@toolmark/core/sign';
import { type RuleSet, sortFindings, type ValidateOptions } from '@toolmark/core/validate';
import { readFile } from '../files/read-file.ts';
import type { Source } from '../files/read-yaml.ts';
import { EXIT, type Format, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { isReady } from '../render/ready-to-publish.ts';
import { type PlacedFinding, toSarif } from '../render/sarif.ts';
import type { CheckedFile } from '../render/validate-text.ts';
import { formatReport } from '../render/validate-text.ts';
import { type AskOptions, askServers } from '../sources/ask-servers.ts';
import { isYaml, readYamlEntry } from '../sources/entry-file.ts';
import { askable, refuseLiveSource } from '../sources/find-servers.ts';
import { readPolicy } from '../sources/read-policy.ts';
import type { SourceOptions } from '../sources/source-options.ts';
import { version } from '../version.ts';

export interface ValidateArguments extends SourceOptions, AskOptions {
  /** Files, or none for live servers. */
  readonly files: readonly string[];
  readonly format: Format;
  readonly rules: RuleSet;
  readonly policy?: string;
  readonly taken: readonly string[];
  /** Certificates that signatures of documents are checked against. */
  readonly trust: readonly string[];
  /** Show notes too, and what servers write to their standard error. */
  readonly verbose: boolean;
}

export async function runValidate(given: ValidateArguments, io: Io): Promise<number> {
  const policy = given.policy === undefined ? undefined : readPolicy(given.policy, io);
  const checked = given.files.length > 0 ? await checkFiles(given, policy, io) : await checkServers(given, policy, io);
  io.out(format(checked, given, io));
  return exitCode(checked);
}

async function checkFiles(given: ValidateArguments, policy: Policy | undefined, io: Io): Promise<CheckedFile[]> {
  refuseLiveSource(given);
  if (given.files.filter(file => file === '-').length > 1) {
    throw new ToolmarkError('usage.stdin-twice', 'Standard input can be used only once.');
  }
  const trust = readTrust(given, io);
  const checked: CheckedFile[] = [];
  for (const [index, file] of given.files.entries()) {
    if (io.hasProgress && index > 0 && index % 500 === 0)
      io.stderr(`${index} of ${given.files.length} files checked\n`);
    checked.push(await checkFile(file, given, { policy, trust }, io));
  }
  return checked;
}

/** The tool list of each live server, under the same rules as one in a file. */
async function checkServers(given: ValidateArguments, policy: Policy | undefined, io: Io): Promise<CheckedFile[]> {
  const { command, url, config, discover } = given;
  if (command === undefined && url === undefined && config === undefined && !discover) {
    const message = 'Name files to validate, or servers: "-- COMMAND", --url, --config or --discover.';
    throw new ToolmarkError('usage.missing-argument', message);
  }
  if (given.trust.length > 0) {
    throw new ToolmarkError('usage.trust', 'Tool lists of live servers are not signed. --trust is for files.');
  }
  const { servers, broken } = await askable(given, io);
  const results = await askServers(servers, given, io);
  return [
    ...results.map((result): CheckedFile => {
      const { key: server, behind } = result.server;
      if ('error' in result) return unreadable(server, result.error, { server });
      const bytes = Buffer.from(formatJson({ tools: result.snapshot.tools }));
      const report = validateSafely(bytes, optionsOf(given, policy, io));
      return { file: server, server, ...(behind && { behind }), ...report, places: new Map() };
    }),
    ...broken.map(entry => unreadable(entry.key, entry, { server: entry.key })),
  ];
}

/** None, and an empty one, differ: without any, signatures are not checked against anybody. */
function readTrust({ trust }: ValidateArguments, io: Io): Trust | undefined {
  return trust.length === 0 ? undefined : parseTrust({ roots: trust.map(file => readFile(file, io, 4 * 1024 * 1024)) });
}

async function checkFile(
  file: string,
  given: ValidateArguments,
  { policy, trust }: { readonly policy: Policy | undefined; readonly trust: Trust | undefined },
  io: Io,
): Promise<CheckedFile> {
  let source: Pick<Source, 'bytes'> & Partial<Source>;
  try {
    source = isYaml(file) ? readYamlEntry(file, io) : { bytes: readFile(file, io) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return unreadable(file, error);
  }
  const { bytes, lineOf } = source;
  const report = await withSignature(bytes, validateSafely(bytes, optionsOf(given, policy, io)), trust, io);
  return { file, ...report, places: given.format === 'json' ? new Map() : placesOf(bytes, report.findings, lineOf) };
}

/** Signature findings cannot be waived. */
async function withSignature(
  bytes: Uint8Array,
  report: ValidationReport,
  trust: Trust | undefined,
  io: Io,
): Promise<ValidationReport & Pick<CheckedFile, 'signature'>> {
  if (report.kind !== 'tool-document') return report;
  const { outcome, findings } = await validateSignature(bytes, { trust, now: io.now });
  const valid = report.valid && !hasErrors(findings);
  return { ...report, valid, findings: sortFindings([...report.findings, ...findings]), signature: outcome };
}

function optionsOf(given: ValidateArguments, policy: Policy | undefined, io: Io): ValidateOptions {
  return { now: io.now, rules: given.rules, takenNames: given.taken, ...(policy === undefined ? {} : { policy }) };
}

function unreadable(
  file: string,
  { code, message }: { readonly code: string; readonly message: string },
  more: Pick<CheckedFile, 'server'> = {},
): CheckedFile {
  const finding: Finding = { code, severity: 'error', pointer: '', message };
  return { file, ...more, kind: 'unreadable', valid: false, findings: [finding], places: new Map() };
}

/** A fault of ours in one file must not take the reports of the others with it. */
function validateSafely(bytes: Uint8Array, options: ValidateOptions): ValidationReport {
  try {
    return validate(bytes, options);
  } catch (error) {
    if (error instanceof ToolmarkError) throw error;
    const message = `Bug in Toolmark: ${inert(String(error))}`;
    const finding: Finding = { code: 'input.internal-error', severity: 'error', pointer: '', message };
    return { kind: 'unknown', valid: false, findings: [finding] };
  }
}

function placesOf(
  bytes: Uint8Array,
  findings: readonly Finding[],
  lineOf: Source['lineOf'] | undefined,
): Map<string, Position> {
  if (lineOf !== undefined) {
    return new Map(findings.map(({ pointer }) => [pointer, { offset: 0, line: lineOf(pointer), column: 1 }]));
  }
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
  const what = checked.some(({ server }) => server !== undefined) ? 'servers' : 'files';
  const message = `${unread.length} of ${checked.length} ${what} could not be checked.`;
  return {
    valid: checked.every(file => file.valid),
    files: checked.map(({ places: _, ...file }) => ({ ...file, ...readyOf(file) })),
    ...(unread.length === 0 ? {} : { error: { code: unread[0]?.findings[0]?.code, message } }),
  };
}

/** For entries of the MCP Registry: whether registries take them as they are. */
function readyOf({ kind, findings }: Pick<CheckedFile, 'kind' | 'findings'>): { ready?: boolean } {
  return kind === 'server-json' ? { ready: isReady(kind, findings) } : {};
}

function placedFindings({ file, findings, places }: CheckedFile): PlacedFinding[] {
  return findings.map(finding => ({ file, finding, position: places.get(finding.pointer) }));
}

function exitCode(checked: readonly CheckedFile[]): number {
  if (checked.some(isUnasked)) return EXIT.error;
  return checked.some(({ findings }) => hasErrors(findings)) ? EXIT.no : EXIT.yes;
}

function isUnasked({ kind, findings }: CheckedFile): boolean {
  return kind === 'unreadable' || findings.some(({ code }) => code.startsWith('input.'));
}
