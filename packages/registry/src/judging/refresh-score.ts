import { type Reputation, type ReputationCounts, scoreCounts, tally } from '@toolmark/core';
import { run, select, sql } from '../database/statement.ts';
import type { Reader, Writer } from '../database/tables.ts';

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

/** A tool of this age speaks for its publisher. */
export const ESTABLISHED_MS = 30 * DAY_MS;

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
      (select count(*) from consumers
        where tool = ${id} and principal != ${owner} and at >= ${at - 90 * DAY_MS}) as consumers`,
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

export type PublisherCounts = ReputationCounts['publisher'];

/** Of a tool that was published just now. */
export const NOTHING_SAID = { positive: 0, negative: 0, confirmedIncidents: 0, consumers: 0 };

/**
 * What speaks for and against a publisher at a moment. Ten established tools give full marks, so nobody counts further.
 * What the publisher has under quarantine anywhere does not speak for it; what others have does not matter, or whoever
 * copies a tool and is caught would harm the one it was copied from.
 */
export async function publisherCounts(db: Reader, id: string, at: number): Promise<PublisherCounts> {
  const [row] = await select<PublisherRow>(
    db,
    sql`select coalesce(sum(positive), 0) as positive, coalesce(sum(negative), 0) as negative,
        coalesce(sum(incidents), 0) as incidents, (select count(*) from (
          select distinct shown.content from tools join versions shown on shown.id = tools.shown_version
          where tools.owner = ${id} and tools.created_at < ${at - ESTABLISHED_MS} and not exists (
            select 1 from versions other join tools its on its.id = other.tool
            where other.content = shown.content and its.owner = tools.owner and other.status = 'quarantined')
          limit 10) as established) as established
      from publishers where id = ${id}`,
  );
  const { positive = 0, negative = 0, incidents = 0, established = 0 } = row ?? {};
  return {
    establishedTools: Number(established),
    ...{ positive: Number(positive), negative: Number(negative), confirmedIncidents: Number(incidents) },
  };
}

/** Sums come as text from PostgreSQL, because they might not fit. */
type PublisherRow = Readonly<Record<'positive' | 'negative' | 'incidents' | 'established', number | string>>;
