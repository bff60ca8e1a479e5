import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { refreshTool } from '../tools/refresh-tool.ts';
import type { EntryCache } from './server-tools.ts';

/** Finds the latest version again, and serves exactly the tools that it defines. */
export async function refreshServer(writer: Writer, server: number, at: number): Promise<void> {
  const latest = await markLatest(writer, server, at);
  const entries: EntryCache = new Map();
  for (const id of await toolsToRefresh(writer, server, latest)) await refreshTool(writer, id, at, entries);
}

/**
 * SemVer versions come before others, by their order; others by time. Deleted versions are skipped, unless all are deleted:
 * then the newest keeps the mark, so that clients that follow the latest versions see the deletion.
 */
async function markLatest(writer: Writer, server: number, at: number): Promise<string> {
  const latest = await writer.get<Pick<Tables['server_versions'], 'id' | 'version' | 'is_latest'>>(
    sql`select id, version, is_latest from server_versions where server = ${server}
      order by case when status = 'deleted' then 1 else 0 end, case when version_key is null then 1 else 0 end,
        version_key desc, published_at desc, id desc limit 1`,
  );
  if (latest.is_latest === 1) return latest.version;
  await writer.run(sql`update server_versions set is_latest = case when id = ${latest.id} then 1 else 0 end,
    updated_at = ${at} where server = ${server} and (is_latest = 1 or id = ${latest.id})`);
  return latest.version;
}

/** The tools that are served now and those that should be. */
async function toolsToRefresh(writer: Writer, server: number, latest: string): Promise<readonly number[]> {
  const rows = await writer.all<{ id: number }>(sql`select id from tools where server = ${server}
    and (shown_version is not null
      or exists (select 1 from versions where versions.tool = tools.id and versions.version = ${latest}))
    order by id`);
  return rows.map(({ id }) => id);
}
