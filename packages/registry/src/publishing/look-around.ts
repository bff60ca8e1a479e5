import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import {
  countsIn,
  NO_COUNTS,
  type PublisherCounts,
  type PublisherRow,
  publisherQuestion,
} from '../judging/publisher-counts.ts';
import type { Claim } from './claim.ts';
import type { NameFilter } from './name-filter.ts';

/** What there is before claims are judged. */
export interface Around {
  /** The number of the last event. */
  readonly last: number;
  /** Those of the names that are taken. */
  readonly taken: readonly string[];
  /** What speaks for those who claim. */
  readonly publishers: ReadonlyMap<string, PublisherCounts>;
}

interface Row extends PublisherRow {
  readonly what: 'last' | 'taken' | 'publisher' | 'name';
  readonly id: number;
  readonly text: string;
}

/** Asked with one statement, because each is a journey. A filter that is given learns the names that came since. */
export async function lookAround(
  writer: Writer,
  claims: readonly Claim[],
  at: number,
  filter: NameFilter | undefined,
): Promise<Around> {
  const names = claims.map(({ inspected }) => inspected.name);
  const publishers = [...new Set(claims.map(({ principal }) => principal.id))];
  const rows = await select<Row>(
    writer,
    sql`select 'last' as what, coalesce(max(seq), 0) as id, '' as text, 0 as established, 0 as positive, 0 as negative,
        0 as incidents, 0 as standing_good, 0 as standing_bad from events
      union all select 'taken', id, name, 0, 0, 0, 0, 0, 0 from tools where ${isIn(writer, 'name', names)}
      union all select 'publisher', 0, publisher, established, positive, negative, incidents,
        standing_good, standing_bad from (${publisherQuestion(writer, publishers, at)}) as asking
      ${filter === undefined ? sql`` : sql`union all select 'name', id, key, 0, 0, 0, 0, 0, 0 from (${filter.question()}) as since`}`,
  );
  const those = (what: Row['what']) => rows.filter(row => row.what === what);
  const hasMore = filter?.learn(those('name').map(({ id, text }) => ({ id, key: text })));
  if (hasMore === true) await filter?.catchUp(writer);
  const known = new Map(those('publisher').map(row => [row.text, countsIn(row)]));
  return {
    last: those('last')[0]?.id ?? 0,
    taken: those('taken').map(({ text }) => text),
    publishers: new Map(publishers.map(id => [id, known.get(id) ?? NO_COUNTS])),
  };
}
