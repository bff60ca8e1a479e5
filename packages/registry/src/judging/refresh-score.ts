import { type Reputation, type ReputationCounts, scoreCounts, tally } from '@toolmark/core';
import { run, select, sql } from '../database/statement.ts';
import type { Reader, Writer } from '../database/tables.ts';
import { publisherCounts } from './publisher-counts.ts';

/** What a score needs of a tool's row. */
interface ScoredTool {
  readonly id: number;
  readonly owner: string;
  readonly penalty: number;
}

/** What is kept of everything that was said about a tool. */
interface ToolCounts {
  readonly positive: number;
  readonly negative: number;
  readonly incidents: number;
  readonly consumers: number;
}

const DAY_MS = 86_400_000;

/** Counts anew what was said of a tool, and keeps the counts and the score in its row. */
export async function refreshScore(writer: Writer, id: number, at: number): Promise<void> {
  const [tool] = await select<ScoredTool & Omit<ToolCounts, 'consumers'>>(
    writer,
    sql`select id, owner, penalty, positive, negative, incidents from tools where id = ${id}`,
  );
  if (tool === undefined) throw new Error(`there is no tool ${id}`);
  const counts = await countTool(writer, tool, at);
  await addToPublisher(writer, tool.owner, counts, tool);
  const { score } = scoreCounts(await gather(writer, tool, counts, at, false));
  const { positive, negative, incidents, consumers } = counts;
  await run(
    writer,
    sql`update tools set positive = ${positive}, negative = ${negative}, incidents = ${incidents},
      consumers = ${consumers}, score = ${score}, rank = ${-score} where id = ${id}`,
  );
}

/** The reputation of a tool at this moment, with all that it is made of. */
export async function reputationOfTool(
  db: Reader,
  tool: ScoredTool,
  now: Date,
  isQuarantined: boolean,
): Promise<Reputation> {
  const at = now.getTime();
  return scoreCounts(await gather(db, tool, await countTool(db, tool, at), at, isQuarantined));
}

/** What was said of a tool says something of its publisher: the difference to what was known is added there. */
export async function addToPublisher(
  writer: Writer,
  publisher: string,
  after: Omit<ToolCounts, 'consumers'>,
  before: Omit<ToolCounts, 'consumers'>,
): Promise<void> {
  const change = (key: 'positive' | 'negative' | 'incidents') => after[key] - before[key];
  if (change('positive') === 0 && change('negative') === 0 && change('incidents') === 0) return;
  await writer
    .updateTable('publishers')
    .set(eb => ({
      positive: eb('positive', '+', change('positive')),
      negative: eb('negative', '+', change('negative')),
      incidents: eb('incidents', '+', change('incidents')),
    }))
    .where('id', '=', publisher)
    .execute();
}

async function countTool(db: Reader, { id, owner }: ScoredTool, at: number): Promise<ToolCounts> {
  const voices = await select<Parameters<typeof tally>[0][number]>(
    db,
    sql`select voices.principal as principal, versions.version as version, voices.type as type, voices.at as at
      from voices join versions on versions.id = voices.version join publishers on publishers.id = voices.principal
      where voices.tool = ${id} and voices.ledger = 'vote' and publishers.status = 'active'`,
  );
  const [others] = await select<{ incidents: number; consumers: number }>(
    db,
    sql`select
      (select count(*) from reviews where tool = ${id} and cause = 'incident' and status = 'confirmed') as incidents,
      (select count(*) from consumers join publishers on publishers.id = consumers.principal
        where tool = ${id} and principal != ${owner} and at >= ${at - 90 * DAY_MS} and publishers.status = 'active')
        as consumers`,
  );
  const { positive, negative } = tally(voices, owner, new Date(at));
  return { positive, negative, incidents: others?.incidents ?? 0, consumers: others?.consumers ?? 0 };
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

/** Of a tool that was published just now. */
export const NOTHING_SAID = { positive: 0, negative: 0, confirmedIncidents: 0, consumers: 0 };
