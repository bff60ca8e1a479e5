import type { z } from 'zod';
import { advisoryFeed, FEED_LENGTH } from '../../judging/advisory-feed.ts';
import { decideReview } from '../../judging/decide-review.ts';
import { giveFeedback } from '../../judging/give-feedback.ts';
import { listAdvisories, readAdvisory } from '../../judging/public-advisories.ts';
import { listReviews, noReview, readReview } from '../../judging/read-reviews.ts';
import { withdrawAdvisory } from '../../judging/withdraw-advisory.ts';
import { cacheable } from '../cacheable.ts';
import { parseIdCursor } from '../check-input.ts';
import { route, UNCHANGED } from '../route.ts';
import * as shapes from './shapes.ts';

export const JUDGING_ROUTES = [
  route<undefined, z.output<typeof shapes.Feedback>>({
    method: 'post',
    path: '/api/v1/tools/{name}/feedback',
    id: 'giveFeedback',
    summary: 'Give feedback on a tool or report an incident. One voice per principal and version.',
    access: 'token',
    body: shapes.Feedback,
    answers: {
      200: { description: 'Replaced earlier feedback.', schema: shapes.FeedbackReceipt },
      201: { description: 'Recorded.', schema: shapes.FeedbackReceipt },
    },
    handle: async ({ service: { registry }, principal, path: { name = '' }, body }) => {
      const receipt = await giveFeedback(registry, principal, name, body);
      return Response.json(receipt, { status: receipt.outcome === 'new' ? 201 : 200 });
    },
  }),
  route<z.output<typeof shapes.ReviewsQuery>>({
    method: 'get',
    path: '/api/v1/reviews',
    id: 'listReviews',
    summary: 'List reviews, newest first. Admins see all, others those of their own tools.',
    access: 'token',
    query: shapes.ReviewsQuery,
    answers: { 200: { description: 'One page.', schema: shapes.Reviews } },
    handle: async ({ service: { registry }, principal, query: { status, limit = 50, cursor } }) => {
      const reviews = await listReviews(registry, principal, { status, limit, before: parseIdCursor(cursor) });
      const last = reviews.length === limit ? reviews.at(-1)?.id : undefined;
      return Response.json({ reviews, ...(last === undefined ? {} : { nextCursor: String(last) }) });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/reviews/{id}',
    id: 'getReview',
    summary: 'Get a review with its reports. For admins.',
    access: 'token',
    answers: { 200: { description: 'The review.', schema: shapes.ReviewWithReports } },
    handle: async ({ service: { registry }, principal, path }) =>
      Response.json(await readReview(registry, principal, numberOf(path.id))),
  }),
  route<undefined, z.output<typeof shapes.ReviewDecision>>({
    method: 'post',
    path: '/api/v1/reviews/{id}',
    id: 'decideReview',
    summary: 'Confirm or dismiss a review. For admins, except the one who reported the incident.',
    access: 'token',
    body: shapes.ReviewDecision,
    answers: { 200: { description: 'The decision.', schema: shapes.Decided } },
    handle: async ({ service: { registry }, principal, path, body }) =>
      Response.json(await decideReview(registry, principal, numberOf(path.id), body)),
  }),
  route({
    method: 'get',
    path: '/api/v1/advisories',
    id: 'listAdvisories',
    summary: 'The signed list of advisories, newest first, for guards.',
    access: 'open',
    answers: { 200: { description: 'The list.', schema: shapes.Advisories }, 304: UNCHANGED },
    handle: async ({ service: { advisories }, context }) => {
      const { bytes, etag } = await advisories.current();
      return cacheable(context, bytes, { etag });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/advisories.atom',
    id: 'advisoryFeed',
    summary: 'The newest advisories as an Atom feed.',
    access: 'open',
    answers: { 200: { description: 'The feed.', contentType: 'application/atom+xml' }, 304: UNCHANGED },
    handle: async ({ service: { registry, advisories }, context }) => {
      const { issuedAt } = await advisories.current();
      const newest = await listAdvisories(registry.database.reader, FEED_LENGTH);
      const contentType = 'application/atom+xml; charset=utf-8';
      return cacheable(context, advisoryFeed(newest, registry.signer, issuedAt), { contentType });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/advisories/key',
    id: 'advisoryKey',
    summary: 'The public key of the advisory list. Compare it with the one the operator publishes elsewhere.',
    access: 'open',
    answers: { 200: { description: 'The key as PEM.', contentType: 'application/x-pem-file' }, 304: UNCHANGED },
    handle: ({ service: { registry }, context }) => {
      const pem = registry.signer.publicKey.export({ type: 'spki', format: 'pem' }).toString();
      return cacheable(context, pem, { contentType: 'application/x-pem-file' });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/advisories/{id}',
    id: 'getAdvisory',
    summary: 'Get one advisory.',
    access: 'open',
    answers: { 200: { description: 'The advisory.', schema: shapes.Advisory }, 304: UNCHANGED },
    handle: async ({ service: { registry }, path: { id = '' }, context }) =>
      cacheable(context, JSON.stringify(await readAdvisory(registry, id))),
  }),
  route<undefined, z.output<typeof shapes.Withdrawal>>({
    method: 'post',
    path: '/api/v1/advisories/{id}/withdraw',
    id: 'withdrawAdvisory',
    summary: 'Withdraw an advisory. For admins.',
    access: 'token',
    body: shapes.Withdrawal,
    answers: { 200: { description: 'Done.', schema: shapes.Done } },
    handle: async ({ service: { registry }, principal, path: { id = '' }, body: { reason } }) => {
      await withdrawAdvisory(registry, principal, id, reason);
      return Response.json({ ok: true });
    },
  }),
];

function numberOf(id = ''): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw noReview();
}
