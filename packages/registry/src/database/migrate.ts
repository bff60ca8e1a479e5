import { ToolmarkError } from '@toolmark/core';
import { type Kysely, sql, type Transaction } from 'kysely';
import { rewordTools } from '../tools/reword-tools.ts';
import type { DatabaseKind } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Tables } from './tables.ts';

/** They are only ever added to: there is no way back. */
export interface Migration {
  statements(kind: DatabaseKind): readonly string[];
  /** Whether tools must be indexed anew: which is done by code of today, on tables of today. */
  readonly newWords?: boolean;
}

/** Chosen once, for ever: of several processes that start together, one migrates and the others wait for it. */
const MIGRATION_LOCK = 7_346_000;

export async function migrate(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  await db.transaction().execute(async tx => {
    if (kind === 'postgres') await takeTurn(tx);
    await sql`create table if not exists migrations (number integer primary key)`.execute(tx);
    const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from migrations`.execute(tx);
    const done = rows[0]?.newest ?? 0;
    if (done > MIGRATIONS.length) throw newerDatabase();
    const missing = MIGRATIONS.slice(done);
    for (const [index, { statements }] of missing.entries()) {
      for (const statement of statements(kind)) await sql.raw(statement).execute(tx);
      await sql`insert into migrations values (${done + index + 1})`.execute(tx);
    }
    if (done > 0 && missing.some(({ newWords }) => newWords)) await rewordTools(tx);
  });
}

/** However long another process takes: whoever gave up would have to be started again by hand. */
async function takeTurn(tx: Transaction<Tables>): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
}

function newerDatabase(): ToolmarkError {
  return new ToolmarkError(
    'store.newer',
    'The database was made by a newer Toolmark. Update this one; an older one could lose what the newer one wrote.',
  );
}
