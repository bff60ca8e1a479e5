import { countStanding, type StandingVoice } from '@toolmark/core/registry';
import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { standingIn } from './feedback-details.ts';

type Remark = Pick<Tables['voices'], 'principal' | 'at' | 'details'>;

/** Counts the remarks about a publisher again and stores the counts in its row. */
export async function refreshStanding(writer: Writer, publisher: string, at: number): Promise<void> {
  const remarks = await writer.all<Remark>(
    sql`select voices.principal, voices.at, voices.details
      from voices join tools on tools.id = voices.tool join publishers on publishers.id = voices.principal
      where tools.owner = ${publisher} and voices.ledger = 'remark' and publishers.status = 'active'`,
  );
  const { good, bad } = countStanding(remarks.flatMap(voiceIn), publisher, new Date(at));
  await writer.run(sql`update publishers set standing_good = ${good}, standing_bad = ${bad} where id = ${publisher}`);
}

function voiceIn({ principal, at, details }: Remark): StandingVoice[] {
  const standing = standingIn(JSON.parse(details));
  return standing === undefined ? [] : [{ principal, at, standing }];
}
