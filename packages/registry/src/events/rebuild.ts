import { type JsonObject, readJson, ToolmarkError } from '@toolmark/core';
import type { Writer } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { clearWords, tidyWords } from '../database/full-text.ts';
import { literal, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { RecordedEvent } from './event.ts';
import { isEventKind, project } from './project.ts';

const DERIVED = [
  ...['publishers', 'tokens', 'certificates', 'tools', 'versions', 'facets', 'grants', 'voices', 'consumers'],
  ...['reviews', 'advisories', 'servers', 'server_versions', 'server_remotes', 'trusted_publishers'],
  ...['attestations', 'attestation_subjects'],
];

const PAGE = 500;

/** Rebuilds every row from the events in one transaction: readers see the old rows until it commits. */
export async function rebuild({ write }: Database): Promise<{ readonly events: number }> {
  return await write(rebuildRows);
}

export async function rebuildRows(writer: Writer): Promise<{ readonly events: number }> {
  for (const table of DERIVED) await writer.run({ text: `delete from ${table}`, values: [] });
  await clearWords(writer);
  let events = 0;
  for (let last = 0; ; ) {
    const page = await pageAfter(writer, last);
    await project(writer, page);
    events += page.length;
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.seq;
  }
  await tidyWords(writer);
  return { events };
}

async function pageAfter(writer: Writer, seq: number): Promise<RecordedEvent[]> {
  const rows = await writer.all<Tables['events']>(
    sql`select seq, at, actor, kind, subject, body from events where seq > ${seq} order by seq limit ${literal(PAGE)}`,
  );
  return rows.map(({ kind, body, ...row }) => {
    if (!isEventKind(kind)) throw unknownEvent(row.seq);
    return { ...row, kind, body: readJson(new TextEncoder().encode(body)) as JsonObject as never };
  });
}

function unknownEvent(seq: number): ToolmarkError {
  return new ToolmarkError(
    'store.unknown-event',
    `Event ${seq} was written by a newer Toolmark. Nothing was changed; rebuild with that version.`,
  );
}
