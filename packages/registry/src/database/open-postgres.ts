import pg from 'pg';
import { createWriter, type Writer } from './connection.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';
import { asStoreError } from './store-error.ts';

/** Waiting writers have their own connections, so readers always find one. */
const CONNECTIONS = { reading: 10, writing: 4 };

/** Never changes: every process of a registry takes this lock before it writes. */
export const WRITE_LOCK = 7_346_001;

export async function openPostgres(url: string, readUrl: string | undefined, patienceMs: number): Promise<Store> {
  const writing = connect(url, CONNECTIONS.writing, patienceMs);
  const reading = connect(url, CONNECTIONS.reading, patienceMs);
  const replica = readUrl === undefined ? reading : connect(readUrl, CONNECTIONS.reading, patienceMs);
  const close = async () => {
    for (const pool of new Set([writing, reading, replica])) await pool.end();
  };
  try {
    await inTransaction(reading, 'begin', migrate);
    return {
      kind: 'postgres',
      reader: statementsOn(replica),
      current: statementsOn(reading),
      transaction: change => inTransaction(writing, `begin; select pg_advisory_xact_lock(${WRITE_LOCK})`, change),
      close,
    };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}

export function connect(url: string, max: number, patienceMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patienceMs,
    statement_timeout: 2 * patienceMs,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: 3 * patienceMs,
    application_name: 'toolmark-registry',
    types: { getTypeParser },
  });
  // The pool replaces a broken connection. Without these listeners its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => void client.on('error', () => {}));
  return pool;
}

export function statementsOn(pool: pg.Pool | pg.PoolClient): Writer {
  return createWriter('postgres', {
    rows: async (text, values) => (await pool.query(text, [...values])).rows,
    run: async (text, values) => void (await pool.query(text, [...values])),
  });
}

/** The driver returns 64-bit integers as text because they might not fit a number; ours do. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
}

async function inTransaction<T>(pool: pg.Pool, begin: string, change: (writer: Writer) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await change(statementsOn(client));
    const { command } = await client.query('commit');
    // PostgreSQL answers a commit after a failed statement with a rollback.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
