import { ToolmarkError } from '@toolmark/core';
import type { AdvisorySeverity } from '@toolmark/core/sign';
import { type Principal, requirePermission } from '../accounts/principal.ts';
import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { EventOrigin, ReviewCause, ReviewDecision, ReviewStatus } from '../events/event.ts';
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
  /** Replaces the reported severity. */
  readonly severity?: AdvisorySeverity | undefined;
  /** Replaces the first report as the text of the advisory. */
  readonly summary?: string | undefined;
}

export interface Decided {
  readonly status: 'confirmed' | 'dismissed';
  /** The advisory that was issued. */
  readonly advisory?: string;
}

/** Decides a review and applies its consequences in one transaction (docs/spec/reviews.md, section 3). */
export async function decideReview(
  registry: Registry,
  principal: Principal | undefined,
  id: number,
  { decision, reason, severity, summary }: Decision,
): Promise<Decided> {
  const { id: actor } = requirePermission(principal, 'admin');
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

interface Review {
  readonly id: number;
  readonly toolId: number;
  readonly tool: string;
  readonly held: number;
  readonly cause: ReviewCause;
  readonly status: ReviewStatus;
  readonly severity: AdvisorySeverity;
  readonly summary: string;
  readonly reporter: string;
  readonly openedAt: number;
  /** Null for a review of a whole tool. */
  readonly versionId: number | null;
  readonly version: string | null;
  readonly digest: string | null;
}

async function openReview(writer: Writer, id: number): Promise<Review> {
  const review = await writer.find<Review>(
    sql`select r.id, t.id as "toolId", t.name as tool, t.held, r.cause, r.status, r.severity, r.summary, r.reporter,
        r.opened_at as "openedAt", v.id as "versionId", v.version, v.tool_digest as digest
      from reviews r join tools t on t.id = r.tool left join versions v on v.id = r.version where r.id = ${id}`,
  );
  if (review === undefined) throw noReview();
  if (review.status === 'open') return review;
  throw new ToolmarkError('review.decided', `This review is already ${review.status}.`);
}

/** Every advisory needs two people: one who reports, another who confirms. */
async function refuseOwnReport(writer: Writer, review: Review, actor: string): Promise<void> {
  const { versionId, openedAt, reporter, cause } = review;
  const joined = await writer.find(sql`select at from voices where version = ${versionId ?? 0}
    and principal = ${actor} and ledger = 'incident' and at >= ${openedAt}`);
  if (reporter !== actor && (cause !== 'incident' || joined === undefined)) return;
  throw new ToolmarkError('review.own-report', 'You reported this yourself. Another admin has to confirm it.');
}

async function dismiss(writer: Writer, event: EventOrigin, { cause, held }: Review): Promise<Decided> {
  if (cause === 'name' && held === 1) await record(writer, { kind: 'tool.released', ...event, body: {} });
  return { status: 'dismissed' };
}

/** Only an incident is evidence about one definition: a name or a low score never causes an advisory. */
async function confirm(writer: Writer, event: EventOrigin, review: Review): Promise<string | undefined> {
  const { id, cause, severity, summary, version, digest, toolId } = review;
  if (cause !== 'incident' || version === null || digest === null) {
    const reason =
      cause === 'name' ? 'The name can be mistaken for that of another tool.' : 'Its reputation is too low.';
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
