import { sql } from 'kysely';
import { isSqlite } from './kind.ts';
import { postgresArray } from './postgres-array.ts';
import { run, type Statement, sql as statement } from './statement.ts';
import type { Writer } from './tables.ts';

export interface WordedTool {
  readonly id: number;
  readonly name: string;
  /** By which it is found. */
  readonly words: string;
}

/** Statements that write the words of tools that have none yet. */
export function wordsOf(writer: Writer, tools: readonly WordedTool[]): readonly Statement[] {
  if (!isSqlite(writer)) return wordsAsArrays(tools);
  return tools.flatMap(({ id, name, words }) => [
    statement`insert into tool_words (rowid, words) values (${id}, ${words})`,
    statement`insert into tool_names (rowid, name) values (${id}, ${name})`,
  ]);
}

function wordsAsArrays(tools: readonly WordedTool[]): readonly Statement[] {
  const ids = postgresArray(tools.map(({ id }) => id));
  const words = postgresArray(tools.map(one => one.words));
  if (ids === undefined || words === undefined) return [];
  return [
    statement`insert into tool_words select id, array_to_tsvector(string_to_array(words, ' '))
      from unnest(${ids.bytes}::float8[], ${words.bytes}::text[]) as one(id, words)`,
  ];
}

/** Takes a tool out of every search. */
export async function dropWords(writer: Writer, id: number): Promise<void> {
  if (!isSqlite(writer)) return await run(writer, statement`delete from tool_words where tool = ${id}`);
  await run(writer, statement`delete from tool_words where rowid = ${id}`);
  await run(writer, statement`delete from tool_names where rowid = ${id}`);
}

/** Text in which any part can be found, for a version of a server; in PostgreSQL its row is indexed itself. */
export async function writeServerText(writer: Writer, id: number, text: string): Promise<void> {
  if (isSqlite(writer)) await sql`insert into server_texts (rowid, text) values (${id}, ${text})`.execute(writer);
}

/**
 * After many changes: SQLite's index is in as many pieces as there were batches, and each search looks into all of them.
 * PostgreSQL has a list of what is not in its index yet, and plans searches by what it last counted.
 */
export async function tidyWords(writer: Writer): Promise<void> {
  if (!isSqlite(writer)) {
    await run(writer, statement`select gin_clean_pending_list('tool_words_index')`);
    return await run(writer, statement`analyze`);
  }
  for (const table of SQLITE_TABLES) {
    await sql`insert into ${sql.table(table)}(${sql.ref(table)}) values ('optimize')`.execute(writer);
  }
}

export async function clearWords(writer: Writer): Promise<void> {
  const tables = isSqlite(writer) ? SQLITE_TABLES : ['tool_words'];
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(writer);
}

const SQLITE_TABLES = ['tool_words', 'tool_names', 'server_texts'];
