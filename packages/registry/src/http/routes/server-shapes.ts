import { SERVER_LIMITS, SERVER_STATUSES } from '@toolmark/core/formats';
import { ADVISORY_SEVERITIES } from '@toolmark/core/sign';
import { z } from 'zod';
import { VERSION_STATUSES } from '../../events/event.ts';

import { ShownAttestation } from './attestation-shapes.ts';

/** Shapes of the MCP Registry API. Unknown parameters are ignored, as in the official registry. */

const text = (maximum: number) => z.string().max(maximum);
const truth = z.enum(['true', 'false']).transform(word => word === 'true');

export const ServersQuery = z.object({
  cursor: text(2048).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'the limit is a number from 1 to 100')
    .transform(Number)
    .pipe(z.number().min(1).max(100))
    .optional(),
  search: text(512).optional(),
  updated_since: z.iso.datetime({ offset: true }).optional(),
  version: text(SERVER_LIMITS.maxVersion).optional(),
  include_deleted: truth.optional(),
  signed: truth.optional(),
});
export const DeletedQuery = z.object({ include_deleted: truth.optional() });
export const ServerStatusChange = z.strictObject({
  status: z.enum(SERVER_STATUSES),
  statusMessage: z.string().max(SERVER_LIMITS.maxStatusMessage).optional(),
});
export const DomainProof = z.strictObject({
  domain: z.string().min(1).max(253),
  timestamp: z.string().min(1).max(64),
  signed_timestamp: z.string().regex(/^[0-9a-fA-F]{2,512}$/, 'the signature is hexadecimal'),
  /** The address of the registry that the proof is for. */
  registry: z.string().min(1).max(2048).optional(),
});

const Official = z.strictObject({
  status: z.enum(SERVER_STATUSES),
  statusMessage: z.string().optional(),
  statusChangedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  isLatest: z.boolean(),
});
const Own = z.strictObject({
  tools: z.array(z.strictObject({ name: z.string(), digest: z.string(), status: z.enum(VERSION_STATUSES) })),
  publisher: z.string(),
  verification: z.strictObject({
    namespace: z.enum(['domain', 'token', 'admin', 'mirror']),
    signedTools: z.array(z.string()),
  }),
  attestations: z.array(ShownAttestation),
  reputation: z.strictObject({ score: z.number() }).nullable(),
  advisories: z.array(
    z.strictObject({
      id: z.string(),
      tool: z.string(),
      severity: z.enum(ADVISORY_SEVERITIES),
      summary: z.string(),
      unaffectedVersion: z.string().nullable(),
    }),
  ),
});
export const ServerEntry = z.strictObject({
  server: z.looseObject({ name: z.string(), description: z.string(), version: z.string() }),
  _meta: z.strictObject({
    'io.modelcontextprotocol.registry/official': Official,
    'dev.toolmark/registry': Own,
  }),
});
export const ServerList = z.strictObject({
  servers: z.array(ServerEntry),
  metadata: z.strictObject({ nextCursor: z.string().optional(), count: z.number() }),
});
export const ServersChanged = z.strictObject({ updatedCount: z.number(), servers: z.array(ServerEntry) });
export const RegistryToken = z.strictObject({ registry_token: z.string(), expires_at: z.number() });
/** A token of a CI job: its signature and claims are verified, not its shape here. */
export const IdToken = z.strictObject({ oidc_token: z.string().min(1), publisher: text(200).optional() });
export const ExchangedToken = z.strictObject({
  registry_token: z.string(),
  expires_at: z.number(),
  publisher: z.string(),
  namespaces: z.array(z.string()),
});
export const Health = z.strictObject({ status: z.literal('ok') });
export const Ping = z.strictObject({ pong: z.literal(true) });
