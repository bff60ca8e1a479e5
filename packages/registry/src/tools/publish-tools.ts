import { indexEntry, parseToolDocument, scoreCounts, versionKey } from '@toolmark/core';
import { wordsOf } from '../database/full-text.ts';
import { insertRows, rowsInto } from '../database/insert-rows.ts';
import { isIn } from '../database/is-in.ts';
import { runAll, select, sql } from '../database/statement.ts';
import type { Tables, Writer } from '../database/tables.ts';
import type { RecordedEvent } from '../events/event.ts';
import { ESTABLISHED_MS, type PublisherCounts, publisherCounts } from '../judging/publisher-counts.ts';
import { NOTHING_SAID } from '../judging/refresh-score.ts';
import { emptyTool } from './empty-tool.ts';
import { refreshTool } from './refresh-tool.ts';
import { type ShownFacts, shownFacts } from './shown-facts.ts';

type Published = RecordedEvent<'tool.published'>;

/** So many documents are in memory at once. */
const MAX_TOGETHER = 50;

/**
 * What whoever records events has found out already in the same transaction, so that it is not read again. Rebuilding knows
 * nothing, and makes the same rows.
 */
export interface KnownBefore {
  /** What is shown of documents, by the digest of their bytes. */
  readonly facts: ReadonlyMap<string, ShownFacts>;
  /** Names that no tool had before these events. */
  readonly newNames: ReadonlySet<string>;
  /** What spoke for those who publish, at the moment of these events. */
  readonly publishers?: ReadonlyMap<string, PublisherCounts> | undefined;
}

const NOTHING_KNOWN: KnownBefore = { facts: new Map(), newNames: new Set() };

/**
 * What publishing does to the rows. Tools that are new do not touch each other, so their rows are made together; a version
 * of a tool that is there is added by itself.
 */
export async function publishTools(
  writer: Writer,
  events: readonly Published[],
  before: KnownBefore = NOTHING_KNOWN,
): Promise<void> {
  if (events.length === 0) return;
  const known = await toolsByName(
    writer,
    events.map(({ subject }) => subject).filter(name => !before.newNames.has(name)),
  );
  let fresh: Published[] = [];
  for (const event of events) {
    const isFresh = !known.has(event.subject);
    if (!isFresh || !goesWith(fresh, event)) {
      await addTools(writer, fresh, before);
      fresh = [];
    }
    if (isFresh) fresh.push(event);
    else await addVersion(writer, known.get(event.subject) ?? 0, event);
    // A tool has the number of the event that brought it: it is the same after a rebuild.
    if (isFresh) known.set(event.subject, event.seq);
  }
  await addTools(writer, fresh, before);
}

async function toolsByName(writer: Writer, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await select<{ id: number; name: string }>(
    writer,
    sql`select id, name from tools where ${isIn(writer, 'name', names)}`,
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** As long as none of them is old enough to speak for the publisher of another. */
function goesWith(fresh: readonly Published[], { at }: Published): boolean {
  return fresh.length < MAX_TOGETHER && fresh.every(other => Math.abs(at - other.at) < ESTABLISHED_MS);
}

async function addVersion(writer: Writer, tool: number, event: Published): Promise<void> {
  await insertRows(writer, 'versions', [versionRow(tool, event)]);
  await refreshTool(writer, tool, event.at);
}

async function addTools(
  writer: Writer,
  events: readonly Published[],
  known: Pick<KnownBefore, 'facts' | 'publishers'>,
): Promise<void> {
  if (events.length === 0) return;
  const unread = events.map(({ body }) => body.digest).filter(digest => !known.facts.has(digest));
  const facts = new Map([...known.facts, ...(await factsByDigest(writer, unread))]);
  const made: NewTool[] = [];
  const counts = new Map<string, PublisherCounts>();
  for (const event of events) {
    const { actor, at } = event;
    const key = `${at} ${actor}`;
    const publisher = known.publishers?.get(actor) ?? counts.get(key) ?? (await publisherCounts(writer, actor, at));
    counts.set(key, publisher);
    const shown = facts.get(event.body.digest);
    if (shown === undefined) throw new Error(`there are no bytes ${event.body.digest}`);
    made.push(newTool(event, shown, publisher));
  }
  const facets = made.flatMap(({ row, facts }) => facts.facets.map(facet => ({ ...facet, tool: row.id })));
  const worded = made.map(({ row: { id, name }, facts: { words } }) => ({ id, name, words }));
  await runAll(writer, [
    ...rowsInto(
      writer,
      'tools',
      made.map(({ row }) => row),
    ),
    ...rowsInto(
      writer,
      'versions',
      events.map(event => versionRow(event.seq, event)),
    ),
    ...rowsInto(writer, 'facets', facets, { ignoreKnown: true }),
    ...wordsOf(writer, worded),
  ]);
}

async function factsByDigest(
  writer: Writer,
  digests: readonly string[],
): Promise<readonly (readonly [digest: string, facts: ShownFacts])[]> {
  if (digests.length === 0) return [];
  const rows = await select<Tables['blobs']>(
    writer,
    sql`select digest, bytes from blobs where ${isIn(writer, 'digest', digests)}`,
  );
  return rows.map(({ digest, bytes }) => [digest, shownFacts(indexEntry(parseToolDocument(new Uint8Array(bytes))))]);
}

interface NewTool {
  readonly row: Tables['tools'];
  readonly facts: ShownFacts;
}

/** The one version that there is is shown, and nothing was said of it yet. */
function newTool({ seq, subject, actor, at, body }: Published, facts: ShownFacts, publisher: PublisherCounts): NewTool {
  const { visibility, penalty } = body;
  const { score } = scoreCounts({ ...NOTHING_SAID, publisher, penalty, quarantined: false });
  const row = {
    ...emptyTool({ id: seq, name: subject, owner: actor, visibility, at, server: null }),
    ...facts.columns,
    ...{ shown_version: seq, listed: visibility === 'public' ? 1 : 0, penalty, score, rank: -score },
  };
  return { row, facts };
}

function versionRow(tool: number, { seq, actor, at, body }: Published): Tables['versions'] {
  const { version, digest, toolDigest, content, verification, penalty } = body;
  return {
    id: seq,
    tool,
    version,
    version_key: versionKey(version),
    digest,
    tool_digest: toolDigest,
    content,
    status: 'active',
    reason: null,
    advisory: null,
    status_before: null,
    penalty,
    publisher: actor,
    published_at: at,
    verification: JSON.stringify(verification),
    downloads: 0,
  };
}
