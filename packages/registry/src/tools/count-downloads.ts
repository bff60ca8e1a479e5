import type { Writer } from '../database/connection.ts';
import { type Statement, sql } from '../database/statement.ts';
import type { EventBodies } from '../events/event.ts';

/** Adds a batch of downloads to the counts of versions and tools, and records which accounts downloaded. */
export async function countDownloads(
  writer: Writer,
  at: number,
  { versions, consumers }: EventBodies['downloads.counted'],
): Promise<void> {
  const counts = pairs(writer, versions, sql`bigint`);
  await writer.run(sql`with counted as ${counts}
    update versions set downloads = downloads + counted.second from counted where versions.id = counted.first`);
  await writer.run(sql`with counted as ${counts}, sums as (select versions.tool as tool, sum(counted.second) as count
      from counted join versions on versions.id = counted.first group by versions.tool)
    update tools set downloads = downloads + sums.count from sums where tools.id = sums.tool`);
  await writer.run(sql`insert into consumers (tool, principal, at)
    select first, second, cast(${at} as bigint) from ${pairs(writer, consumers, sql`text`)} as taken where true
    on conflict (tool, principal) do update set at = excluded.at`);
}

/** A list of pairs as rows, in one parameter. */
function pairs(
  { kind }: Writer,
  list: readonly (readonly [number, number | string])[],
  secondType: Statement,
): Statement {
  const json = JSON.stringify(list);
  if (kind === 'sqlite') return sql`(select value->>0 as first, value->>1 as second from json_each(${json}))`;
  return sql`(select (pair->>0)::bigint as first, (pair->>1)::${secondType} as second
    from json_array_elements(${json}::json) as pair)`;
}
