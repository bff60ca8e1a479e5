import path from 'node:path';
import { type Json, parseLock, quoteInert, readJson, recognise, type Snapshot, ToolmarkError } from '@toolmark/core';
import { locate, type Position } from '@toolmark/core/json';
import { LOCK_LIMITS } from '@toolmark/core/lock';
import { CATALOGUE, type Tier, type Waiver } from '@toolmark/core/validate';
import type { NamedServer } from '@toolmark/mcp';
import { type ScanFinding, type ScannedServer, type ScanReport, scan } from '@toolmark/scan';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Format, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { type PlacedFinding, toSarif } from '../render/sarif.ts';
import type { BrokenSource } from '../render/scan-text.ts';
import { formatScan, NOTHING_SCANNED } from '../render/scan-text.ts';
import { type AskOptions, askServers } from '../sources/ask-servers.ts';
import { askable, refuseLiveSource } from '../sources/find-servers.ts';
import { readPolicy } from '../sources/read-policy.ts';
import { isLock, lockedSnapshot, naming } from '../sources/read-surfaces.ts';
import type { SourceOptions } from '../sources/source-options.ts';
import { version } from '../version.ts';

export interface ScanArguments extends Omit<SourceOptions, 'name'>, AskOptions {
  /** Without any, live servers are asked. */
  readonly files: readonly string[];
  readonly format: Format;
  readonly policy?: string;
  readonly name?: readonly string[];
  readonly failOn: Tier;
}

/** Where a server's snapshot came from, for the places in a report. Only a file has a text. */
export interface Source extends ScannedServer {
  readonly file: string;
  readonly text?: string;
  /** The config starts a guard, and the server behind it was asked. */
  readonly behind?: 'guard';
}

/** Sources become servers, servers are scanned together, and the report is printed. */
export async function runScan(given: ScanArguments, io: Io): Promise<number> {
  const waivers = given.policy === undefined ? [] : (readPolicy(given.policy, io).waivers ?? []);
  const { sources, broken } = given.files.length === 0 ? await askSources(together(given), io) : readSources(given, io);
  return reportScan({ sources, broken, waivers, given }, io);
}

/** Where no source is named, every server of the machine is scanned: only beside the others is shadowing visible. */
function together(given: ScanArguments): ScanArguments {
  const { command, url, config } = given;
  return command === undefined && url === undefined && config === undefined ? { ...given, discover: true } : given;
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
  if (given.format === 'json') io.out(formatJson(toResult({ ...report, clean }, sources, broken)));
  else if (given.format === 'sarif')
    io.out(formatJson(toSarif(report.servers.flatMap(placed(sources)), version, CATALOGUE, broken)));
  else io.out(formatScan({ ...report, clean }, broken, io.hasColor));
  return exitCode(report, broken, given.failOn);
}

function exitCode(report: ScanReport, broken: readonly BrokenSource[], failOn: Tier): number {
  const isBad = ({ tier, waived }: ScanFinding): boolean =>
    waived === undefined && (tier === 'block' || failOn === 'review');
  // What was found is an answer, whatever else could not be asked (docs/decisions/0011).
  if (report.servers.some(({ findings }) => findings.some(isBad))) return EXIT.no;
  if (broken.length > 0 || report.servers.length === 0) return EXIT.error;
  // A scan that saw nothing has not cleared anything.
  return report.clean || report.servers.some(({ findings }) => findings.length > 0) ? EXIT.yes : EXIT.error;
}

function toResult(
  { clean, rules, servers, suppressed }: ScanReport,
  sources: readonly Source[],
  broken: readonly BrokenSource[],
): object {
  const [first] = broken;
  const nothing = !clean && broken.length === 0 && servers.every(({ findings }) => findings.length === 0);
  const error = first ?? (nothing ? NOTHING_SCANNED : undefined);
  return {
    clean,
    rules,
    servers: servers.map((server, index) => {
      const behind = sources[index]?.behind;
      return { ...server, ...(behind && { behind }) };
    }),
    suppressed,
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  };
}

interface Sources {
  readonly sources: readonly Source[];
  readonly broken: readonly BrokenSource[];
}

/** What live servers show; the places of findings are in the config that names them. */
async function askSources({ name: names, ...given }: ScanArguments, io: Io): Promise<Sources> {
  const [name] = names ?? [];
  const { servers, broken } = await askable({ ...given, ...(name === undefined ? {} : { name }) }, io);
  const results = await askServers(servers, given, io);
  const file = given.config ?? 'server';
  return {
    sources: results.flatMap(result => ('error' in result ? [] : [liveSource(file, result.server, result.snapshot)])),
    broken: [
      ...results.flatMap(result => ('error' in result ? [brokenSource(result.server.key, result.error)] : [])),
      ...broken.map(entry => brokenSource(entry.key, entry)),
    ],
  };
}

function liveSource(file: string, { key, behind }: NamedServer, snapshot: Snapshot): Source {
  return { file, server: key, snapshot, ...(behind && { behind }) };
}

function brokenSource(server: string, { code, message }: { code: string; message: string }): BrokenSource {
  return { server, code, message };
}

function readSources(given: ScanArguments, io: Io): Sources {
  refuseLiveSource(given);
  if (given.files.filter(file => file === '-').length > 1) {
    throw new ToolmarkError('usage.stdin-twice', 'Standard input can be used only once.');
  }
  if (given.name !== undefined && given.name.length !== given.files.length) {
    throw new ToolmarkError('usage.names', `Give one --name for each of the ${given.files.length} files.`);
  }
  const sources: Source[] = [];
  const broken: BrokenSource[] = [];
  for (const [index, file] of given.files.entries()) {
    const server = given.name?.[index] ?? serverName(file);
    try {
      for (const source of readSource(file, server, io)) sources.push(source);
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

function readSource(file: string, server: string, io: Io): Source[] {
  const bytes = readFile(file, io, LOCK_LIMITS.maxBytes);
  const snapshot = naming(file, () => readJson(bytes, LOCK_LIMITS));
  if (isLock(snapshot)) return lockedSources(file, snapshot);
  const kind = recognise(snapshot);
  if (kind === 'ambiguous' || kind === 'server-json' || kind === 'toolhive') {
    throw new ToolmarkError(
      'input.unsupported-kind',
      `${quoteInert(file)} is not something that lists tools. Pass a tool list, a snapshot, a tool or a tool document.`,
    );
  }
  return [{ file, server, snapshot, text: new TextDecoder().decode(bytes) }];
}

/** All servers of a lock, as they were approved. */
function lockedSources(file: string, value: Json): Source[] {
  const { servers } = naming(file, () => parseLock(value));
  return [...servers].map(([server, locked]) => ({ file, server, snapshot: lockedSnapshot(locked) }));
}

function placed(sources: readonly Source[]): (server: ScanReport['servers'][number], index: number) => PlacedFinding[] {
  return ({ findings }, index) => {
    const source = sources[index];
    const places: ReadonlyMap<string, Position> =
      source?.text === undefined ? new Map() : locate(source.text, new Set(findings.map(({ pointer }) => pointer)));
    return findings.map(finding => ({ file: source?.file ?? '', finding, position: places.get(finding.pointer) }));
  };
}
