import type { Client, Review } from '@toolmark/client';
import { inert, ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';
import { formatTable } from '../render/table.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';

export interface ReviewArguments extends ClientArguments {
  /** Without it open reviews are listed. */
  readonly id?: number;
  readonly decision?: 'confirm' | 'dismiss';
  readonly reason?: string;
}

/** Lists the open reviews of a registry, or decides one. */
export async function runReview(given: ReviewArguments, io: Io): Promise<number> {
  const { id, decision, reason } = given;
  return askRegistry(given, io, async client => {
    if (id === undefined && reason === undefined) return listOpen(client, given, io);
    if (id === undefined || decision === undefined || reason === undefined) {
      const message = 'To decide a review: review ID confirm|dismiss --reason TEXT.';
      throw new ToolmarkError('usage.decision', message);
    }
    const decided = await client.decideReview(id, { decision, reason });
    const { status, advisory } = decided;
    const denied =
      advisory === undefined ? '' : `  advisory ${inert(advisory)}: guards that use this registry deny the tool`;
    return { json: { id, ...decided }, text: `review ${id}  ${inert(status)}${denied}\n` };
  });
}

/** The largest page a registry returns. */
const PAGE = 100;

async function listOpen(client: Client, { format }: ReviewArguments, io: Io) {
  const { reviews, nextCursor } = await client.reviews({ status: 'open', limit: PAGE });
  if (reviews.length === 0 && format === 'text') io.stderr('No open reviews.\n');
  if (nextCursor !== undefined) io.stderr(`Showing the first ${PAGE}; decide these to see more.\n`);
  return { json: { reviews }, text: formatReviews(reviews) };
}

function formatReviews(reviews: readonly Review[]): string {
  if (reviews.length === 0) return '';
  const rows = reviews.map(({ id, tool, version, cause, severity, reporter, summary }) => [
    ...[String(id), tool, version ?? '', cause, severity, reporter ?? '', summary],
  ]);
  return formatTable([['REVIEW', 'TOOL', 'VERSION', 'CAUSE', 'SEVERITY', 'REPORTER', 'SUMMARY'], ...rows]);
}
