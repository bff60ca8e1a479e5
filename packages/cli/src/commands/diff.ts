import { drift, type LockedServer, type SeverityColumn, ToolmarkError } from '@toolmark/core';
import { NOTHING, type ServerDrift, toReport } from '../drift-report.ts';
import { EXIT, type Io } from '../io.ts';
import { readSurfaces } from '../read-surfaces.ts';
import { renderDrift } from '../render-drift.ts';

export interface DiffArguments {
  readonly before: string;
  readonly after: string;
  readonly format: 'text' | 'json' | 'markdown';
  readonly severities: SeverityColumn;
  /** Which server of a lock, where the other file shows only one. */
  readonly server?: string;
}

/** What changed between two files, for reading: any difference is exit 1. */
export function runDiff(given: DiffArguments, io: Io): number {
  const before = readSurfaces(given.before, io);
  const after = readSurfaces(given.after, io);
  const servers = pairs(before, after, given.server).map(([server, old, now]) => compare(server, old, now, given));
  const report = toReport(servers, 'safe');
  io.out(renderDrift(report, given.format, { file: given.before, read: () => new Uint8Array() }, io.hasColor));
  return report.outcome === 'match' ? EXIT.yes : EXIT.no;
}

type Surfaces = ReadonlyMap<string | undefined, LockedServer>;
type Pair = [server: string, before: LockedServer, after: LockedServer];

/** Servers of two locks by their keys; a file that shows one server is compared with the one that is meant. */
function pairs(before: Surfaces, after: Surfaces, wanted: string | undefined): Pair[] {
  if (before.has(undefined) || after.has(undefined)) {
    return [[wanted ?? keyOf(before) ?? keyOf(after) ?? 'default', only(before, wanted), only(after, wanted)]];
  }
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(key => wanted === undefined || key === wanted);
  return keys.map(key => [key ?? '', before.get(key) ?? NOTHING, after.get(key) ?? NOTHING]);
}

function keyOf(surfaces: Surfaces): string | undefined {
  return [...surfaces.keys()][0];
}

function only(surfaces: Surfaces, wanted: string | undefined): LockedServer {
  const found = surfaces.get(undefined) ?? (surfaces.size === 1 ? [...surfaces.values()][0] : surfaces.get(wanted));
  if (found !== undefined) return found;
  throw new ToolmarkError('usage.which-server', 'The lock holds several servers. Name one with --server.');
}

function compare(server: string, before: LockedServer, after: LockedServer, given: DiffArguments): ServerDrift {
  const changes = drift(before, after, { severities: given.severities });
  return { server, status: changes.length === 0 ? 'match' : 'drift', drift: changes };
}
