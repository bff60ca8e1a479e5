import { needsReview } from '@toolmark/core/registry';
import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import { record } from '../events/record.ts';

/** After a dismissed review, votes cannot open another one for this long. */
const REST_MS = 30 * 86_400_000;

interface Row {
  readonly name: string;
  readonly score: number;
  readonly version: string;
}

/** Opens a review of a tool whose score is too low, unless one is open or was recently dismissed. */
export async function flagLowScore(writer: Writer, id: number, at: number): Promise<void> {
  const tool = await writer.find<Row>(sql`select t.name, t.score, v.version
    from tools t join versions v on v.id = t.shown_version where t.id = ${id}`);
  if (tool === undefined || !needsReview(tool.score) || (await isReviewed(writer, id, at))) return;
  const summary = `The score has fallen to ${tool.score.toFixed(3)}.`;
  const review = { version: tool.version, cause: 'reputation', severity: 'medium', summary } as const;
  const body = { ...review, reporter: 'registry' };
  await record(writer, { kind: 'review.opened', at, actor: 'registry', subject: tool.name, body });
}

async function isReviewed(writer: Writer, tool: number, at: number): Promise<boolean> {
  const review = await writer.find(sql`select id from reviews where tool = ${tool} and (status = 'open'
    or (cause = 'reputation' and status = 'dismissed' and decided_at > ${at - REST_MS})) limit 1`);
  return review !== undefined;
}
