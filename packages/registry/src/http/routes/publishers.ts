import type { z } from 'zod';
import {
  addCertificate,
  changePublisher,
  createPublisher,
  createToken,
  revokeCertificate,
  revokeToken,
} from '../../accounts/accounts.ts';
import { readPublisher } from '../../accounts/read-publisher.ts';
import { route } from '../route.ts';
import * as shapes from './shapes.ts';

const DONE = { description: 'Done.', schema: shapes.Done };

export const PUBLISHER_ROUTES = [
  route<undefined, z.output<typeof shapes.NewPublisher>>({
    method: 'post',
    path: '/api/v1/publishers',
    id: 'createPublisher',
    summary: 'Create a publisher. For admins.',
    access: 'token',
    body: shapes.NewPublisher,
    answers: { 201: { description: 'The publisher.', schema: shapes.Publisher } },
    handle: async ({ service: { registry }, principal, body }) => {
      await createPublisher(registry, principal, body);
      return Response.json(await readPublisher(registry, principal, body.id), { status: 201 });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/publishers/{id}',
    id: 'getPublisher',
    summary: 'Get a publisher. For admins and itself.',
    access: 'token',
    answers: { 200: { description: 'The publisher.', schema: shapes.Publisher } },
    handle: async ({ service: { registry }, principal, path }) =>
      Response.json(await readPublisher(registry, principal, path.id ?? '')),
  }),
  route<undefined, z.output<typeof shapes.PublisherChange>>({
    method: 'patch',
    path: '/api/v1/publishers/{id}',
    id: 'changePublisher',
    summary: 'Suspend or restore a publisher, or change its permissions. For admins.',
    access: 'token',
    body: shapes.PublisherChange,
    answers: { 200: { description: 'The publisher.', schema: shapes.Publisher } },
    handle: async ({ service: { registry }, principal, path: { id = '' }, body: { status, permissions } }) => {
      await changePublisher(registry, principal, id, {
        ...(status === undefined ? {} : { status }),
        ...(permissions === undefined ? {} : { permissions }),
      });
      return Response.json(await readPublisher(registry, principal, id));
    },
  }),
  route<undefined, z.output<typeof shapes.NewToken>>({
    method: 'post',
    path: '/api/v1/publishers/{id}/tokens',
    id: 'createToken',
    summary: 'Create a token. It is returned only once. For admins.',
    access: 'token',
    body: shapes.NewToken,
    answers: { 201: { description: 'The token.', schema: shapes.Token } },
    handle: async ({ service: { registry }, principal, path: { id = '' }, body }) => {
      const expiresAt = body.expires_at === undefined ? undefined : Date.parse(body.expires_at);
      const { label, namespace } = body;
      const made = await createToken(registry, principal, id, { label, namespace, expiresAt });
      return Response.json(made, { status: 201, headers: { 'cache-control': 'no-store' } });
    },
  }),
  route({
    method: 'delete',
    path: '/api/v1/publishers/{id}/tokens/{token}',
    id: 'revokeToken',
    summary: 'Revoke a token. For admins and its owner.',
    access: 'token',
    answers: { 200: DONE },
    handle: async ({ service: { registry }, principal, path: { id = '', token = '' } }) => {
      await revokeToken(registry, principal, id, token);
      return Response.json({ ok: true });
    },
  }),
  route<undefined, z.output<typeof shapes.NewCertificate>>({
    method: 'post',
    path: '/api/v1/publishers/{id}/certificates',
    id: 'addCertificate',
    summary: 'Register a certificate that a publisher signs with. For admins.',
    access: 'token',
    body: shapes.NewCertificate,
    answers: { 201: { description: 'Its fingerprint.', schema: shapes.Fingerprint } },
    handle: async ({ service: { registry }, principal, path: { id = '' }, body: { certificate } }) =>
      Response.json(await addCertificate(registry, principal, id, certificate), { status: 201 }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/publishers/{id}/certificates/{fingerprint}',
    id: 'revokeCertificate',
    summary: 'Revoke a certificate. For admins and its owner.',
    access: 'token',
    answers: { 200: DONE },
    handle: async ({ service: { registry }, principal, path: { id = '', fingerprint = '' } }) => {
      await revokeCertificate(registry, principal, id, fingerprint);
      return Response.json({ ok: true });
    },
  }),
];
