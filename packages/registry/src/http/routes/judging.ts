import type { z } from 'zod';
import { advisoryFeed, FEED_LENGTH } from '../../judging/advisory-feed.ts';
import { decideReview } from '../../judging/decide-review.ts';
import { giveFeedback } from '../../judging/give-feedback.ts';
import { listAdvisories, readAdvisory } from '../../judging/public-advisories.ts';
import { listReviews, noReview, readReview } from '../../judging/read-reviews.ts';
import { withdrawAdvisory } from '../../judging/withdraw-advisory.ts';
import { cacheable } from '../cacheable.ts';
import { placeOf } from '../place-of.ts';
import { route, UNCHANGED } from '../route.ts';
import * as shapes from './shapes.ts';

export const JUDGING_ROUTES = [
  route<undefined, z.output<typeof shapes.Feedback>>({
    method: 'post',
    path: '/api/v1/tools/{name}/feedback',
    id: 'giveFeedback',
    summary: 'Say how a tool did, or report an incident. One voice for each principal and version.',
    access: 'token',
    body: shapes.Feedback,
    answers: {
      200: { description: 'It takes the place of what was said before.', schema: shapes.Heard },
      201: { description: 'It was heard.', schema: shapes.Heard },
    },
    handle: async ({ service: { registry }, principal, path: { name = '' }, body }) => {
      const heard = await giveFeedback(registry, principal, name, body);
      return Response.json(heard, { status: heard.outcome === 'new' ? 201 : 200 });
    },
  }),
  route<z.output<typeof shapes.ReviewsQuery>>({
    method: 'get',
    path: '/api/v1/reviews',
    id: 'listReviews',
    summary: 'What people have to look at, the newest first. Admins see all, others what is about their own tools.',
    access: 'token',
    query: shapes.ReviewsQuery,
    answers: { 200: { description: 'One page.', schema: shapes.Reviews } },
    handle: async ({ service: { registry }, principal, query: { status, limit = 50, cursor } }) => {
      const reviews = await listReviews(registry, principal, { status, limit, before: placeOf(cursor) });
      const last = reviews.length === limit ? reviews.at(-1)?.id : undefined;
      return Response.json({ reviews, ...(last === undefined ? {} : { nextCursor: String(last) }) });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/reviews/{id}',
    id: 'getReview',
    summary: 'A review with what was reported. For admins.',
    access: 'token',
    answers: { 200: { description: 'The review.', schema: shapes.ReviewWithReports } },
    handle: async ({ service: { registry }, principal, path }) =>
      Response.json(await readReview(registry, principal, numberOf(path.id))),
  }),
  route<undefined, z.output<typeof shapes.ReviewDecision>>({
    method: 'post',
    path: '/api/v1/reviews/{id}',
    id: 'decideReview',
    summary: 'Confirm or dismiss. For admins; who reported an incident cannot confirm it.',
    access: 'token',
    body: shapes.ReviewDecision,
    answers: { 200: { description: 'What came of it.', schema: shapes.Decided } },
    handle: async ({ service: { registry }, principal, path, body }) =>
      Response.json(await decideReview(registry, principal, numberOf(path.id), body)),
  }),
  route({
    method: 'get',
    path: '/api/v1/advisories',
    id: 'listAdvisories',
    summary: 'The signed list of confirmed incidents, the newest first: what guards follow.',
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
    summary: 'The newest advisories as a feed for people.',
    access: 'open',
    answers: { 200: { description: 'Atom.', contentType: 'application/atom+xml' }, 304: UNCHANGED },
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
    summary: 'The public key that the list is signed with. Compare it with what the operator tells on another way.',
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
    summary: 'One advisory.',
    access: 'open',
    answers: { 200: { description: 'The advisory.', schema: shapes.Advisory }, 304: UNCHANGED },
    handle: async ({ service: { registry }, path: { id = '' }, context }) =>
      cacheable(context, JSON.stringify(await readAdvisory(registry, id))),
  }),
  route<undefined, z.output<typeof shapes.Withdrawal>>({
    method: 'post',
    path: '/api/v1/advisories/{id}/withdraw',
    id: 'withdrawAdvisory',
    summary: 'Take an advisory back. For admins.',
    access: 'token',
    body: shapes.Withdrawal,
    answers: { 200: { description: 'It is done.', schema: shapes.Done } },
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
