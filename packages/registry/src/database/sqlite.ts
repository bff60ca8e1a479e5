import { createRequire } from 'node:module';
import { ToolmarkError } from '@toolmark/core';

export type SqliteValue = null | number | bigint | string | Uint8Array;

export interface SqliteStatement {
  all(...values: SqliteValue[]): Record<string, SqliteValue>[];
  run(...values: SqliteValue[]): unknown;
}

/** The part of `node:sqlite` that we use; `@photostructure/sqlite` has the same. */
export interface SqliteFile {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly?: boolean }) => SqliteFile;
}

/** Opens a file with `node:sqlite`, or with the npm package on a Node without it. */
export function openSqlite(path: string, readOnly = false): SqliteFile {
  const { DatabaseSync } = loadSqlite();
  return new DatabaseSync(path, { readOnly });
}

function loadSqlite(): SqliteModule {
  const require = createRequire(import.meta.url);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) return loadFromNpm(() => require('@photostructure/sqlite'));
  return withoutExperimentalWarning(() => require('node:sqlite') as SqliteModule);
}

/** The package is optional and prebuilt for common platforms only. Throws `store.no-sqlite`. */
export function loadFromNpm(load: () => SqliteModule): SqliteModule {
  try {
    return load();
  } catch (cause) {
    const next =
      'Use Node 22.13 or later, name a PostgreSQL database with DATABASE_URL, or run "npm install @photostructure/sqlite" and "npm rebuild @photostructure/sqlite".';
    throw new ToolmarkError('store.no-sqlite', `This version of Node has no SQLite. ${next}`, { cause });
  }
}

/** Node 22 warns on stderr that its SQLite is experimental; operators cannot act on it. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
