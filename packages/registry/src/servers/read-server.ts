import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Reader } from '../database/connection.ts';
import { type Statement, sql } from '../database/statement.ts';
import { withinBytes } from '../database/within-bytes.ts';
import { ENTRY_COLUMNS, type EntryRow, showEntries } from './show-entries.ts';

/** One version of a server as JSON text, or its latest. Throws `server.not-found`. */
export async function readServer(db: Reader, name: string, version: string, includeDeleted = false): Promise<string> {
  const which = version === 'latest' ? sql`v.is_latest = 1` : sql`v.version = ${version}`;
  const rows = await db.all<EntryRow>(
    sql`select ${ENTRY_COLUMNS} from server_versions v where v.name = ${name} and ${which}${unless(includeDeleted)}`,
  );
  const [entry] = await showEntries(db, rows);
  if (entry === undefined) throw noServer(name, version === 'latest' ? undefined : version);
  return entry;
}

/** This list has no pages, so the oldest of very many large versions are left out. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

/** Every version, or one, newest first. Throws `server.not-found`. */
export async function listServerVersions(
  db: Reader,
  name: string,
  includeDeleted = false,
  version?: string,
): Promise<readonly string[]> {
  const which = version === undefined ? sql`` : sql` and v.version = ${version}`;
  const rows =
    await db.all<EntryRow>(sql`select ${ENTRY_COLUMNS} from server_versions v where v.name = ${name}${which}${unless(includeDeleted)}
      order by v.is_latest desc, v.published_at desc, v.id desc`);
  if (rows.length === 0) throw noServer(name);
  return await showEntries(db, withinBytes(rows, MAX_LIST_BYTES));
}

function unless(includeDeleted: boolean): Statement {
  return includeDeleted ? sql`` : sql` and v.status <> 'deleted'`;
}

export function noServer(name: string, version?: string): ToolmarkError {
  const message =
    version === undefined
      ? `Server ${quoteInert(name)} does not exist.`
      : `${quoteInert(name)} has no version ${quoteInert(version)}.`;
  return new ToolmarkError('server.not-found', message);
}
