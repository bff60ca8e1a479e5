import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { asStoreError, isStoreCode } from './store-error.ts';
import type { Tables, Writer } from './tables.ts';

/** Chosen once, for ever: every process of a registry takes its turn at this lock before it writes. */
export const WRITE_LOCK = 7_346_001;

const ATTEMPTS = 3;

export async function openPostgres(url: string, readUrl: string | undefined): Promise<Database> {
  const primary = connect(url);
  const reader = readUrl === undefined ? primary : connect(readUrl);
  const close = async () => {
    await primary.destroy();
    if (reader !== primary) await reader.destroy();
  };
  try {
    await migrate(primary, 'postgres');
    return { kind: 'postgres', reader, write: change => writeTo(primary, change), close };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}

export function connect(url: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'toolmark-registry',
    types: { getTypeParser },
  });
  // A connection that breaks while nobody uses it is replaced when it is needed; without this it would end the process.
  pool.on('error', () => {});
  // One that breaks inside a transaction is reported by the next statement, and would end the process as well.
  pool.on('connect', client => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Sums and serial numbers come as text, because they might not fit; ours do. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
}

async function writeTo<T>(db: Kysely<Tables>, change: (writer: Writer) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async writer => {
        await sql`select pg_advisory_xact_lock(${sql.lit(WRITE_LOCK)})`.execute(writer);
        return await change(writer);
      });
    } catch (error) {
      const reason = asStoreError(error);
      if (!isStoreCode(reason, 'store.busy') || attempt === ATTEMPTS) throw reason;
    }
  }
}
