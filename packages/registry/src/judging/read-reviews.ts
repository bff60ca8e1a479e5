import type { Review } from '@toolmark/client';
import { ToolmarkError } from '@toolmark/core';
import { isBound, may, type Principal, requirePermission } from '../accounts/principal.ts';
import type { Reader } from '../database/connection.ts';
import { join, literal, type Statement, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { ReviewStatus } from '../events/event.ts';
import type { Registry } from '../registry.ts';

export interface ReviewQuery {
  readonly status?: ReviewStatus | undefined;
  readonly limit: number;
  readonly before?: number | undefined;
}

/** Newest first. Admins see every review, others those of their own tools. */
export async function listReviews(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  { status, limit, before = Number.MAX_SAFE_INTEGER }: ReviewQuery,
): Promise<readonly Review[]> {
  if (principal === undefined || isBound(principal)) return [];
  const isAdmin = may(principal, 'admin');
  const conditions = [
    sql`r.id < ${before}`,
    ...(isAdmin ? [] : [sql`t.owner = ${principal.id}`]),
    ...(status === undefined ? [] : [sql`r.status = ${status}`]),
  ];
  const rows = await read(reader, sql`${join(conditions, ' and ')} order by r.id desc limit ${literal(limit)}`);
  return rows.map(row => toFacts(row, isAdmin));
}

export interface ReadReview {
  readonly review: Review;
  readonly reports: readonly { readonly reporter: string; readonly at: string; readonly details: unknown }[];
}

const MAX_REPORTS = 100;

/** A review with its reports. For admins. */
export async function readReview(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  id: number,
): Promise<ReadReview> {
  requirePermission(principal, 'admin');
  const [row] = await read(reader, sql`r.id = ${id}`);
  if (row === undefined) throw noReview();
  const voices = await reader.all<Tables['voices']>(sql`select principal, at, details from voices
    where version = ${row.version} and ledger = 'incident' and at >= ${row.opened_at}
      and at <= ${row.decided_at ?? Number.MAX_SAFE_INTEGER}
    order by at, principal limit ${literal(MAX_REPORTS)}`);
  const reports = voices.map(({ principal: reporter, at, details }) => ({
    ...{ reporter, at: new Date(at).toISOString(), details: JSON.parse(details) as unknown },
  }));
  return { review: toFacts(row, true), reports: row.cause === 'incident' ? reports : [] };
}

export function noReview(): ToolmarkError {
  return new ToolmarkError('review.not-found', 'This review does not exist.');
}

type Row = Tables['reviews'] & { readonly name: string; readonly number: string | null };

async function read(db: Reader, which: Statement): Promise<readonly Row[]> {
  return await db.all<Row>(sql`select r.*, t.name, v.version as number from reviews r
    join tools t on t.id = r.tool left join versions v on v.id = r.version where ${which}`);
}

function toFacts(row: Row, isAdmin: boolean): Review {
  const { id, name: tool, number: version, cause, severity, status, decided_at } = row;
  // The other name may be that of a private tool.
  const summary = cause === 'name' && !isAdmin ? 'The name resembles one of another publisher.' : row.summary;
  return {
    ...{ id, tool, version, cause, severity, summary, status },
    openedAt: new Date(row.opened_at).toISOString(),
    decidedAt: decided_at === null ? null : new Date(decided_at).toISOString(),
    reason: row.decision,
    ...(isAdmin ? { reporter: row.reporter, decidedBy: row.decided_by } : {}),
  };
}
