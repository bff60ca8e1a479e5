import { BUNDLE_MEDIA_TYPE } from '@toolmark/core/attestation';
import type { z } from 'zod';
import { addAttestation } from '../../attestations/add-attestation.ts';
import { findAttestations, listAttestations, readBundleBytes } from '../../attestations/read-attestations.ts';
import { cacheable } from '../cacheable.ts';
import { parseIdCursor } from '../check-input.ts';
import { type Route, route, UNCHANGED } from '../route.ts';
import * as shapes from './attestation-shapes.ts';

const LIST = { description: 'The attestations.', schema: shapes.Attestations };

export const ATTESTATION_ROUTES: readonly Route[] = [
  route<z.output<typeof shapes.AttestationQuery>>({
    method: 'get',
    path: '/api/v1/attestations',
    id: 'findAttestations',
    summary: 'Find attestations by surface, by package URL or by the digest of a package, newest first.',
    access: 'public',
    query: shapes.AttestationQuery,
    answers: { 200: { ...LIST, description: 'One page.' }, 304: UNCHANGED },
    handle: async ({ service: { registry }, query: { cursor, ...query }, context }) => {
      const page = await findAttestations(registry.database.reader, { ...query, before: parseIdCursor(cursor) });
      return cacheable(context, listOf(page.attestations, page.next));
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/attestations/{digest}',
    id: 'getAttestation',
    summary: 'Get the bytes of a bundle.',
    access: 'public',
    answers: { 200: { description: 'The bundle.', contentType: BUNDLE_MEDIA_TYPE }, 304: UNCHANGED },
    handle: async ({ service: { registry }, path: { digest = '' }, context }) => {
      const bytes = await readBundleBytes(registry.database.reader, digest);
      return cacheable(context, bytes, { etag: `"${digest}"`, contentType: BUNDLE_MEDIA_TYPE });
    },
  }),
];

/** The routes below a server entry, for one prefix of the MCP Registry API. */
export function entryAttestationRoutes(prefix: string, suffix: string): readonly Route[] {
  const path = `${prefix}/servers/{name}/versions/{version}/attestations`;
  return [
    route({
      method: 'get',
      path,
      id: `listAttestations${suffix}`,
      summary: 'List the attestations of one version, or of "latest".',
      access: 'public',
      answers: { 200: LIST, 304: UNCHANGED },
      handle: async ({ service: { registry }, path: { name = '', version = '' }, context }) =>
        cacheable(context, listOf(await listAttestations(registry.database.reader, name, version))),
    }),
    route({
      method: 'put',
      path,
      id: `addAttestation${suffix}`,
      summary: 'Add a Sigstore bundle about a package or remote of one version.',
      access: 'token',
      rawBody: [BUNDLE_MEDIA_TYPE, 'application/json'],
      answers: {
        200: { description: 'It existed.', schema: shapes.AttestationFacts },
        201: { description: 'Verified and added.', schema: shapes.AttestationFacts },
      },
      handle: async ({ service: { registry }, principal, path: { name = '', version = '' }, bytes }) => {
        const { outcome, attestation } = await addAttestation(registry, principal, name, version, bytes);
        return Response.json(attestation, { status: outcome === 'new' ? 201 : 200 });
      },
    }),
  ];
}

function listOf(attestations: readonly string[], next?: number): string {
  const more = next === undefined ? '' : `,"nextCursor":"${next}"`;
  return `{"attestations":[${attestations.join(',')}]${more}}`;
}
