import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { answers } from './answers.ts';
import { countingWrites } from './counting-writes.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { makeOwnFile, sameFile } from './same-file.ts';
import { openSqlite } from './sqlite.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { asStoreError, isStoreCode } from './store-error.ts';
import type { Tables, Writer } from './tables.ts';

/**
 * Waiting inside SQLite would stop every other request of this process; so a writer gives up at once and asks again. With a
 * log of 16 MiB, pages that change again and again are written into the file once for many transactions.
 */
const WRITING = ['busy_timeout = 0', 'journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 4000'];

/** A reader waits only while another process repairs or closes the log. */
const READING = ['busy_timeout = 250', 'query_only = 1', 'cache_size = -16000'];

/** Two connections: readers never wait for the writer, because the log beside the file keeps what they began with. */
export async function openSqliteDatabase(
  path: string,
  patienceMs: number,
  onWritten: (seconds: number) => void,
): Promise<Database> {
  const opened: Kysely<Tables>[] = [];
  const close = async () => {
    for (const db of opened.reverse()) await db.destroy();
  };
  try {
    makeOwnFile(path);
    const writer = await patiently(patienceMs, async () => open(path, WRITING));
    opened.push(writer);
    await patiently(patienceMs, () => migrate(writer, 'sqlite'));
    const reader = await patiently(patienceMs, async () => open(path, READING));
    opened.push(reader);
    const demandSame = sameFile(path);
    const write = async <T>(change: (writer: Writer) => Promise<T>) => {
      demandSame();
      return await patiently(patienceMs, () => writer.transaction().execute(change));
    };
    const ping = async () => {
      demandSame();
      await answers(reader);
    };
    return { kind: 'sqlite', reader, current: reader, ...countingWrites(write, onWritten), ping, close };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}

function open(path: string, pragmas: readonly string[]): Kysely<Tables> {
  const file = openSqlite(path);
  try {
    for (const pragma of ['foreign_keys = 1', ...pragmas]) file.exec(`pragma ${pragma}`);
  } catch (error) {
    file.close();
    throw error;
  }
  return new Kysely<Tables>({ dialect: sqliteDialect(file) });
}

async function patiently<T>(patienceMs: number, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = asStoreError(error);
      if (!isStoreCode(reason, 'store.busy') || performance.now() > end) throw reason;
      await pause(2 + Math.random() * 10);
    }
  }
}
