import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { answers } from './answers.ts';
import { countingWrites } from './counting-writes.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { asStoreError, isStoreCode } from './store-error.ts';
import type { Tables, Writer } from './tables.ts';
import { WritingDialect } from './writing-dialect.ts';

/** Writers wait on connections of their own: however many wait, readers find one. */
const CONNECTIONS = { reading: 10, writing: 4 };

export async function openPostgres(
  url: string,
  readUrl: string | undefined,
  patienceMs: number,
  onWritten: (seconds: number) => void,
): Promise<Database> {
  const writer = connect(url, CONNECTIONS.writing, patienceMs, pool => new WritingDialect(pool));
  const current = connect(url, CONNECTIONS.reading, patienceMs);
  const reader = readUrl === undefined ? current : connect(readUrl, CONNECTIONS.reading, patienceMs);
  const close = async () => {
    for (const db of new Set([writer, current, reader])) await db.destroy();
  };
  try {
    await migrate(current, 'postgres');
    const write = <T>(change: (writer: Writer) => Promise<T>) => writeTo(writer, patienceMs, change);
    return {
      kind: 'postgres',
      reader,
      current,
      ...countingWrites(write, onWritten),
      ping: () => answers(reader),
      close,
    };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}

export function connect(
  url: string,
  max: number,
  patienceMs: number,
  dialectOver: (pool: pg.Pool) => Dialect = pool => new PostgresDialect({ pool }),
): Kysely<Tables> {
  const config: pg.PoolConfig & { readonly pipeline: boolean } = {
    connectionString: url,
    max,
    connectionTimeoutMillis: patienceMs,
    statement_timeout: 2 * patienceMs,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: 3 * patienceMs,
    application_name: 'toolmark-registry',
    types: { getTypeParser },
    // What is sent behind something unanswered does not wait here for its answer.
    pipeline: true,
  };
  const pool = new pg.Pool(config);
  // A connection that breaks, used or not, is replaced when it is needed; without these it would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: dialectOver(pool) });
}

/** Sums and serial numbers come as text, because they might not fit; ours do. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
}

async function writeTo<T>(db: Kysely<Tables>, patienceMs: number, change: (writer: Writer) => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await db.transaction().execute(change);
    } catch (error) {
      const reason = asStoreError(error);
      if (!isStoreCode(reason, 'store.busy') || performance.now() > end) throw reason;
    }
  }
}
