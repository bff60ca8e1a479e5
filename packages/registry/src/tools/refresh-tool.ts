import { cleanText, entryWords, type IndexEntry, indexEntry, MetadataPolicy, parseToolDocument } from '@toolmark/core';
import { sql } from 'kysely';
import { writeWords } from '../database/full-text.ts';
import type { Writer } from '../database/tables.ts';
import { refreshScore } from '../judging/refresh-score.ts';
import { definitionsIn, type EntryCache, indexServerTool, serverOfTool } from '../servers/server-tools.ts';

/**
 * Makes what is searched and shown of a tool anew, after anything about it has changed. Entries of servers that were read
 * for one tool need not be read again for the next.
 */
export async function refreshTool(
  writer: Writer,
  id: number,
  at: number,
  entries: EntryCache = new Map(),
): Promise<void> {
  const tool = await writer
    .selectFrom('tools')
    .select(['id', 'name', 'visibility', 'held', 'shown_version', 'server'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const shown = await (tool.server === null ? versionToShow(writer, id) : versionOfLatest(writer, id, tool.server));
  if (shown?.id !== tool.shown_version) await showVersion(writer, tool, shown, entries);
  const listed = shown !== undefined && tool.visibility === 'public' && tool.held === 0 ? 1 : 0;
  await writer
    .updateTable('tools')
    .set({ listed, updated_at: at, shown_version: shown?.id ?? null, penalty: shown?.penalty ?? 0 })
    .where('id', '=', id)
    .execute();
  await refreshScore(writer, id, at);
}

interface RefreshedTool {
  readonly id: number;
  readonly name: string;
  readonly server: number | null;
}

interface ShownVersion {
  readonly id: number;
  readonly version: string;
  readonly digest: string;
  readonly penalty: number;
}

/** The newest that is active; if there is none, the newest that is deprecated. Others are never shown unasked. */
async function versionToShow(writer: Writer, tool: number): Promise<ShownVersion | undefined> {
  return await writer
    .selectFrom('versions')
    .select(['id', 'version', 'digest', 'penalty'])
    .where('tool', '=', tool)
    .where('status', 'in', ['active', 'deprecated'])
    .orderBy('status')
    .orderBy('version_key', 'desc')
    .orderBy('id', 'desc')
    // Written out: with a limit that is a parameter, SQLite plans the statement anew each time.
    .limit(sql.lit(1))
    .executeTakeFirst();
}

/** A server offers what its latest version defines, and nothing that an older one had. */
async function versionOfLatest(writer: Writer, tool: number, server: number): Promise<ShownVersion | undefined> {
  return await writer
    .selectFrom('versions')
    .innerJoin('server_versions', 'server_versions.version', 'versions.version')
    .select(['versions.id', 'versions.version', 'versions.digest', 'versions.penalty'])
    .where('versions.tool', '=', tool)
    .where('versions.status', 'in', ['active', 'deprecated'])
    .where('server_versions.server', '=', server)
    .where('server_versions.is_latest', '=', 1)
    .executeTakeFirst();
}

async function showVersion(
  writer: Writer,
  tool: RefreshedTool,
  shown: ShownVersion | undefined,
  entries: EntryCache,
): Promise<void> {
  await writer.deleteFrom('facets').where('tool', '=', tool.id).execute();
  if (shown === undefined) return await writeWords(writer, tool, null);
  const entry = await entryOf(writer, tool, shown, entries);
  const { name, labels, description } = entryWords(entry);
  const label_words = labels.join(' ');
  await writeWords(writer, tool, [...new Set([...name, ...labels, ...description])].join(' '));
  const facets = [
    ...entry.capabilities.map(value => ({ kind: 'capability', value, tool: tool.id })),
    ...entry.domains.map(value => ({ kind: 'domain', value, tool: tool.id })),
  ];
  if (facets.length > 0) {
    await writer
      .insertInto('facets')
      .values(facets)
      .onConflict(conflict => conflict.doNothing())
      .execute();
  }
  const columns = {
    label_words,
    risk: entry.riskRank,
    read_only: entry.readOnly ? 1 : 0,
    summary: summaryOf(entry.description),
  };
  await writer.updateTable('tools').set(columns).where('id', '=', tool.id).execute();
}

async function entryOf(
  writer: Writer,
  { name, server }: RefreshedTool,
  { version, digest }: ShownVersion,
  entries: EntryCache,
): Promise<IndexEntry> {
  if (server === null) return indexEntry(parseToolDocument(await bytesOf(writer, digest)));
  const known = entries.get(digest);
  const definitions = known ?? definitionsIn(await bytesOf(writer, digest));
  if (known === undefined) entries.set(digest, definitions);
  const { tool } = serverOfTool(name);
  return indexServerTool(name, version, definitions.get(tool) ?? { name: tool });
}

async function bytesOf(writer: Writer, digest: string): Promise<Uint8Array> {
  const { bytes } = await writer
    .selectFrom('blobs')
    .select('bytes')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return new Uint8Array(bytes);
}

/** What lists show of a description: cleaned like all text of strangers, because models read lists too. */
function summaryOf(description: string): string {
  return cleanText(description, SUMMARY).text;
}

const SUMMARY = { ...MetadataPolicy.defaults(), maxDescriptionLength: 300 };
