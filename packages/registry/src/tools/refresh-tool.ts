import { parseToolDocument } from '@toolmark/core';
import { type IndexEntry, indexEntry } from '@toolmark/core/registry';
import { insertRows, type Writer } from '../database/connection.ts';
import { dropWords, insertWords } from '../database/full-text.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { markAdvised } from '../judging/advisories-against.ts';
import { refreshScore } from '../judging/refresh-score.ts';
import { definitionsIn, type EntryCache, indexServerTool, serverOfTool } from '../servers/server-tools.ts';
import { shownFacts } from './shown-facts.ts';

/**
 * Updates what is searched and served of a tool after any change to it. `entries` caches server entries that were parsed
 * for other tools.
 */
export async function refreshTool(
  writer: Writer,
  id: number,
  at: number,
  entries: EntryCache = new Map(),
): Promise<void> {
  const tool = await writer.get<ToolRow>(
    sql`select id, name, visibility, held, shown_version, server from tools where id = ${id}`,
  );
  const shown = await versionToShow(writer, tool);
  if (shown?.id !== tool.shown_version) await showVersion(writer, tool, shown, entries);
  const listed = shown !== undefined && tool.visibility === 'public' && tool.held === 0 ? 1 : 0;
  await writer.run(sql`update tools set listed = ${listed}, updated_at = ${at}, shown_version = ${shown?.id ?? null},
    penalty = ${shown?.penalty ?? 0} where id = ${id}`);
  await writer.run(markAdvised(id));
  await refreshScore(writer, id, at);
}

type ToolRow = Pick<Tables['tools'], 'id' | 'name' | 'visibility' | 'held' | 'shown_version' | 'server'>;
type ShownVersion = Pick<Tables['versions'], 'id' | 'version' | 'digest' | 'penalty'>;

/**
 * The newest active version, or else the newest deprecated one. A server offers only what its latest version defines.
 */
async function versionToShow(writer: Writer, { id, server }: ToolRow): Promise<ShownVersion | undefined> {
  const statement =
    server === null
      ? sql`select id, version, digest, penalty from versions where tool = ${id} and status in ('active', 'deprecated')
          order by status, version_key desc, id desc limit 1`
      : sql`select v.id, v.version, v.digest, v.penalty from versions v join server_versions s on s.version = v.version
          where v.tool = ${id} and v.status in ('active', 'deprecated') and s.server = ${server} and s.is_latest = 1`;
  return await writer.find<ShownVersion>(statement);
}

async function showVersion(
  writer: Writer,
  tool: ToolRow,
  shown: ShownVersion | undefined,
  entries: EntryCache,
): Promise<void> {
  await writer.run(sql`delete from facets where tool = ${tool.id}`);
  await dropWords(writer, tool.id);
  if (shown === undefined) return;
  const { columns, facets, words } = shownFacts(await indexedEntry(writer, tool, shown, entries));
  await insertWords(writer, [{ ...tool, words }]);
  const rows = facets.map(facet => ({ ...facet, tool: tool.id }));
  await insertRows(writer, 'facets', rows, { ignoreKnown: true });
  const { label_words, risk, read_only, summary } = columns;
  await writer.run(sql`update tools set label_words = ${label_words}, risk = ${risk}, read_only = ${read_only},
    summary = ${summary} where id = ${tool.id}`);
}

/** The searchable facts of a version, read from its published bytes. */
export async function indexedEntry(
  writer: Writer,
  { name, server }: Pick<ToolRow, 'name' | 'server'>,
  { version, digest }: Pick<ShownVersion, 'version' | 'digest'>,
  entries: EntryCache,
): Promise<IndexEntry> {
  if (server === null) return indexEntry(parseToolDocument(await bytesOf(writer, digest)));
  const definitions = entries.get(digest) ?? definitionsIn(await bytesOf(writer, digest));
  entries.set(digest, definitions);
  const { tool } = serverOfTool(name);
  return indexServerTool(name, version, definitions.get(tool) ?? { name: tool });
}

async function bytesOf(writer: Writer, digest: string): Promise<Uint8Array> {
  const { bytes } = await writer.get<Tables['blobs']>(sql`select bytes from blobs where digest = ${digest}`);
  return new Uint8Array(bytes);
}
