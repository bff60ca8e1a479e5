import { quoteInert, ToolmarkError } from '@toolmark/core';
import { ensurePublisher } from '../accounts/accounts.ts';
import type { Writer } from '../database/connection.ts';
import { tidyWords } from '../database/full-text.ts';
import { keepSetting } from '../database/settings.ts';
import type { Registry } from '../registry.ts';
import { type InspectedEntry, inspectEntry } from '../servers/inspect-entry.ts';
import { findServer } from '../servers/project-servers.ts';
import { admitEntry, isKnown, MIRROR, nextMoment } from '../servers/publish-server.ts';
import { applyStatus } from '../servers/set-server-status.ts';
import type { Candidate } from './candidate.ts';

/** The progress of mirroring one registry. */
export interface Progress {
  readonly source: string;
  /** Requests only changes after this time; undefined on the first pass. */
  readonly since?: string | undefined;
  /** When the current pass began, and where it continues. */
  readonly startedAt?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The setting that keeps the progress of a source. */
export function progressKey(source: string): string {
  return `sync ${source}`;
}

/** Some entries, and the progress once they are stored. */
export interface SyncPage {
  readonly candidates: readonly Candidate[];
  /** Refusals and losses from before the entries were inspected. */
  readonly remarks?: readonly SyncRemark[];
  readonly progress?: Progress;
}

/** A `refused` entry is not stored; an entry with a `loss` is stored without the lost part. */
export interface SyncRemark {
  readonly kind: 'refused' | 'loss';
  readonly name: string;
  readonly version: string;
  readonly code: string;
  readonly reason: string;
}

export interface SyncOptions {
  /** Called for each refusal and loss, before the page counts as done. */
  readonly report?: ((remark: SyncRemark) => void) | undefined;
  /** Called after every page. */
  readonly progress?: ((result: SyncResult) => void) | undefined;
}

export interface SyncResult {
  readonly added: number;
  /** Known entries with a new status. */
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly losses: number;
}

/**
 * Mirrors entries page by page. Each page and its progress are one transaction, so an interrupted run resumes after the last
 * complete page. Names of other publishers are never taken over.
 */
export async function syncServers(
  registry: Registry,
  pages: AsyncIterable<SyncPage>,
  { report, progress }: SyncOptions = {},
): Promise<SyncResult> {
  await ensurePublisher(registry, { id: MIRROR, name: 'Entries of other registries', permissions: [] });
  const result = { added: 0, changed: 0, unchanged: 0, refused: 0, losses: 0 };
  for await (const page of pages) {
    const { ready, refused } = inspectAll(page.candidates, registry.now());
    const stored = await storePage(registry, ready, page.progress);
    for (const outcome of stored.outcomes) result[outcome] += 1;
    for (const remark of [...(page.remarks ?? []), ...refused, ...stored.refused]) {
      result[remark.kind === 'loss' ? 'losses' : 'refused'] += 1;
      report?.(remark);
    }
    progress?.(result);
  }
  if (result.added >= MANY) await registry.database.write(tidyWords);
  return result;
}

/** So many that the search index needs tidying. */
const MANY = 1_000;

interface Ready {
  readonly candidate: Candidate;
  readonly inspected: InspectedEntry;
}

function inspectAll(candidates: readonly Candidate[], now: Date) {
  const ready: Ready[] = [];
  const refused: SyncRemark[] = [];
  for (const candidate of candidates) {
    try {
      ready.push({ candidate, inspected: inspectEntry(candidate.bytes, now) });
    } catch (error) {
      refused.push(toRemark(candidate, error));
    }
  }
  return { ready, refused };
}

type Outcome = 'added' | 'changed' | 'unchanged';

/** A refused entry has changed nothing, so the transaction continues without it. */
async function storePage({ database, now }: Registry, ready: readonly Ready[], progress: Progress | undefined) {
  return await database.write(async writer => {
    const outcomes: Outcome[] = [];
    const refused: SyncRemark[] = [];
    const at = await nextMoment(writer, now());
    for (const { candidate, inspected } of ready) {
      try {
        outcomes.push(await storeEntry(writer, at, candidate, inspected));
      } catch (error) {
        refused.push(toRemark(candidate, error));
      }
    }
    if (progress !== undefined) {
      const { source, ...rest } = progress;
      await keepSetting(writer, progressKey(source), JSON.stringify(rest));
    }
    return { outcomes, refused };
  });
}

async function storeEntry(
  writer: Writer,
  at: number,
  { status, statusMessage: message, publishedAt }: Candidate,
  inspected: InspectedEntry,
): Promise<Outcome> {
  const { name, version } = inspected;
  const server = await findServer(writer, name);
  if (server !== undefined && server.owner !== MIRROR) {
    if (await isKnown(writer, inspected)) return 'unchanged';
    throw new ToolmarkError('publish.not-owner', `Another publisher owns ${quoteInert(name)} here.`);
  }
  const outcome = await admitEntry(writer, at, MIRROR, inspected, publishedAt);
  const changed = await applyStatus(writer, at, MIRROR, name, version, { status, message });
  if (outcome === 'new') return 'added';
  return changed.length === 0 ? 'unchanged' : 'changed';
}

/** Errors of the database end the run; any other error belongs to one entry. */
function toRemark({ name, version }: Candidate, error: unknown): SyncRemark {
  if (!(error instanceof ToolmarkError) || error.code.startsWith('store.')) throw error;
  return { kind: 'refused', name, version, code: error.code, reason: error.message };
}
