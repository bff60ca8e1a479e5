import type { ReputationCounts } from '@toolmark/core/registry';
import type { Reader } from '../database/connection.ts';
import { sql } from '../database/statement.ts';

export type PublisherCounts = ReputationCounts['publisher'];

/** A tool of this age is evidence for its publisher. */
export const ESTABLISHED_MS = 30 * 86_400_000;

/** For an unknown publisher. */
const NO_COUNTS: PublisherCounts = { establishedTools: 0, positive: 0, negative: 0, confirmedIncidents: 0 };

interface Row {
  readonly established: number;
  readonly positive: number;
  readonly negative: number;
  readonly incidents: number;
  readonly good: number;
  readonly bad: number;
}

/**
 * The evidence about a publisher at a given time. Ten established tools give the full score, so counting stops there.
 * Content that the publisher has in quarantine does not count; quarantined copies of other publishers do not matter, or
 * copying a tool would harm its author.
 */
export async function publisherCounts(db: Reader, id: string, at: number): Promise<PublisherCounts> {
  const row = await db.find<Row>(
    sql`select (select count(*) from (
          select distinct shown.content from tools join versions shown on shown.id = tools.shown_version
          where tools.owner = publishers.id and tools.created_at < ${at - ESTABLISHED_MS} and not exists (
            select 1 from versions other join tools its on its.id = other.tool
            where other.content = shown.content and its.owner = tools.owner and other.status = 'quarantined')
          limit 10) as established) as established, positive, negative, incidents,
        standing_good as good, standing_bad as bad
      from publishers where id = ${id}`,
  );
  if (row === undefined) return NO_COUNTS;
  const { established, positive, negative, incidents, good, bad } = row;
  return {
    ...{ establishedTools: established, positive, negative, confirmedIncidents: incidents },
    ...(good + bad === 0 ? {} : { standing: { good, bad } }),
  };
}
