import { type AdvisorySeverity, ToolmarkError } from '@toolmark/core';
import { demand, isBound, may, type Principal } from '../accounts/principal.ts';
import type { Reader } from '../database/tables.ts';
import type { ReviewCause, ReviewStatus } from '../events/event.ts';
import type { Registry } from '../registry.ts';

export interface ReviewFacts {
  readonly id: number;
  readonly tool: string;
  readonly version: string | null;
  readonly cause: ReviewCause;
  readonly severity: AdvisorySeverity;
  readonly summary: string;
  readonly status: ReviewStatus;
  readonly openedAt: string;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  /** For admins alone: whoever reports must not have to fear the one it is about. */
  readonly reporter?: string;
  readonly decidedBy?: string | null;
}

export interface ReviewQuery {
  readonly status?: ReviewStatus | undefined;
  readonly limit: number;
  readonly before?: number | undefined;
}

/** The newest first. Admins see all of them, others those about their own tools. */
export async function listReviews(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  { status, limit, before }: ReviewQuery,
): Promise<readonly ReviewFacts[]> {
  if (principal === undefined || isBound(principal)) return [];
  const isAdmin = may(principal, 'admin');
  let query = rows(reader).orderBy('reviews.id', 'desc').limit(limit);
  if (!isAdmin) query = query.where('tools.owner', '=', principal.id);
  if (status !== undefined) query = query.where('reviews.status', '=', status);
  if (before !== undefined) query = query.where('reviews.id', '<', before);
  return (await query.execute()).map(row => toFacts(row, isAdmin));
}

export interface ReviewReport {
  readonly reporter: string;
  readonly at: string;
  readonly details: unknown;
}

export interface ReadReview {
  readonly review: ReviewFacts;
  readonly reports: readonly ReviewReport[];
}

const MAX_REPORTS = 100;

/** A review with what was reported, for whoever has to decide. For admins. */
export async function readReview(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  id: number,
): Promise<ReadReview> {
  demand(principal, 'admin');
  const row = await rows(reader).where('reviews.id', '=', id).executeTakeFirst();
  if (row === undefined) throw noReview();
  const voices = await reader
    .selectFrom('voices')
    .select(['principal', 'at', 'details'])
    .where('version', '=', row.versionId)
    .where('ledger', '=', 'incident')
    .where('at', '>=', row.opened_at)
    .where('at', '<=', row.decided_at ?? Number.MAX_SAFE_INTEGER)
    .orderBy('at')
    .orderBy('principal')
    .limit(MAX_REPORTS)
    .execute();
  const reports = voices.map(({ principal: reporter, at, details }) => ({
    ...{ reporter, at: new Date(at).toISOString(), details: JSON.parse(details) as unknown },
  }));
  return { review: toFacts(row, true), reports: row.cause === 'incident' ? reports : [] };
}

export function noReview(): ToolmarkError {
  return new ToolmarkError('review.not-found', 'There is no such review.');
}

function rows(db: Reader) {
  return db
    .selectFrom('reviews')
    .innerJoin('tools', 'tools.id', 'reviews.tool')
    .leftJoin('versions', 'versions.id', 'reviews.version')
    .select(['reviews.id', 'tools.name', 'versions.version', 'reviews.version as versionId', 'reviews.cause'])
    .select(['reviews.severity', 'reviews.summary', 'reviews.reporter', 'reviews.status', 'reviews.opened_at'])
    .select(['reviews.decided_by', 'reviews.decided_at', 'reviews.decision']);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

function toFacts(row: Row, isAdmin: boolean): ReviewFacts {
  const { id, name, version, cause, severity, status, decided_at } = row;
  // The name that another one resembles may be a private tool's.
  const summary = cause === 'name' && !isAdmin ? 'The name resembles one of another publisher.' : row.summary;
  return {
    ...{ id, tool: name, version, cause, severity, summary, status },
    openedAt: new Date(row.opened_at).toISOString(),
    decidedAt: decided_at === null ? null : new Date(decided_at).toISOString(),
    reason: row.decision,
    ...(isAdmin ? { reporter: row.reporter, decidedBy: row.decided_by } : {}),
  };
}
