import type { z } from 'zod';
import {
  addTrustedPublisher,
  listTrustedPublishers,
  removeTrustedPublisher,
} from '../../accounts/trusted-publishers.ts';
import { route } from '../route.ts';
import * as shapes from './shapes.ts';

const PATH = '/api/v1/trusted-publishers';
const SHOWN = { description: 'The trusted publisher.', schema: shapes.TrustedPublisher };

export const TRUSTED_PUBLISHER_ROUTES = [
  route<undefined, z.output<typeof shapes.NewTrustedPublisher>>({
    method: 'put',
    path: PATH,
    id: 'addTrustedPublisher',
    summary:
      'Let CI jobs of a repository publish in a namespace. For admins, and for accounts that have the namespace.',
    access: 'token',
    body: shapes.NewTrustedPublisher,
    answers: { 200: { ...SHOWN, description: 'It existed.' }, 201: SHOWN },
    handle: async ({ service: { registry }, principal, body }) => {
      const { outcome, trustedPublisher } = await addTrustedPublisher(registry, principal, body);
      return Response.json(trustedPublisher, { status: outcome === 'new' ? 201 : 200 });
    },
  }),
  route<z.output<typeof shapes.TrustedPublisherQuery>>({
    method: 'get',
    path: PATH,
    id: 'listTrustedPublishers',
    summary: 'List the trusted publishers of an account. For admins and itself.',
    access: 'token',
    query: shapes.TrustedPublisherQuery,
    answers: { 200: { description: 'All of them.', schema: shapes.TrustedPublishers } },
    handle: async ({ service: { registry }, principal, query }) => {
      const trustedPublishers = await listTrustedPublishers(registry, principal, query.publisher);
      return Response.json({ trustedPublishers }, { headers: { 'cache-control': 'no-store' } });
    },
  }),
  route({
    method: 'delete',
    path: `${PATH}/{id}`,
    id: 'removeTrustedPublisher',
    summary: 'Remove a trusted publisher. For admins and its account.',
    access: 'token',
    answers: { 200: { description: 'Done.', schema: shapes.Done } },
    handle: async ({ service: { registry }, principal, path: { id = '' } }) => {
      await removeTrustedPublisher(registry, principal, id);
      return Response.json({ ok: true });
    },
  }),
];
