import { Kysely, sql } from 'kysely';
import type { DatabaseKind } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { isPostgresUrl } from './open-database.ts';
import { connect } from './open-postgres.ts';
import { openSqlite } from './sqlite.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { asStoreError } from './store-error.ts';
import type { Tables } from './tables.ts';

export interface DatabaseHealth {
  readonly kind: DatabaseKind;
  /** `older` is brought up to date by the next start; `newer` cannot be used with this version. */
  readonly form: 'current' | 'older' | 'newer';
  /** The number of the last thing that happened. */
  readonly events: number;
}

/** Looks into a database and changes nothing, not even its form. Throws `store.*`. */
export async function checkDatabase(url: string): Promise<DatabaseHealth> {
  const kind = isPostgresUrl(url) ? 'postgres' : 'sqlite';
  let db: Kysely<Tables> | undefined;
  try {
    db = kind === 'postgres' ? connect(url) : new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(url, true)) });
    const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from migrations`.execute(db);
    const newest = rows[0]?.newest ?? 0;
    const form = newest === MIGRATIONS.length ? 'current' : newest < MIGRATIONS.length ? 'older' : 'newer';
    const last = await db
      .selectFrom('events')
      .select(eb => eb.fn.max('seq').as('seq'))
      .executeTakeFirst();
    return { kind, form, events: Number(last?.seq ?? 0) };
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await db?.destroy();
  }
}
