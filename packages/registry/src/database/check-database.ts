import type { DatabaseKind } from './connection.ts';
import { createWriter } from './connection.ts';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { isPostgresUrl } from './open-database.ts';
import { connect, statementsOn } from './open-postgres.ts';
import { driverOn } from './open-sqlite.ts';
import { openSqlite } from './sqlite.ts';
import { sql } from './statement.ts';
import { asStoreError } from './store-error.ts';

export interface DatabaseHealth {
  readonly kind: DatabaseKind;
  /** The next start migrates an `older` schema; a `newer` one needs a newer Toolmark. */
  readonly form: 'current' | 'older' | 'newer';
  /** The number of the last event. */
  readonly events: number;
}

const TIMEOUT_MS = 5_000;

/** Reads the state of a database without changing or migrating it. Throws `store.*`. */
export async function checkDatabase(url: string): Promise<DatabaseHealth> {
  let close: () => Promise<void> | void = () => {};
  try {
    const db = openReader();
    const { newest } = await db.get<{ newest: number | null }>(sql`select max(number) as newest from migrations`);
    const missing = MIGRATIONS.length - (newest ?? 0);
    const { seq } = await db.get<{ seq: number | null }>(sql`select max(seq) as seq from events`);
    return { kind: db.kind, form: missing === 0 ? 'current' : missing > 0 ? 'older' : 'newer', events: seq ?? 0 };
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await close();
  }

  function openReader() {
    if (isPostgresUrl(url)) {
      const pool = connect(url, 1, TIMEOUT_MS);
      close = () => pool.end();
      return statementsOn(pool);
    }
    const file = openSqlite(url, true);
    close = () => file.close();
    return createWriter('sqlite', driverOn(file));
  }
}

export interface DatabaseFigures {
  readonly bytes: number;
  /** Public tools only: the count must not reveal that a private one was published. */
  readonly tools: number;
  readonly servers: number;
  readonly publishers: number;
  readonly openReviews: number;
}

const BYTES = {
  sqlite: sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
  postgres: sql`pg_database_size(current_database())`,
};

/** Reads what the metrics report. Throws `store.unavailable` when the database does not answer. */
export async function measureDatabase({ kind, reader, ping }: Database): Promise<DatabaseFigures> {
  await ping();
  return await reader.get<DatabaseFigures>(sql`select ${BYTES[kind]} as bytes,
    (select count(*) from tools where listed = 1) as tools,
    (select count(*) from servers) as servers,
    (select count(*) from publishers) as publishers,
    (select count(*) from reviews where status = 'open') as "openReviews"`);
}
