import { type Statement, select, sql } from '../database/statement.ts';
import type { Reader } from '../database/tables.ts';
import { noServer } from './no-server.ts';
import { ENTRY_COLUMNS, type EntryRow, showEntries, withinBytes } from './show-entries.ts';

/** One version of a server as JSON text, or its latest. Throws `server.not-found`. */
export async function readServer(db: Reader, name: string, version: string, includeDeleted = false): Promise<string> {
  const which = version === 'latest' ? sql`v.is_latest = 1` : sql`v.version = ${version}`;
  const rows = await select<EntryRow>(
    db,
    sql`select ${ENTRY_COLUMNS} from server_versions v where v.name = ${name} and ${which}${unless(includeDeleted)}`,
  );
  const [entry] = await showEntries(db, rows);
  if (entry === undefined) throw noServer(name, version === 'latest' ? undefined : version);
  return entry;
}

/** A list that has no pages still ends somewhere: the oldest of very many very large versions are left out. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

/** Every version, or one of them, the newest first. Throws `server.not-found` when there is none. */
export async function listServerVersions(
  db: Reader,
  name: string,
  includeDeleted = false,
  version?: string,
): Promise<readonly string[]> {
  const which = version === undefined ? sql`` : sql` and v.version = ${version}`;
  const rows = await select<EntryRow>(
    db,
    sql`select ${ENTRY_COLUMNS} from server_versions v where v.name = ${name}${which}${unless(includeDeleted)}
      order by v.is_latest desc, v.published_at desc, v.id desc`,
  );
  if (rows.length === 0) throw noServer(name);
  return await showEntries(db, withinBytes(rows, MAX_LIST_BYTES));
}

function unless(includeDeleted: boolean): Statement {
  return includeDeleted ? sql`` : sql` and v.status <> 'deleted'`;
}
