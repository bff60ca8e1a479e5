import type { ReputationCounts } from '@toolmark/core';
import { isIn } from '../database/is-in.ts';
import { type Statement, select, sql } from '../database/statement.ts';
import type { Reader } from '../database/tables.ts';

export type PublisherCounts = ReputationCounts['publisher'];

/** A tool of this age speaks for its publisher. */
export const ESTABLISHED_MS = 30 * 86_400_000;

/** Of a publisher of whom nothing is known. */
export const NO_COUNTS: PublisherCounts = { establishedTools: 0, positive: 0, negative: 0, confirmedIncidents: 0 };

export interface PublisherRow {
  readonly publisher: string;
  readonly established: number;
  readonly positive: number;
  readonly negative: number;
  readonly incidents: number;
  readonly standing_good: number;
  readonly standing_bad: number;
}

/** What speaks for and against a publisher at a moment. */
export async function publisherCounts(db: Reader, id: string, at: number): Promise<PublisherCounts> {
  const [row] = await select<PublisherRow>(db, publisherQuestion(db, [id], at));
  return row === undefined ? NO_COUNTS : countsIn(row);
}

/**
 * Asks for the rows of those publishers that there are. Ten established tools give full marks, so nobody counts further.
 * What a publisher has under quarantine anywhere does not speak for it; what others have does not matter, or whoever copies
 * a tool and is caught would harm the one it was copied from.
 */
export function publisherQuestion(db: Reader, ids: readonly string[], at: number): Statement {
  return sql`select publishers.id as publisher, (select count(*) from (
          select distinct shown.content from tools join versions shown on shown.id = tools.shown_version
          where tools.owner = publishers.id and tools.created_at < ${at - ESTABLISHED_MS} and not exists (
            select 1 from versions other join tools its on its.id = other.tool
            where other.content = shown.content and its.owner = tools.owner and other.status = 'quarantined')
          limit 10) as established) as established, positive, negative, incidents,
        standing_good, standing_bad
      from publishers where ${isIn(db, 'publishers.id', ids)}`;
}

export function countsIn(row: PublisherRow): PublisherCounts {
  const { established, positive, negative, incidents, standing_good: good, standing_bad: bad } = row;
  return {
    ...{ establishedTools: established, positive, negative, confirmedIncidents: incidents },
    ...(good + bad === 0 ? {} : { standing: { good, bad } }),
  };
}
