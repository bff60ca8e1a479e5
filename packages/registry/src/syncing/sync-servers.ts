import { quoteInert, ToolmarkError } from '@toolmark/core';
import { createPublisher } from '../accounts/accounts.ts';
import { OPERATOR } from '../accounts/principal.ts';
import { tidyWords } from '../database/full-text.ts';
import type { Writer } from '../database/tables.ts';
import type { Registry } from '../registry.ts';
import { type InspectedEntry, inspectEntry } from '../servers/inspect-entry.ts';
import { nextMoment } from '../servers/next-moment.ts';
import { findServer } from '../servers/project-servers.ts';
import { admitEntry, isKnown, MIRROR } from '../servers/publish-server.ts';
import { applyStatus } from '../servers/set-server-status.ts';
import type { Candidate } from './candidate.ts';
import { keepProgress, type Progress } from './progress.ts';

/** Some entries, and how far one has come when they are stored. */
export interface SyncPage {
  readonly candidates: readonly Candidate[];
  /** What was not taken already when the page was made, and what it lost. */
  readonly remarks?: readonly SyncRemark[];
  readonly progress?: Progress;
}

/** `refused` entries are not here; of one with a `loss`, everything else is. */
export interface SyncRemark {
  readonly kind: 'refused' | 'loss';
  readonly name: string;
  readonly version: string;
  readonly code: string;
  readonly reason: string;
}

export interface SyncOptions {
  /** Called for each thing that was not taken, before the page counts as done. */
  readonly report?: ((remark: SyncRemark) => void) | undefined;
  /** Called after every page. */
  readonly progress?: ((result: SyncResult) => void) | undefined;
}

export interface SyncResult {
  readonly added: number;
  /** Here already, with another status. */
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly losses: number;
}

/**
 * Mirrors entries page by page: each page is one transaction together with how far one has come, so that whoever is
 * interrupted goes on from the last whole page. Names stay what they are, and names that others own here are theirs.
 */
export async function syncServers(
  registry: Registry,
  pages: AsyncIterable<SyncPage>,
  { report, progress }: SyncOptions = {},
): Promise<SyncResult> {
  await ensureMirror(registry);
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

/** So many that searching shows how they came in. */
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

/** What is refused has only read, so the transaction goes on without it. */
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
    if (progress !== undefined) await keepProgress(writer, progress);
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
    throw new ToolmarkError('publish.not-owner', `The owner of ${quoteInert(name)} publishes here.`);
  }
  const outcome = await admitEntry(writer, at, MIRROR, inspected, publishedAt);
  const changed = await applyStatus(writer, at, MIRROR, name, version, { status, message });
  if (outcome === 'new') return 'added';
  return changed.length === 0 ? 'unchanged' : 'changed';
}

/** What a database refuses ends the work; everything else is one entry's own fault. */
function toRemark({ name, version }: Candidate, error: unknown): SyncRemark {
  if (!(error instanceof ToolmarkError) || error.code.startsWith('store.')) throw error;
  return { kind: 'refused', name, version, code: error.code, reason: error.message };
}

async function ensureMirror(registry: Registry): Promise<void> {
  const account = { id: MIRROR, name: 'Entries of other registries', permissions: [] };
  await createPublisher(registry, OPERATOR, account).catch(error => {
    if (!(error instanceof ToolmarkError) || error.code !== 'publisher.exists') throw error;
  });
}
