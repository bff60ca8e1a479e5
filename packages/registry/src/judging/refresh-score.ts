import { type Reputation, type ReputationCounts, scoreCounts, tally } from '@toolmark/core/registry';
import type { Reader, Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import { publisherCounts } from './publisher-counts.ts';

/** The columns of a tool that a score needs. */
interface ScoredTool {
  readonly id: number;
  readonly owner: string;
  readonly penalty: number;
}

/** What a publisher's counts add up over its tools. */
interface Feedback {
  readonly positive: number;
  readonly negative: number;
  readonly incidents: number;
}

interface ToolCounts extends Feedback {
  readonly consumers: number;
}

const CONSUMER_MS = 90 * 86_400_000;

/** A new tool. */
export const NO_FEEDBACK = { positive: 0, negative: 0, confirmedIncidents: 0, consumers: 0 };

/** Counts the feedback on a tool again and stores the counts and the score in its row. */
export async function refreshScore(writer: Writer, id: number, at: number): Promise<void> {
  const tool = await writer.get<ScoredTool & Feedback>(
    sql`select id, owner, penalty, positive, negative, incidents from tools where id = ${id}`,
  );
  const counts = await countTool(writer, tool, at);
  await addToPublisher(writer, tool.owner, counts, tool);
  const { score } = scoreCounts(await gather(writer, tool, counts, at, false));
  const { positive, negative, incidents, consumers } = counts;
  await writer.run(sql`update tools set positive = ${positive}, negative = ${negative}, incidents = ${incidents},
    consumers = ${consumers}, score = ${score}, rank = ${-score} where id = ${id}`);
}

/** The current reputation of a tool with all its parts. */
export async function reputationOfTool(
  db: Reader,
  tool: ScoredTool,
  now: Date,
  isQuarantined: boolean,
): Promise<Reputation> {
  const at = now.getTime();
  return scoreCounts(await gather(db, tool, await countTool(db, tool, at), at, isQuarantined));
}

/** Feedback on a tool also counts for its publisher: adds the difference to the publisher's counts. */
export async function addToPublisher(writer: Writer, id: string, after: Feedback, before: Feedback): Promise<void> {
  const positive = after.positive - before.positive;
  const negative = after.negative - before.negative;
  const incidents = after.incidents - before.incidents;
  if (positive === 0 && negative === 0 && incidents === 0) return;
  await writer.run(sql`update publishers set positive = positive + ${positive}, negative = negative + ${negative},
    incidents = incidents + ${incidents} where id = ${id}`);
}

async function countTool(db: Reader, { id, owner }: ScoredTool, at: number): Promise<ToolCounts> {
  const voices = await db.all<Parameters<typeof tally>[0][number]>(
    sql`select voices.principal, versions.version, voices.type, voices.at
      from voices join versions on versions.id = voices.version join publishers on publishers.id = voices.principal
      where voices.tool = ${id} and voices.ledger = 'vote' and publishers.status = 'active'`,
  );
  const { incidents, consumers } = await db.get<{ incidents: number; consumers: number }>(
    sql`select
      (select count(*) from reviews where tool = ${id} and cause = 'incident' and status = 'confirmed') as incidents,
      (select count(*) from consumers join publishers on publishers.id = consumers.principal
        where tool = ${id} and principal != ${owner} and at >= ${at - CONSUMER_MS} and publishers.status = 'active')
        as consumers`,
  );
  const { positive, negative } = tally(voices, owner, new Date(at));
  return { positive, negative, incidents, consumers };
}

async function gather(
  db: Reader,
  { owner, penalty }: ScoredTool,
  { positive, negative, incidents, consumers }: ToolCounts,
  at: number,
  quarantined: boolean,
): Promise<ReputationCounts> {
  const publisher = await publisherCounts(db, owner, at);
  return { publisher, positive, negative, confirmedIncidents: incidents, consumers, penalty, quarantined };
}
