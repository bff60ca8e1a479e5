import type { Client, Review } from '@toolmark/client';
import { inert, member, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { formatTable } from '../table.ts';

export interface ReviewArguments extends ClientArguments {
  /** Without it the open ones are listed. */
  readonly id?: number;
  readonly decision?: 'confirm' | 'dismiss';
  readonly reason?: string;
  readonly format: 'text' | 'json';
}

/** What waits for a decision in a registry, or the decision about one of them. */
export async function runReview(given: ReviewArguments, io: Io): Promise<number> {
  const { id, decision, reason } = given;
  const client = openClient(given, io);
  try {
    if (id === undefined && reason === undefined) return await listOpen(client, given, io);
    if (id === undefined || decision === undefined || reason === undefined) throw incomplete();
    const decided = await client.decideReview(id, { decision, reason });
    if (given.format === 'json') io.out(formatJson({ id, ...decided }));
    else io.out(`review ${id}  ${textOf(decided, 'status')}${advisoryOf(textOf(decided, 'advisory'))}\n`);
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

function incomplete(): ToolmarkError {
  return new ToolmarkError(
    'usage.decision',
    'A decision needs all of: the number of a review, confirm or dismiss, --reason.',
  );
}

/** The largest page that a registry gives. */
const PAGE = 100;

async function listOpen(client: Client, { format }: ReviewArguments, io: Io): Promise<number> {
  const { reviews, nextCursor } = await client.reviews({ status: 'open', limit: PAGE });
  io.out(format === 'json' ? formatJson({ reviews }) : formatReviews(reviews));
  if (reviews.length === 0 && format === 'text') io.talk('Nothing waits for a decision.\n');
  if (nextCursor !== undefined) io.talk(`Older ones follow when these ${PAGE} are decided.\n`);
  return EXIT.yes;
}

function formatReviews(reviews: readonly Review[]): string {
  if (reviews.length === 0) return '';
  const rows = reviews.map(review => {
    const { id, tool, cause, severity, summary } = review;
    return [String(id), tool, textOf(review, 'version'), cause, severity, textOf(review, 'reporter'), summary];
  });
  return formatTable([['REVIEW', 'TOOL', 'VERSION', 'CAUSE', 'SEVERITY', 'REPORTER', 'SUMMARY'], ...rows]);
}

function advisoryOf(id: string): string {
  return id === '' ? '' : `  advisory ${id}: guards that follow this registry refuse the tool`;
}

function textOf(value: Parameters<typeof member>[0], name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? inert(found) : '';
}
