import { isSqlite } from '../database/kind.ts';
import { run, type Statement, sql } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import type { EventBodies } from '../events/event.ts';

/** Adds what was counted since the last time. Consumers are known until a rebuild asks for them again. */
export async function countDownloads(
  writer: Writer,
  at: number,
  { versions, consumers }: EventBodies['downloads.counted'],
): Promise<void> {
  const counts = pairs(writer, versions, 'bigint');
  await run(
    writer,
    sql`with counted as ${counts}
      update versions set downloads = downloads + counted.second from counted where versions.id = counted.first`,
  );
  await run(
    writer,
    sql`with counted as ${counts}, sums as (select versions.tool as tool, sum(counted.second) as count
        from counted join versions on versions.id = counted.first group by versions.tool)
      update tools set downloads = downloads + sums.count from sums where tools.id = sums.tool`,
  );
  await run(
    writer,
    sql`insert into consumers (tool, principal, at)
      select first, second, cast(${at} as bigint) from ${pairs(writer, consumers, 'text')} as taken where true
      on conflict (tool, principal) do update set at = excluded.at`,
  );
}

/** A list of pairs as rows, in one parameter. */
function pairs(
  writer: Writer,
  list: readonly (readonly [number, number | string])[],
  second: 'bigint' | 'text',
): Statement {
  const json = JSON.stringify(list);
  if (isSqlite(writer)) return sql`(select value->>0 as first, value->>1 as second from json_each(${json}))`;
  const type = { text: second, values: [] };
  return sql`(select (pair->>0)::bigint as first, (pair->>1)::${type} as second
    from json_array_elements(${json}::json) as pair)`;
}
