import { sql } from 'kysely';
import { isSqlite } from './kind.ts';
import type { Writer } from './tables.ts';

/** The words by which a tool is found, the nearer ones first. */
export interface ToolWords {
  readonly name: string;
  readonly labels: string;
  readonly text: string;
}

/** Replaces the words of a tool; `null` takes it out of every search. */
export async function writeWords(
  writer: Writer,
  tool: { readonly id: number; readonly name: string },
  words: ToolWords | null,
): Promise<void> {
  if (isSqlite(writer)) return await writeSqliteWords(writer, tool, words);
  await sql`delete from tool_words where tool = ${tool.id}`.execute(writer);
  if (words === null) return;
  const { name, labels, text } = cumulative(words);
  await sql`insert into tool_words values (${tool.id}, to_tsvector('simple', ${name}),
    to_tsvector('simple', ${labels}), to_tsvector('simple', ${text}))`.execute(writer);
}

async function writeSqliteWords(
  writer: Writer,
  tool: { readonly id: number; readonly name: string },
  words: ToolWords | null,
): Promise<void> {
  await sql`delete from tool_words where rowid = ${tool.id}`.execute(writer);
  await sql`delete from tool_names where rowid = ${tool.id}`.execute(writer);
  if (words === null) return;
  const { name, labels, text } = words;
  await sql`insert into tool_words (rowid, name, labels, text) values (${tool.id}, ${name}, ${labels}, ${text})`.execute(
    writer,
  );
  await sql`insert into tool_names (rowid, name) values (${tool.id}, ${tool.name})`.execute(writer);
}

export async function clearWords(writer: Writer): Promise<void> {
  const tables = isSqlite(writer) ? ['tool_words', 'tool_names'] : ['tool_words'];
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(writer);
}

/** PostgreSQL looks into one column at a time, so that each holds what the nearer ones hold too. */
function cumulative({ name, labels, text }: ToolWords): ToolWords {
  return { name, labels: `${name} ${labels}`, text: `${name} ${labels} ${text}` };
}
