import { setTimeout as pause } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite, type SqliteFile } from './sqlite.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { asStoreError, isStoreCode } from './store-error.ts';
import type { Tables, Writer } from './tables.ts';

/** How long a writer waits for a writer in another process. */
const PATIENCE_MS = 5_000;

/** Two connections: readers never wait for the writer, because the log beside the file keeps what they began with. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  try {
    const writing = open(path, ['journal_mode = wal', 'synchronous = full']);
    const writer = new Kysely<Tables>({ dialect: sqliteDialect(writing) });
    await patiently(() => migrate(writer, 'sqlite'));
    const reading = open(path, ['query_only = 1', 'cache_size = -16000']);
    const reader = new Kysely<Tables>({ dialect: sqliteDialect(reading) });
    return {
      kind: 'sqlite',
      reader,
      write: change => writeTo(writer, change),
      close: async () => {
        await reader.destroy();
        await writer.destroy();
      },
    };
  } catch (error) {
    throw asStoreError(error);
  }
}

function open(path: string, pragmas: readonly string[]): SqliteFile {
  const file = openSqlite(path);
  for (const pragma of ['busy_timeout = 20', 'foreign_keys = 1', ...pragmas]) file.exec(`pragma ${pragma}`);
  return file;
}

async function writeTo<T>(db: Kysely<Tables>, change: (writer: Writer) => Promise<T>): Promise<T> {
  return await patiently(() => db.transaction().execute(change));
}

/** Waiting inside SQLite would stop every other request of this process; so it gives up quickly and is asked again. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = asStoreError(error);
      if (!isStoreCode(reason, 'store.busy') || performance.now() > end) throw reason;
      await pause(5 + Math.random() * 20);
    }
  }
}
