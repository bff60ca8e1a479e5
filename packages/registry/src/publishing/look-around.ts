import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import type { NameFilter } from './name-filter.ts';

/** What there is before claims are judged. */
export interface Around {
  /** The number of the last event. */
  readonly last: number;
  /** Those of the names that are taken. */
  readonly taken: readonly string[];
}

/** Asked with one statement, because each is a journey. A filter that is given learns the names that came since. */
export async function lookAround(
  writer: Writer,
  names: readonly string[],
  filter: NameFilter | undefined,
): Promise<Around> {
  const rows = await select<{ what: string; id: number; text: string }>(
    writer,
    sql`select 'last' as what, coalesce(max(seq), 0) as id, '' as text from events
      union all select 'taken', id, name from tools where ${isIn(writer, 'name', names)}
      ${filter === undefined ? sql`` : sql`union all select 'name', id, key from (${filter.question()}) as since`}`,
  );
  const hasMore = filter?.learn(rows.filter(({ what }) => what === 'name').map(({ id, text }) => ({ id, key: text })));
  if (hasMore === true) await filter?.catchUp(writer);
  return {
    last: rows.find(({ what }) => what === 'last')?.id ?? 0,
    taken: rows.filter(({ what }) => what === 'taken').map(({ text }) => text),
  };
}
