import { needsReview } from '@toolmark/core';
import type { Writer } from '../database/tables.ts';
import { record } from '../events/record.ts';

/** Somebody has looked at it and let it be: votes cannot call people again before this. */
const REST_MS = 30 * 86_400_000;

/** Calls people to look at a tool whose score has fallen too low, unless they are looking or have just looked. */
export async function flagLowScore(writer: Writer, id: number, at: number): Promise<void> {
  const tool = await writer
    .selectFrom('tools')
    .innerJoin('versions', 'versions.id', 'tools.shown_version')
    .select(['tools.name', 'tools.score', 'versions.version'])
    .where('tools.id', '=', id)
    .executeTakeFirst();
  if (tool === undefined || !needsReview(tool.score) || (await isLookedAt(writer, id, at))) return;
  const summary = `The score has fallen to ${tool.score.toFixed(3)}.`;
  const body = {
    version: tool.version,
    cause: 'reputation',
    severity: 'medium',
    summary,
    reporter: 'registry',
  } as const;
  await record(writer, { kind: 'review.opened', at, actor: 'registry', subject: tool.name, body });
}

async function isLookedAt(writer: Writer, tool: number, at: number): Promise<boolean> {
  const review = await writer
    .selectFrom('reviews')
    .select('id')
    .where('tool', '=', tool)
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'open'),
        and([eb('cause', '=', 'reputation'), eb('status', '=', 'dismissed'), eb('decided_at', '>', at - REST_MS)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return review !== undefined;
}
