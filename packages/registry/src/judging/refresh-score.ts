import { type Reputation, type ReputationCounts, scoreCounts, tally } from '@toolmark/core';
import { sql } from 'kysely';
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

/** Counts anew what was said of a tool, and keeps the counts and the score in its row. */
export async function refreshScore(writer: Writer, id: number, at: number): Promise<void> {
  const tool = await writer
    .selectFrom('tools')
    .select(['id', 'owner', 'penalty', 'positive', 'negative', 'incidents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const counts = await countTool(writer, tool, at);
  await addToPublisher(writer, tool.owner, counts, tool);
  const { score } = scoreCounts(await gather(writer, tool, counts, at, false));
  await writer
    .updateTable('tools')
    .set({ ...counts, score, rank: -score })
    .where('id', '=', id)
    .execute();
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
  const voices = await db
    .selectFrom('voices')
    .innerJoin('versions', 'versions.id', 'voices.version')
    .innerJoin('publishers', 'publishers.id', 'voices.principal')
    .select(['voices.principal', 'versions.version', 'voices.type', 'voices.at'])
    .where('voices.tool', '=', id)
    .where('voices.ledger', '=', 'vote')
    .where('publishers.status', '=', 'active')
    .execute();
  const incidents = await db
    .selectFrom('reviews')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('tool', '=', id)
    .where('cause', '=', 'incident')
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  const consumers = await db
    .selectFrom('consumers')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('tool', '=', id)
    .where('principal', '!=', owner)
    .where('at', '>=', at - 90 * DAY_MS)
    .executeTakeFirstOrThrow();
  const { positive, negative } = tally(voices as Parameters<typeof tally>[0], owner, new Date(at));
  return { positive, negative, incidents: incidents.count, consumers: consumers.count };
}

async function gather(
  db: Reader,
  { owner, penalty }: ScoredTool,
  { positive, negative, incidents, consumers }: ToolCounts,
  at: number,
  quarantined: boolean,
): Promise<ReputationCounts> {
  const publisher = await db
    .selectFrom('publishers')
    .select(['positive', 'negative', 'incidents'])
    .where('id', '=', owner)
    .executeTakeFirst();
  return {
    publisher: {
      establishedTools: await countEstablishedTools(db, owner, at),
      positive: publisher?.positive ?? 0,
      negative: publisher?.negative ?? 0,
      confirmedIncidents: publisher?.incidents ?? 0,
    },
    ...{ positive, negative, confirmedIncidents: incidents, consumers, penalty, quarantined },
  };
}

/**
 * Ten give full marks, so nobody counts further. What the publisher has under quarantine anywhere does not speak for it;
 * what others have does not matter, or whoever copies a tool and is caught would harm the one it was copied from.
 */
async function countEstablishedTools(db: Reader, owner: string, at: number): Promise<number> {
  const rows = await db
    .selectFrom('tools')
    .innerJoin('versions', 'versions.id', 'tools.shown_version')
    .select('versions.content')
    .distinct()
    .where('tools.owner', '=', owner)
    .where('tools.created_at', '<', at - 30 * DAY_MS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('versions as other')
            .innerJoin('tools as its', 'its.id', 'other.tool')
            .select('other.id')
            .whereRef('other.content', '=', 'versions.content')
            .whereRef('its.owner', '=', 'tools.owner')
            .where('other.status', '=', 'quarantined'),
        ),
      ),
    )
    .limit(sql.lit(10))
    .execute();
  return rows.length;
}
