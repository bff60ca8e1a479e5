import { parseToolDocument } from '@toolmark/core';
import { indexEntry, nameKey, scoreCounts, searchWords, versionKey } from '@toolmark/core/registry';
import { insertRows, isIn, type Writer } from '../database/connection.ts';
import { insertWords } from '../database/full-text.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { RecordedEvent, Visibility } from '../events/event.ts';
import { ESTABLISHED_MS, type PublisherCounts, publisherCounts } from '../judging/publisher-counts.ts';
import { NO_FEEDBACK } from '../judging/refresh-score.ts';
import { refreshTool } from './refresh-tool.ts';
import { type ShownFacts, shownFacts } from './shown-facts.ts';

type Published = RecordedEvent<'tool.published'>;

/** Facts that the inspector has already read, by the digest of the bytes. A rebuild reads the same from the bytes. */
export type FactsByDigest = ReadonlyMap<string, ShownFacts>;

/** Limits the documents in memory. */
const MAX_BATCH = 50;

/** Applies publishes. New tools are inserted together; a version of an existing tool is added alone. */
export async function publishTools(
  writer: Writer,
  events: readonly Published[],
  facts: FactsByDigest = new Map(),
): Promise<void> {
  if (events.length === 0) return;
  const known = await toolsByName(
    writer,
    events.map(({ subject }) => subject),
  );
  let fresh: Published[] = [];
  for (const event of events) {
    const tool = known.get(event.subject);
    if (tool !== undefined || !fitsBatch(fresh, event)) {
      await addTools(writer, fresh, facts);
      fresh = [];
    }
    if (tool !== undefined) {
      await insertRows(writer, 'versions', [versionRow(tool, event)]);
      await refreshTool(writer, tool, event.at);
      continue;
    }
    fresh.push(event);
    // The id of a tool is the number of its first event, so a rebuild gives the same id.
    known.set(event.subject, event.seq);
  }
  await addTools(writer, fresh, facts);
}

async function toolsByName(writer: Writer, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await writer.all<{ id: number; name: string }>(
    sql`select id, name from tools where ${isIn(writer, 'name', names)}`,
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** No tool of a batch may count as established evidence for the publisher of another. */
function fitsBatch(fresh: readonly Published[], { at }: Published): boolean {
  return fresh.length < MAX_BATCH && fresh.every(other => Math.abs(at - other.at) < ESTABLISHED_MS);
}

async function addTools(writer: Writer, events: readonly Published[], known: FactsByDigest): Promise<void> {
  if (events.length === 0) return;
  const unread = events.map(({ body }) => body.digest).filter(digest => !known.has(digest));
  const facts = new Map([...known, ...(await readFacts(writer, unread))]);
  const counts = new Map<string, PublisherCounts>();
  const added: { readonly row: Tables['tools']; readonly facts: ShownFacts }[] = [];
  for (const event of events) {
    const { actor, at, body } = event;
    const key = `${at} ${actor}`;
    const publisher = counts.get(key) ?? (await publisherCounts(writer, actor, at));
    counts.set(key, publisher);
    const shown = facts.get(body.digest);
    if (shown === undefined) throw new Error(`there are no bytes ${body.digest}`);
    added.push({ row: newTool(event, shown, publisher), facts: shown });
  }
  const tools = added.map(({ row }) => row);
  const versions = events.map(event => versionRow(event.seq, event));
  const facets = added.flatMap(one => one.facts.facets.map(facet => ({ ...facet, tool: one.row.id })));
  const words = added.map(one => ({ id: one.row.id, name: one.row.name, words: one.facts.words }));
  await insertRows(writer, 'tools', tools);
  await insertRows(writer, 'versions', versions);
  await insertRows(writer, 'facets', facets, { ignoreKnown: true });
  await insertWords(writer, words);
}

async function readFacts(writer: Writer, digests: readonly string[]): Promise<FactsByDigest> {
  if (digests.length === 0) return new Map();
  const rows = await writer.all<Tables['blobs']>(
    sql`select digest, bytes from blobs where ${isIn(writer, 'digest', digests)}`,
  );
  const read = (bytes: Uint8Array) => shownFacts(indexEntry(parseToolDocument(new Uint8Array(bytes))));
  return new Map(rows.map(({ digest, bytes }) => [digest, read(bytes)]));
}

/** A tool with one version and no feedback. */
function newTool(event: Published, facts: ShownFacts, publisher: PublisherCounts): Tables['tools'] {
  const { seq: id, subject: name, actor: owner, at, body } = event;
  const { visibility, penalty } = body;
  const { score } = scoreCounts({ ...NO_FEEDBACK, publisher, penalty, quarantined: false });
  return {
    ...emptyTool({ id, name, owner, visibility, at, server: null }),
    ...facts.columns,
    ...{ shown_version: id, listed: visibility === 'public' ? 1 : 0, penalty, score, rank: -score },
  };
}

function versionRow(tool: number, { seq: id, actor, at, body }: Published): Tables['versions'] {
  const { version, digest, toolDigest, content, verification, penalty } = body;
  return {
    ...{ id, tool, version, version_key: versionKey(version), digest, tool_digest: toolDigest, content, penalty },
    ...{ status: 'active', reason: null, advisory: null, status_before: null, downloads: 0 },
    ...{ publisher: actor, published_at: at, verification: JSON.stringify(verification) },
  };
}

export interface ClaimedTool {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly visibility: Visibility;
  readonly at: number;
  readonly server: number | null;
}

/** A tool without a version to serve and without feedback. */
export function emptyTool({ at, ...claimed }: ClaimedTool): Tables['tools'] {
  const { name } = claimed;
  return {
    ...claimed,
    ...{ name_key: nameKey(name), name_words: searchWords(name).join(' '), label_words: '', summary: '' },
    ...{ held: 0, created_at: at, updated_at: at, shown_version: null, listed: 0, advised: 0, risk: 0, read_only: 0 },
    ...{ positive: 0, negative: 0, incidents: 0, consumers: 0, penalty: 0, score: 0, rank: 0, downloads: 0 },
  };
}
