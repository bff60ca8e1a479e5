import path from 'node:path';
import {
  inert,
  type Json,
  locate,
  type Position,
  quoteInert,
  readJson,
  recognise,
  type ScanFinding,
  type ScannedServer,
  type ScanReport,
  scan,
  type Tier,
  ToolmarkError,
  type Waiver,
} from '@toolmark/core';
import { EXIT, type Format, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { readPolicy } from '../read-policy.ts';
import { type PlacedFinding, toSarif } from '../sarif.ts';
import { version } from '../version.ts';
import { formatScan, NOTHING } from './scan-text.ts';

export interface ScanArguments {
  readonly files: readonly string[];
  readonly format: Format;
  readonly policy?: string;
  readonly name?: readonly string[];
  readonly failOn: Tier;
}

/** Where a server's snapshot came from, for the places in a report. */
export interface Source extends ScannedServer {
  readonly file: string;
  readonly text: string;
}

/** A source that could not be read. It never hides the others, and never lets the answer be yes. */
export interface BrokenSource {
  readonly server: string;
  readonly code: string;
  readonly message: string;
}

/** Sources become servers, servers are scanned together, and the report is printed. */
export function runScan(given: ScanArguments, io: Io): number {
  const waivers = given.policy === undefined ? [] : (readPolicy(given.policy, io).waivers ?? []);
  const { sources, broken } = readSources(given, io);
  return reportScan({ sources, broken, waivers, given }, io);
}

interface Scanned {
  readonly sources: readonly Source[];
  readonly broken: readonly BrokenSource[];
  readonly waivers: readonly Waiver[];
  readonly given: Pick<ScanArguments, 'format' | 'failOn'>;
}

function reportScan({ sources, broken, waivers, given }: Scanned, io: Io): number {
  const report = scan(sources, { now: io.now, suppressions: waivers });
  const clean = report.clean && broken.length === 0;
  if (given.format === 'json') io.out(formatJson(toResult({ ...report, clean }, broken)));
  else if (given.format === 'sarif') io.out(formatJson(toSarif(report.servers.flatMap(placed(sources)), version)));
  else io.out(formatScan({ ...report, clean }, broken, io.hasColor));
  return exitCode(report, broken, given.failOn);
}

function exitCode(report: ScanReport, broken: readonly BrokenSource[], failOn: Tier): number {
  if (broken.length > 0 || report.servers.length === 0) return EXIT.unasked;
  const isBad = ({ tier, waived }: ScanFinding): boolean =>
    waived === undefined && (tier === 'block' || failOn === 'review');
  if (report.servers.some(({ findings }) => findings.some(isBad))) return EXIT.no;
  // A scan that saw nothing has not cleared anything.
  return report.clean || report.servers.some(({ findings }) => findings.length > 0) ? EXIT.yes : EXIT.unasked;
}

function toResult({ clean, rules, servers, suppressed }: ScanReport, broken: readonly BrokenSource[]): object {
  const [first] = broken;
  const nothing = !clean && broken.length === 0 && servers.every(({ findings }) => findings.length === 0);
  const error = first ?? (nothing ? NOTHING : undefined);
  return {
    clean,
    rules,
    servers,
    suppressed,
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  };
}

function readSources(given: ScanArguments, io: Io): { sources: Source[]; broken: BrokenSource[] } {
  if (given.files.filter(file => file === '-').length > 1) {
    throw new ToolmarkError('usage.stdin-twice', 'Standard input can be read only once.');
  }
  if (given.name !== undefined && given.name.length !== given.files.length) {
    throw new ToolmarkError('usage.names', `Give one --name for each of the ${given.files.length} files.`);
  }
  const sources: Source[] = [];
  const broken: BrokenSource[] = [];
  for (const [index, file] of given.files.entries()) {
    const server = given.name?.[index] ?? serverName(file);
    try {
      sources.push(readSource(file, server, io));
    } catch (error) {
      if (!(error instanceof ToolmarkError)) throw error;
      broken.push({ server, code: error.code, message: error.message });
    }
  }
  return { sources, broken };
}

function serverName(file: string): string {
  return file === '-' ? 'default' : path.basename(file).replace(/\.json$/, '');
}

function readSource(file: string, server: string, io: Io): Source {
  const bytes = readFile(file, io);
  const snapshot = readNamed(bytes, file);
  const kind = recognise(snapshot);
  if (kind === 'ambiguous' || kind === 'server-json' || kind === 'toolhive') {
    throw new ToolmarkError(
      'input.unsupported-kind',
      `${quoteInert(file)} is not something that lists tools. Pass a tool list, a snapshot, a tool or a tool document.`,
    );
  }
  return { file, server, snapshot, text: new TextDecoder().decode(bytes) };
}

function readNamed(bytes: Uint8Array, file: string): Json {
  try {
    return readJson(bytes);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw new ToolmarkError(error.code, `${quoteInert(file)}: ${inert(error.message)}`, { cause: error });
  }
}

function placed(sources: readonly Source[]): (server: ScanReport['servers'][number], index: number) => PlacedFinding[] {
  return ({ findings }, index) => {
    const source = sources[index];
    const places: ReadonlyMap<string, Position> =
      source === undefined ? new Map() : locate(source.text, new Set(findings.map(({ pointer }) => pointer)));
    return findings.map(finding => ({ file: source?.file ?? '', finding, position: places.get(finding.pointer) }));
  };
}
