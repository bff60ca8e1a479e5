import { sql } from 'kysely';
import type { Writer } from '../database/tables.ts';
import { refreshTool } from '../tools/refresh-tool.ts';
import type { EntryCache } from './server-tools.ts';

/** Finds the latest version anew, and shows the tools that it defines and no others. */
export async function refreshServer(writer: Writer, server: number, at: number): Promise<void> {
  const latest = await markLatest(writer, server, at);
  const entries: EntryCache = new Map();
  for (const id of await toolsToRefresh(writer, server, latest)) await refreshTool(writer, id, at, entries);
}

/**
 * SemVer by its order, others by time, and SemVer before others. What is deleted is passed over; when everything is, the
 * newest keeps the mark, so that whoever follows the latest versions learns of it. The mark is part of what is shown.
 */
async function markLatest(writer: Writer, server: number, at: number): Promise<string> {
  const latest = await writer
    .selectFrom('server_versions')
    .select(['id', 'version', 'is_latest'])
    .where('server', '=', server)
    .orderBy(sql`case when status = 'deleted' then 1 else 0 end`)
    .orderBy(sql`case when version_key is null then 1 else 0 end`)
    .orderBy('version_key', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirstOrThrow();
  if (latest.is_latest === 1) return latest.version;
  const own = writer.updateTable('server_versions').where('server', '=', server);
  await own.set({ is_latest: 0, updated_at: at }).where('is_latest', '=', 1).execute();
  await own.set({ is_latest: 1, updated_at: at }).where('id', '=', latest.id).execute();
  return latest.version;
}

/** Those that are shown and those that should be. */
async function toolsToRefresh(writer: Writer, server: number, latest: string): Promise<readonly number[]> {
  const rows = await writer
    .selectFrom('tools')
    .select('id')
    .where('server', '=', server)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('shown_version', 'is not', null),
        exists(
          selectFrom('versions')
            .select('versions.id')
            .whereRef('versions.tool', '=', 'tools.id')
            .where('versions.version', '=', latest),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
