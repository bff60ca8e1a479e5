import type { Writer } from './connection.ts';
import { join, sql } from './statement.ts';

export interface WordedTool {
  readonly id: number;
  readonly name: string;
  /** The words that find it, separated by spaces. */
  readonly words: string;
}

/** Indexes tools that have no words yet. */
export async function insertWords(writer: Writer, tools: readonly WordedTool[]): Promise<void> {
  if (writer.kind === 'postgres') {
    const rows = tools.map(({ id, words }) => sql`(${id}, array_to_tsvector(string_to_array(${words}, ' ')))`);
    if (rows.length > 0) await writer.run(sql`insert into tool_words (tool, words) values ${join(rows, ', ')}`);
    return;
  }
  for (const { id, name, words } of tools) {
    await writer.run(sql`insert into tool_words (rowid, words) values (${id}, ${words})`);
    await writer.run(sql`insert into tool_names (rowid, name) values (${id}, ${name})`);
  }
}

/** Removes a tool from every search. */
export async function dropWords(writer: Writer, id: number): Promise<void> {
  if (writer.kind === 'postgres') return await writer.run(sql`delete from tool_words where tool = ${id}`);
  await writer.run(sql`delete from tool_words where rowid = ${id}`);
  await writer.run(sql`delete from tool_names where rowid = ${id}`);
}

/** Indexes the text of a server version. PostgreSQL indexes the row itself. */
export async function writeServerText(writer: Writer, id: number, text: string): Promise<void> {
  if (writer.kind === 'sqlite') await writer.run(sql`insert into server_texts (rowid, text) values (${id}, ${text})`);
}

/**
 * Call after many changes. SQLite merges the segments of its index; PostgreSQL writes its pending list into the index and
 * updates the statistics that plans depend on.
 */
export async function tidyWords(writer: Writer): Promise<void> {
  const statements = {
    sqlite: [
      sql`insert into tool_words(tool_words) values ('optimize')`,
      sql`insert into tool_names(tool_names) values ('optimize')`,
      sql`insert into server_texts(server_texts) values ('optimize')`,
    ],
    postgres: [sql`select gin_clean_pending_list('tool_words_index')`, sql`analyze`],
  };
  for (const statement of statements[writer.kind]) await writer.run(statement);
}

export async function clearWords(writer: Writer): Promise<void> {
  await writer.run(sql`delete from tool_words`);
  if (writer.kind === 'postgres') return;
  await writer.run(sql`delete from tool_names`);
  await writer.run(sql`delete from server_texts`);
}
