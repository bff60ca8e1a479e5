import { countStanding, type StandingVoice } from '@toolmark/core';
import { run, select, sql } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import { standingIn } from './feedback-details.ts';

interface Remark {
  readonly principal: string;
  readonly at: number;
  readonly details: string;
}

/** Counts anew what the community says of a publisher, and keeps the counts in its row. */
export async function refreshStanding(writer: Writer, publisher: string, at: number): Promise<void> {
  const remarks = await select<Remark>(
    writer,
    sql`select voices.principal as principal, voices.at as at, voices.details as details
      from voices join tools on tools.id = voices.tool join publishers on publishers.id = voices.principal
      where tools.owner = ${publisher} and voices.ledger = 'remark' and publishers.status = 'active'`,
  );
  const { good, bad } = countStanding(remarks.flatMap(voiceIn), publisher, new Date(at));
  await run(writer, sql`update publishers set standing_good = ${good}, standing_bad = ${bad} where id = ${publisher}`);
}

function voiceIn({ principal, at, details }: Remark): StandingVoice[] {
  const standing = standingIn(JSON.parse(details));
  return standing === undefined ? [] : [{ principal, at, standing }];
}
