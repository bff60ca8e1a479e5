import { ToolmarkError } from '@toolmark/core';
import type { Database } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqliteDatabase } from './open-sqlite.ts';

export interface DatabaseOptions {
  /** `postgres://…`, or the path of a file. */
  readonly url: string;
  /** A replica that answers reads; PostgreSQL only. */
  readonly readUrl?: string | undefined;
}

/** Opens a database and brings it to the newest form. Throws `store.*`. */
export async function openDatabase({ url, readUrl }: DatabaseOptions): Promise<Database> {
  if (isPostgresUrl(url)) return await openPostgres(url, readUrl);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(url)) {
    throw new ToolmarkError('store.unknown-database', 'DATABASE_URL is "postgres://…" or the path of a file.');
  }
  return await openSqliteDatabase(url);
}

export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}
