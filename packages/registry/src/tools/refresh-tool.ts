import { type IndexEntry, indexEntry, parseToolDocument } from '@toolmark/core';
import { dropWords, wordsOf } from '../database/full-text.ts';
import { rowsInto } from '../database/insert-rows.ts';
import { run, runAll, select, sql } from '../database/statement.ts';
import type { Tables, Writer } from '../database/tables.ts';
import { markAdvised } from '../judging/mark-advised.ts';
import { refreshScore } from '../judging/refresh-score.ts';
import { definitionsIn, type EntryCache, indexServerTool, serverOfTool } from '../servers/server-tools.ts';
import { shownFacts } from './shown-facts.ts';

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
  const [tool] = await select<ToolRow>(
    writer,
    sql`select id, name, visibility, held, shown_version, server from tools where id = ${id}`,
  );
  if (tool === undefined) throw new Error(`there is no tool ${id}`);
  const shown = await (tool.server === null ? versionToShow(writer, id) : versionOfLatest(writer, id, tool.server));
  if (shown?.id !== tool.shown_version) await showVersion(writer, tool, shown, entries);
  const listed = shown !== undefined && tool.visibility === 'public' && tool.held === 0 ? 1 : 0;
  await run(
    writer,
    sql`update tools set listed = ${listed}, updated_at = ${at}, shown_version = ${shown?.id ?? null},
      penalty = ${shown?.penalty ?? 0} where id = ${id}`,
  );
  await run(writer, markAdvised(id));
  await refreshScore(writer, id, at);
}

type ToolRow = Pick<Tables['tools'], 'id' | 'name' | 'visibility' | 'held' | 'shown_version' | 'server'>;

interface ShownVersion {
  readonly id: number;
  readonly version: string;
  readonly digest: string;
  readonly penalty: number;
}

/** The newest that is active; if there is none, the newest that is deprecated. Others are never shown unasked. */
async function versionToShow(writer: Writer, tool: number): Promise<ShownVersion | undefined> {
  const [row] = await select<ShownVersion>(
    writer,
    sql`select id, version, digest, penalty from versions where tool = ${tool} and status in ('active', 'deprecated')
      order by status, version_key desc, id desc limit 1`,
  );
  return row;
}

/** A server offers what its latest version defines, and nothing that an older one had. */
async function versionOfLatest(writer: Writer, tool: number, server: number): Promise<ShownVersion | undefined> {
  const [row] = await select<ShownVersion>(
    writer,
    sql`select v.id as id, v.version as version, v.digest as digest, v.penalty as penalty
      from versions v join server_versions s on s.version = v.version
      where v.tool = ${tool} and v.status in ('active', 'deprecated') and s.server = ${server} and s.is_latest = 1`,
  );
  return row;
}

async function showVersion(
  writer: Writer,
  tool: ToolRow,
  shown: ShownVersion | undefined,
  entries: EntryCache,
): Promise<void> {
  await run(writer, sql`delete from facets where tool = ${tool.id}`);
  await dropWords(writer, tool.id);
  if (shown === undefined) return;
  const { columns, facets, words } = shownFacts(await indexedEntry(writer, tool, shown, entries));
  const rows = facets.map(facet => ({ ...facet, tool: tool.id }));
  await runAll(writer, [
    ...wordsOf(writer, [{ ...tool, words }]),
    ...rowsInto(writer, 'facets', rows, { ignoreKnown: true }),
  ]);
  const { label_words, risk, read_only, summary } = columns;
  await run(
    writer,
    sql`update tools set label_words = ${label_words}, risk = ${risk}, read_only = ${read_only}, summary = ${summary}
      where id = ${tool.id}`,
  );
}

/** What can be searched of a version, read from the bytes that were published. */
export async function indexedEntry(
  writer: Writer,
  { name, server }: Pick<ToolRow, 'name' | 'server'>,
  { version, digest }: Pick<ShownVersion, 'version' | 'digest'>,
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
  const [row] = await select<Tables['blobs']>(writer, sql`select bytes from blobs where digest = ${digest}`);
  if (row === undefined) throw new Error(`there are no bytes ${digest}`);
  return new Uint8Array(row.bytes);
}
