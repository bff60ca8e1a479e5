import type { Reader } from '../database/connection.ts';
import { join, literal, type Statement, sql } from '../database/statement.ts';
import { withinBytes } from '../database/within-bytes.ts';
import type { Registry } from '../registry.ts';
import { searchedText } from './searched-text.ts';
import { readServerCursor, type ServerOrder, type ServerPlace, writeServerCursor } from './server-cursor.ts';
import { ENTRY_COLUMNS, type EntryRow, showEntries } from './show-entries.ts';

export interface ServerQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  /** A part of the name or the description, literally. */
  readonly search?: string | undefined;
  /** Only entries that changed after this time. */
  readonly updatedSince?: number | undefined;
  /** `latest`, or one version. */
  readonly version?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Whether an attestation is trusted. */
  readonly signed?: boolean | undefined;
}

export interface ServerPage {
  /** Each as JSON text: entries are served byte for byte. */
  readonly entries: readonly string[];
  readonly nextCursor?: string;
}

/** Ends a page early, so that large entries cannot fill the memory. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** One page of entries by name and version; with `updatedSince` by time of change, including deleted ones. */
export async function listServers({ database: { reader } }: Registry, query: ServerQuery): Promise<ServerPage> {
  const limit = query.limit ?? 30;
  const order: ServerOrder = query.updatedSince === undefined ? 'name' : 'change';
  const rows = await reader.all<EntryRow>(pageStatement(reader, query, order, limit + 1));
  const shown = withinBytes(rows.slice(0, limit), MAX_PAGE_BYTES);
  const last = shown.length < rows.length ? shown.at(-1) : undefined;
  const entries = await showEntries(reader, shown);
  return last === undefined ? { entries } : { entries, nextCursor: writeServerCursor(order, placeOf(order, last)) };
}

function placeOf(order: ServerOrder, { name, version, updatedAt, id }: EntryRow): ServerPlace {
  return order === 'name' ? [name, version] : [updatedAt, id];
}

function pageStatement(db: Reader, query: ServerQuery, order: ServerOrder, limit: number): Statement {
  const columns = order === 'name' ? sql`v.name, v.version` : sql`v.updated_at, v.id`;
  const conditions = [...conditionsOf(db, query), ...afterCursor(columns, order, query.cursor)];
  const where = conditions.length === 0 ? sql`` : sql` where ${join(conditions, ' and ')}`;
  return sql`select ${ENTRY_COLUMNS} from server_versions v${where} order by ${columns} limit ${literal(limit)}`;
}

function conditionsOf(db: Reader, query: ServerQuery): Statement[] {
  const { search = '', updatedSince, version = '', includeDeleted = false, signed } = query;
  return [
    // The same condition as in the partial index: only then is it used.
    ...(includeDeleted || updatedSince !== undefined ? [] : [sql`v.status <> 'deleted'`]),
    ...(version === 'latest' ? [sql`v.is_latest = 1`] : []),
    ...(version === 'latest' || version === '' ? [] : [sql`v.version = ${version}`]),
    ...(updatedSince === undefined ? [] : [sql`v.updated_at > ${updatedSince}`]),
    ...(signed === undefined ? [] : [signed ? IS_SIGNED : sql`not ${IS_SIGNED}`]),
    ...(search === '' ? [] : [hasPart(db, searchedText(search))]),
  ];
}

const IS_SIGNED = sql`exists (select 1 from attestations a where a.entry = v.id and a.outcome = 'trusted')`;

/** Trigram indexes need three letters; shorter parts are matched without an index. */
function hasPart(db: Reader, part: string): Statement {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  if (db.kind === 'postgres') return sql`v.searched like ${pattern}`;
  if ([...part].length < 3) return sql`v.searched like ${pattern} escape '\\'`;
  return sql`v.id in (select rowid from server_texts where server_texts match ${`"${part.replaceAll('"', '""')}"`})`;
}

function afterCursor(columns: Statement, order: ServerOrder, cursor: string | undefined): Statement[] {
  if (cursor === undefined || cursor === '') return [];
  const [first, second] = readServerCursor(order, cursor);
  return [sql`(${columns}) > (${first}, ${second})`];
}
