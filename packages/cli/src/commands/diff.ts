import { drift, type LockedServer, quoteInert, ToolmarkError } from '@toolmark/core';
import { type SeverityColumn, withoutAllow } from '@toolmark/core/lock';
import { EXIT, type Io } from '../io.ts';
import { type ServerDrift, toReport } from '../render/drift-report.ts';
import { renderDrift } from '../render/render-drift.ts';
import { readSurfaces } from '../sources/read-surfaces.ts';
import { NOTHING } from './judge-servers.ts';

export interface DiffArguments {
  readonly before: string;
  readonly after: string;
  readonly format: 'text' | 'json' | 'markdown';
  readonly severities: SeverityColumn;
  /** Which server of a lock, where the other file shows only one. */
  readonly server?: string;
}

/** What changed between two files, for reading: any difference is exit 1. */
export async function runDiff(given: DiffArguments, io: Io): Promise<number> {
  if (given.before === '-' && given.after === '-') {
    throw new ToolmarkError('usage.stdin-twice', 'Standard input can be used only once.');
  }
  const before = readSurfaces(given.before, io);
  const after = readSurfaces(given.after, io);
  const areLocks = !before.has(undefined) && !after.has(undefined);
  const servers = pairs(before, after, given.server).map(([server, old, now]) =>
    compare(server, old, now, areLocks, given),
  );
  const report = toReport(servers, 'safe');
  io.out(renderDrift(report, given.format, { file: given.before, bytes: new Uint8Array() }, io.hasColor));
  return report.outcome === 'match' ? EXIT.yes : EXIT.no;
}

type Surfaces = ReadonlyMap<string | undefined, LockedServer>;
type Side = LockedServer | undefined;
type Pair = [server: string, before: Side, after: Side];

/** Servers of two locks by their keys; a file that shows one server is compared with the one that is meant. */
function pairs(before: Surfaces, after: Surfaces, wanted: string | undefined): Pair[] {
  if (before.has(undefined) || after.has(undefined)) {
    return [[wanted ?? keyOf(before) ?? keyOf(after) ?? 'default', only(before, wanted), only(after, wanted)]];
  }
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(key => wanted === undefined || key === wanted);
  if (keys.length === 0) throw unknownServer(wanted);
  return keys.map(key => [key ?? '', before.get(key), after.get(key)]);
}

function keyOf(surfaces: Surfaces): string | undefined {
  return [...surfaces.keys()][0];
}

function only(surfaces: Surfaces, wanted: string | undefined): LockedServer {
  const shown = surfaces.get(undefined);
  if (shown !== undefined) return shown;
  const found = wanted === undefined && surfaces.size === 1 ? [...surfaces.values()][0] : surfaces.get(wanted);
  if (found !== undefined) return found;
  throw unknownServer(wanted);
}

function unknownServer(wanted: string | undefined): ToolmarkError {
  if (wanted === undefined) {
    return new ToolmarkError(
      'usage.which-server',
      'The lock does not hold exactly one server. Name one with --server.',
    );
  }
  return new ToolmarkError('usage.unknown-server', `No server is called ${quoteInert(wanted)}.`);
}

/** Nothing is overlooked here because a lock allows it: a reader wants all that differs. */
function compare(server: string, old: Side, now: Side, areLocks: boolean, given: DiffArguments): ServerDrift {
  const changes = drift(withoutAllow(old ?? NOTHING), now ?? NOTHING, { severities: given.severities });
  const note = noteOn(old, now) ?? (areLocks ? noteOnAddress(old, now) : undefined);
  const status = changes.length === 0 && note === undefined ? 'match' : 'drift';
  return { server, status, drift: changes, ...(note === undefined ? {} : { note }) };
}

function noteOn(old: Side, now: Side): string | undefined {
  if (old === undefined) return 'The server is new in the lock.';
  if (now === undefined) return 'The server is gone from the lock.';
  if (old.allow === now.allow) return undefined;
  return now.allow === undefined ? 'A subset is no longer fine.' : 'A subset of it is fine now.';
}

/** Another address is drift; an address that only one lock names is worth a line. A snapshot has none. */
function noteOnAddress(old: Side, now: Side): string | undefined {
  if ((old?.package === undefined) === (now?.package === undefined)) return undefined;
  return now?.package === undefined ? 'The entry no longer names an address.' : 'The entry names an address now.';
}
