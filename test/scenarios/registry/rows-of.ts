import { sql } from 'kysely';
import type { Database } from '../../../packages/registry/src/database/database.ts';
import { openSqlite } from '../../../packages/registry/src/database/sqlite.ts';

const TABLES = [
  ...['publishers', 'tokens', 'certificates', 'tools', 'versions', 'facets', 'grants', 'voices', 'consumers'],
  ...['reviews', 'advisories'],
];

/** Every row that follows from the events, as text: two databases that hold the same give the same. */
export async function rowsOf({ kind, reader }: Database, file: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  const words = kind === 'postgres' ? ['tool_words'] : [];
  for (const table of [...TABLES, ...words]) {
    const found = await sql`select * from ${sql.table(table)}`.execute(reader);
    rows[table] = found.rows.map(row => JSON.stringify(row)).sort();
  }
  return kind === 'sqlite' ? { ...rows, ...wordsIn(file) } : rows;
}

/** SQLite keeps words without the rows they came from; another table shows them. */
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

/** The numbers of the events, which have no gaps. */
export async function gapsIn({ reader }: Database): Promise<number[]> {
  const rows = await reader.selectFrom('events').select('seq').orderBy('seq').execute();
  return rows.map(({ seq }) => seq).filter((seq, index) => seq !== index + 1);
}
