import type { Reader } from '../../../packages/registry/src/database/connection.ts';
import type { Database } from '../../../packages/registry/src/database/database.ts';
import { openSqlite } from '../../../packages/registry/src/database/sqlite.ts';
import { sql } from '../../../packages/registry/src/database/statement.ts';
import type { Tables } from '../../../packages/registry/src/database/tables.ts';

const TABLES = [
  ...['publishers', 'tokens', 'certificates', 'tools', 'versions', 'facets', 'grants', 'voices', 'consumers'],
  ...['reviews', 'advisories', 'trusted_publishers', 'attestations', 'attestation_subjects'],
];

/** All rows of a table. */
export async function rowsIn<Table extends keyof Tables>(
  reader: Reader,
  table: Table,
): Promise<readonly Tables[Table][]> {
  return await reader.all<Tables[Table]>({ text: `select * from ${table}`, values: [] });
}

/** Every row derived from events, as sorted text, so that two databases can be compared. */
export async function rowsOf({ kind, reader }: Database, file: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  const words = kind === 'postgres' ? ['tool_words'] : [];
  for (const table of [...TABLES, ...words]) {
    const found = await rowsIn(reader, table as keyof Tables);
    rows[table] = found.map(row => JSON.stringify(row)).sort();
  }
  return kind === 'sqlite' ? { ...rows, ...wordsIn(file) } : rows;
}

/** SQLite keeps words without their rows; a vocabulary table lists them. */
function wordsIn(file: string): Record<string, string[]> {
  const db = openSqlite(file);
  const found = ['tool_words', 'tool_names'].map((table): [string, string[]] => {
    db.exec(`create virtual table temp.${table}_seen using fts5vocab(main, ${table}, instance)`);
    const rows = db.prepare(`select term, doc, col, offset from temp.${table}_seen`).all();
    return [table, rows.map(row => JSON.stringify(row)).sort()];
  });
  db.close();
  return Object.fromEntries(found);
}

/** Event numbers that are out of sequence; none are expected. */
export async function gapsIn({ reader }: Database): Promise<number[]> {
  const rows = await reader.all<{ seq: number }>(sql`select seq from events order by seq`);
  return rows.map(({ seq }) => seq).filter((seq, index) => seq !== index + 1);
}
