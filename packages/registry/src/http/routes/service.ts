import { z } from 'zod';
import { listRefusals } from '../../publishing/refusals.ts';
import { cacheable } from '../cacheable.ts';
import { parseIdCursor } from '../check-input.ts';
import { route, UNCHANGED } from '../route.ts';
import * as shapes from './shapes.ts';

const Health = z.object({ status: z.literal('ok') });

export const SERVICE_ROUTES = [
  route({
    method: 'get',
    path: '/healthz',
    id: 'health',
    summary: 'Liveness.',
    access: 'open',
    answers: { 200: { description: 'OK.', schema: Health } },
    handle: () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } }),
  }),
  route({
    method: 'get',
    path: '/readyz',
    id: 'ready',
    summary: 'Readiness: whether the database answers.',
    access: 'open',
    answers: { 200: { description: 'OK.', schema: Health } },
    handle: async ({ service }) => {
      await service.registry.database.ping();
      return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
    },
  }),
  route({
    method: 'get',
    path: '/metrics',
    id: 'metrics',
    summary: 'Metrics for Prometheus.',
    access: 'metrics',
    answers: { 200: { description: 'The metrics.', contentType: 'text/plain; version=0.0.4' } },
    handle: async ({ service: { metrics, gauges }, context }) =>
      context.body(metrics.write(await gauges.read()), 200, {
        'content-type': 'text/plain; version=0.0.4',
        'cache-control': 'no-store',
      }),
  }),
  route({
    method: 'get',
    path: '/api/v1/me',
    id: 'whoAmI',
    summary: 'The publisher of the token.',
    access: 'token',
    answers: { 200: { description: 'The publisher and its permissions.', schema: shapes.Me } },
    handle: ({ principal }) => Response.json({ id: principal?.id, permissions: principal?.permissions }),
  }),
  route<z.output<typeof shapes.PageQuery>>({
    method: 'get',
    path: '/api/v1/security-events',
    id: 'listSecurityEvents',
    summary: 'List refused attempts, newest first. For admins.',
    access: 'token',
    query: shapes.PageQuery,
    answers: { 200: { description: 'One page.', schema: shapes.SecurityEvents } },
    handle: async ({ service: { registry }, principal, query: { limit = 50, cursor } }) => {
      const events = await listRefusals(registry, principal, { limit, before: parseIdCursor(cursor) });
      const last = events.length === limit ? events.at(-1)?.id : undefined;
      return Response.json({ events, ...(last === undefined ? {} : { nextCursor: String(last) }) });
    },
  }),
];

/** The OpenAPI document. It is built from all routes, so it cannot be one of the tables above. */
export function openApiRoute(document: () => unknown) {
  return route({
    method: 'get',
    path: '/openapi.json',
    id: 'openApi',
    summary: 'The OpenAPI description of this API.',
    access: 'open',
    answers: { 200: { description: 'OpenAPI 3.1.', contentType: 'application/json' }, 304: UNCHANGED },
    handle: ({ context }) => cacheable(context, JSON.stringify(document())),
  });
}
