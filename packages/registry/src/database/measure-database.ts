import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface DatabaseFigures {
  readonly bytes: number;
  /** Tools that anyone may find: a count must not show that a private one was published. */
  readonly tools: number;
  readonly servers: number;
  readonly publishers: number;
  readonly openReviews: number;
}

const BYTES = {
  sqlite: sql<number>`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
  postgres: sql<number>`pg_database_size(current_database())`,
};

/** What metrics show of a database. Throws `store.unavailable` when it does not answer. */
export async function measureDatabase(database: Database): Promise<DatabaseFigures> {
  await database.ping();
  const { rows } = await sql<DatabaseFigures>`select ${BYTES[database.kind]} as bytes,
    (select count(*) from tools where listed = 1) as tools,
    (select count(*) from servers) as servers,
    (select count(*) from publishers) as publishers,
    (select count(*) from reviews where status = 'open') as ${sql.ref('openReviews')}`.execute(database.reader);
  const [figures] = rows;
  if (figures === undefined) throw new Error('a select without a table has one row');
  return figures;
}
