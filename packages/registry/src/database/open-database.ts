import { ToolmarkError } from '@toolmark/core';
import type { Database } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqliteDatabase } from './open-sqlite.ts';

export interface DatabaseOptions {
  /** `postgres://…`, or the path of a file. */
  readonly url: string;
  /** A replica that answers reads; PostgreSQL only. */
  readonly readUrl?: string | undefined;
  /** How long a change waits for other writers before it is refused as `store.busy`. */
  readonly patienceMs?: number | undefined;
  /** Called after every change with the time it took, waiting included. */
  readonly onWritten?: ((seconds: number) => void) | undefined;
}

const PATIENCE_MS = 5_000;

/** Opens a database and brings it to the newest form. Throws `store.*`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, readUrl, patienceMs = PATIENCE_MS, onWritten = () => {} } = options;
  if (isPostgresUrl(url)) return await openPostgres(url, readUrl, patienceMs, onWritten);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(url)) {
    throw new ToolmarkError('store.unknown-database', 'DATABASE_URL is "postgres://…" or the path of a file.');
  }
  return await openSqliteDatabase(url, patienceMs, onWritten);
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}
