import { ToolmarkError } from '@toolmark/core';
import type { Database } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqliteDatabase } from './open-sqlite.ts';
import { sql } from './statement.ts';
import { retryWhileBusy } from './store-error.ts';

export interface DatabaseOptions {
  /** `postgres://…`, or the path of a file. */
  readonly url: string;
  /** A replica for reads; PostgreSQL only. */
  readonly readUrl?: string | undefined;
  /** How long a transaction waits for other writers before it fails with `store.busy`. */
  readonly patienceMs?: number | undefined;
  /** Called after every transaction with its duration, waiting included. */
  readonly onWritten?: ((seconds: number) => void) | undefined;
}

const PATIENCE_MS = 5_000;

/** Opens a database and migrates it to the current schema. Throws `store.*`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, readUrl, patienceMs = PATIENCE_MS, onWritten } = options;
  const store = await (isPostgresUrl(url)
    ? openPostgres(url, readUrl, patienceMs)
    : openSqliteDatabase(filePath(url), patienceMs));
  const { kind, reader, current } = store;
  let waiting = 0;
  let closing: Promise<void> | undefined;
  return {
    ...{ kind, reader, current },
    write: async change => {
      const started = performance.now();
      waiting += 1;
      try {
        store.check?.();
        return await retryWhileBusy(patienceMs, () => store.transaction(change));
      } finally {
        waiting -= 1;
        onWritten?.((performance.now() - started) / 1000);
      }
    },
    ping: async () => {
      store.check?.();
      await reader.all(sql`select 1`).catch((cause: unknown) => {
        throw new ToolmarkError('store.unavailable', 'The database does not answer.', { cause });
      });
    },
    writesWaiting: () => waiting,
    close: () => {
      closing ??= store.close();
      return closing;
    },
  };
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

function filePath(url: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(url)) return url;
  throw new ToolmarkError('store.unknown-database', 'DATABASE_URL is "postgres://…" or the path of a file.');
}
