import { cleanText, entryWords, indexEntry, MetadataPolicy, parseToolDocument } from '@toolmark/core';
import { sql } from 'kysely';
import { writeWords } from '../database/full-text.ts';
import type { Writer } from '../database/tables.ts';
import { refreshScore } from '../judging/refresh-score.ts';

/** Makes what is searched and shown of a tool anew, after anything about it has changed. */
export async function refreshTool(writer: Writer, id: number, at: number): Promise<void> {
  const tool = await writer
    .selectFrom('tools')
    .select(['id', 'name', 'visibility', 'held', 'shown_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const shown = await versionToShow(writer, id);
  if (shown?.id !== tool.shown_version) await showVersion(writer, tool, shown);
  const listed = shown !== undefined && tool.visibility === 'public' && tool.held === 0 ? 1 : 0;
  await writer
    .updateTable('tools')
    .set({ listed, updated_at: at, shown_version: shown?.id ?? null, penalty: shown?.penalty ?? 0 })
    .where('id', '=', id)
    .execute();
  await refreshScore(writer, id, at);
}

interface ShownVersion {
  readonly id: number;
  readonly digest: string;
  readonly penalty: number;
}

/** The newest that is active; if there is none, the newest that is deprecated. Others are never shown unasked. */
async function versionToShow(writer: Writer, tool: number): Promise<ShownVersion | undefined> {
  return await writer
    .selectFrom('versions')
    .select(['id', 'digest', 'penalty'])
    .where('tool', '=', tool)
    .where('status', 'in', ['active', 'deprecated'])
    .orderBy('status')
    .orderBy('version_key', 'desc')
    .orderBy('id', 'desc')
    // Written out: with a limit that is a parameter, SQLite plans the statement anew each time.
    .limit(sql.lit(1))
    .executeTakeFirst();
}

async function showVersion(
  writer: Writer,
  tool: { readonly id: number; readonly name: string },
  shown: ShownVersion | undefined,
): Promise<void> {
  await writer.deleteFrom('facets').where('tool', '=', tool.id).execute();
  if (shown === undefined) return await writeWords(writer, tool, null);
  const { bytes } = await writer
    .selectFrom('blobs')
    .select('bytes')
    .where('digest', '=', shown.digest)
    .executeTakeFirstOrThrow();
  const entry = indexEntry(parseToolDocument(new Uint8Array(bytes)));
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

/** What lists show of a description: cleaned like all text of strangers, because models read lists too. */
function summaryOf(description: string): string {
  return cleanText(description, SUMMARY).text;
}

const SUMMARY = { ...MetadataPolicy.defaults(), maxDescriptionLength: 300 };
