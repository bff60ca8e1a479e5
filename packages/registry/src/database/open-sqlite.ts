import { closeSync, openSync, statSync } from 'node:fs';
import { createWriter, type Driver, type Writer } from './connection.ts';
import { migrate } from './migrate.ts';
import { openSqlite, type SqliteFile, type SqliteStatement } from './sqlite.ts';
import type { Store } from './store.ts';
import { asStoreError, retryWhileBusy, storeError } from './store-error.ts';

/**
 * Waiting inside SQLite would block every other request of this process, so a writer fails immediately and retries. With a
 * log of 16 MiB, pages that change often are copied into the file once for many transactions.
 */
const WRITING = ['busy_timeout = 0', 'journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 4000'];

/** A reader waits only while another process recovers or closes the log. */
const READING = ['busy_timeout = 250', 'query_only = 1', 'cache_size = -16000'];

/** Opens two connections: in WAL mode readers never wait for the writer. */
export async function openSqliteDatabase(path: string, patienceMs: number): Promise<Store> {
  const opened: SqliteFile[] = [];
  const close = async () => {
    for (const file of opened.reverse()) file.close();
  };
  const openWith = (pragmas: readonly string[]) =>
    retryWhileBusy(patienceMs, async () => {
      const file = open(path, pragmas);
      opened.push(file);
      return file;
    });
  try {
    createPrivateFile(path);
    const transaction = transactionsOn(await openWith(WRITING));
    await retryWhileBusy(patienceMs, () => transaction(migrate));
    const reader = createWriter('sqlite', driverOn(await openWith(READING)));
    return { kind: 'sqlite', reader, current: reader, transaction, check: sameFile(path), close };
  } catch (error) {
    await close();
    throw asStoreError(error);
  }
}

function open(path: string, pragmas: readonly string[]): SqliteFile {
  const file = openSqlite(path);
  try {
    for (const pragma of ['foreign_keys = 1', ...pragmas]) file.exec(`pragma ${pragma}`);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Creates a missing database file readable only by its owner; SQLite gives the files beside it the same mode. */
function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // SQLite reports what is wrong with the path.
  }
}

/** Writes to a removed file would be lost: throws `store.unavailable` when the path no longer names the opened file. */
function sameFile(path: string): () => void {
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) !== opened) throw storeError('store.unavailable');
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}

/** Transactions on one connection, one after another. */
function transactionsOn(file: SqliteFile): Store['transaction'] {
  const writer = createWriter('sqlite', driverOn(file));
  let last: Promise<unknown> = Promise.resolve();
  return change => {
    const result = last.then(() => inTransaction(file, writer, change));
    last = result.catch(() => {});
    return result;
  };
}

async function inTransaction<T>(file: SqliteFile, writer: Writer, change: (writer: Writer) => Promise<T>): Promise<T> {
  // Immediate: a transaction that reads first could otherwise fail when it starts to write.
  file.exec('begin immediate');
  try {
    const result = await change(writer);
    file.exec('commit');
    return result;
  } catch (error) {
    rollBack(file);
    throw error;
  }
}

/** SQLite rolls back by itself when the disk is full; the caller needs the first error, not this one. */
function rollBack(file: SqliteFile): void {
  try {
    file.exec('rollback');
  } catch {}
}

/** Enough for every statement we use; searches with unusual filters must not grow the cache without limit. */
const MAX_PREPARED = 256;

export function driverOn(file: SqliteFile): Driver {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (text: string) => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    const statement = file.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  return {
    rows: async (text, values) => prepare(text).all(...values),
    run: async (text, values) => void prepare(text).run(...values),
  };
}
