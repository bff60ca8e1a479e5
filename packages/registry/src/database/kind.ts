import { type Kysely, SqliteAdapter } from 'kysely';

/** For the few places where the two databases have different words for the same. */
export function isSqlite(db: Pick<Kysely<never>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
