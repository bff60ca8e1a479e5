import { sql } from 'kysely';
import { isSqlite } from './kind.ts';
import type { Writer } from './tables.ts';

/** Replaces the words by which a tool is found; `null` takes it out of every search. */
export async function writeWords(
  writer: Writer,
  { id, name }: { readonly id: number; readonly name: string },
  words: string | null,
): Promise<void> {
  if (!isSqlite(writer)) {
    await sql`delete from tool_words where tool = ${id}`.execute(writer);
    if (words !== null)
      await sql`insert into tool_words values (${id}, to_tsvector('simple', ${words}))`.execute(writer);
    return;
  }
  await sql`delete from tool_words where rowid = ${id}`.execute(writer);
  await sql`delete from tool_names where rowid = ${id}`.execute(writer);
  if (words === null) return;
  await sql`insert into tool_words (rowid, words) values (${id}, ${words})`.execute(writer);
  await sql`insert into tool_names (rowid, name) values (${id}, ${name})`.execute(writer);
}

/** Text in which any part can be found, for a version of a server; in PostgreSQL its row is indexed itself. */
export async function writeServerText(writer: Writer, id: number, text: string): Promise<void> {
  if (isSqlite(writer)) await sql`insert into server_texts (rowid, text) values (${id}, ${text})`.execute(writer);
}

/** After many changes: SQLite's index is in as many pieces as there were batches, and each search looks into all of them. */
export async function tidyWords(writer: Writer): Promise<void> {
  if (!isSqlite(writer)) return;
  for (const table of SQLITE_TABLES) {
    await sql`insert into ${sql.table(table)}(${sql.ref(table)}) values ('optimize')`.execute(writer);
  }
}

export async function clearWords(writer: Writer): Promise<void> {
  const tables = isSqlite(writer) ? SQLITE_TABLES : ['tool_words'];
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(writer);
}

const SQLITE_TABLES = ['tool_words', 'tool_names', 'server_texts'];
