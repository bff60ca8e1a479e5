import { type AdvisorySeverity, ToolmarkError } from '@toolmark/core';
import { demand, type Principal } from '../accounts/principal.ts';
import type { Writer } from '../database/tables.ts';
import type { Deed, ReviewDecision } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { issueAdvisory } from './issue-advisory.ts';
import { plainSentence } from './plain-sentence.ts';
import { quarantine } from './quarantine.ts';
import { noReview } from './read-reviews.ts';
import { signList } from './sign-list.ts';

export interface Decision {
  readonly decision: ReviewDecision;
  readonly reason: string;
  /** As it turned out, where that is not what was reported. */
  readonly severity?: AdvisorySeverity | undefined;
  /** What the advisory says, in better words than the first report. */
  readonly summary?: string | undefined;
}

export interface Decided {
  readonly status: 'confirmed' | 'dismissed';
  /** The advisory that was issued. */
  readonly advisory?: string;
}

/** What an admin has found out, and all that follows from it, in one transaction (docs/spec/reviews.md, section 3). */
export async function decideReview(
  registry: Registry,
  principal: Principal | undefined,
  id: number,
  { decision, reason, severity, summary }: Decision,
): Promise<Decided> {
  const { id: actor } = demand(principal, 'admin');
  return await registry.database.write(async writer => {
    const found = await openReview(writer, id);
    const review = { ...found, severity: severity ?? found.severity, summary: summary ?? found.summary };
    if (decision === 'confirm') await refuseOwnReport(writer, review, actor);
    const now = registry.now();
    const event = { at: now.getTime(), actor, subject: review.tool };
    const body = { review: id, decision, reason: plainSentence(reason), severity: review.severity };
    await record(writer, { kind: 'review.decided', ...event, body });
    if (decision === 'dismiss') return await dismiss(writer, event, review);
    const advisory = await confirm(writer, event, review);
    if (advisory === undefined) return { status: 'confirmed' };
    await signList(writer, registry.signer, now);
    return { status: 'confirmed', advisory };
  });
}

type Review = Awaited<ReturnType<typeof openReview>>;

async function openReview(writer: Writer, id: number) {
  const review = await writer
    .selectFrom('reviews')
    .innerJoin('tools', 'tools.id', 'reviews.tool')
    .leftJoin('versions', 'versions.id', 'reviews.version')
    .select(['reviews.id', 'tools.id as toolId', 'tools.name as tool', 'tools.held', 'reviews.cause', 'reviews.status'])
    .select(['reviews.severity', 'reviews.summary', 'reviews.reporter', 'reviews.opened_at'])
    .select(['versions.id as versionId', 'versions.version', 'versions.tool_digest'])
    .where('reviews.id', '=', id)
    .executeTakeFirst();
  if (review === undefined) throw noReview();
  if (review.status === 'open') return review;
  throw new ToolmarkError('review.decided', `This review is ${review.status} already.`);
}

/** Two people stand behind every advisory: one who saw it, one who looked into it. */
async function refuseOwnReport(writer: Writer, review: Review, actor: string): Promise<void> {
  const joined = await writer
    .selectFrom('voices')
    .select('at')
    .where('version', '=', review.versionId ?? 0)
    .where('principal', '=', actor)
    .where('ledger', '=', 'incident')
    .where('at', '>=', review.opened_at)
    .executeTakeFirst();
  const isReporter = review.reporter === actor || (review.cause === 'incident' && joined !== undefined);
  if (!isReporter) return;
  throw new ToolmarkError('review.own-report', 'You reported this yourself. Another admin has to confirm it.');
}

async function dismiss(writer: Writer, event: Deed, { cause, held }: Review): Promise<Decided> {
  if (cause === 'name' && held === 1) await record(writer, { kind: 'tool.released', ...event, body: {} });
  return { status: 'dismissed' };
}

/** Only an incident is one person's proof about one definition: what votes or a name bring about denies no call. */
async function confirm(writer: Writer, event: Deed, review: Review): Promise<string | undefined> {
  const { id, cause, severity, summary, version, tool_digest: digest, toolId } = review;
  if (cause !== 'incident' || version === null || digest === null) {
    const reason = cause === 'name' ? 'The name can be taken for that of another tool.' : 'Its reputation is too low.';
    await quarantine(writer, event, { tool: toolId, reason });
    return undefined;
  }
  const incident = { review: id, version, digests: [digest], severity, summary: plainSentence(summary) };
  const advisory = await issueAdvisory(writer, event, incident);
  if (severity === 'critical') {
    await quarantine(writer, event, { tool: toolId, digest, reason: incident.summary, advisory });
  }
  return advisory;
}
