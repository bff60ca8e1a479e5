import { ADVISORY_SEVERITIES, FEEDBACK_TYPES, type Json, RISK_LEVELS } from '@toolmark/core';
import { z } from 'zod';
import {
  PERMISSIONS,
  PUBLISHER_STATUSES,
  REVIEW_CAUSES,
  REVIEW_DECISIONS,
  REVIEW_STATUSES,
  VERSION_STATUSES,
  VISIBILITIES,
} from '../../events/event.ts';

/** Shapes of what goes in and out. Everything that comes in is strict: an unknown member may be a misspelt one. */

/** PostgreSQL keeps no NUL in a text, and nobody means one. */
const text = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .refine(value => !value.includes('\0'), 'a text holds no NUL');
const list = <T extends z.ZodType>(item: T) => z.union([item.transform(one => [one]), z.array(item).max(20)]);
const identity = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'an id is 1 to 64 lower-case letters, digits, ".", "_" and "-"');

export const SearchQuery = z.strictObject({
  q: z.string().max(512).optional(),
  name: text(400).optional(),
  capability: list(text(64)).optional(),
  domain: list(text(64)).optional(),
  prefer_domain: list(text(64)).optional(),
  max_risk_level: z.enum(RISK_LEVELS).optional(),
  min_reputation: z.coerce.number().min(0).max(1).optional(),
  read_only: z
    .enum(['true', 'false'])
    .transform(word => word === 'true')
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: text(2048).optional(),
});

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: text(2048).optional(),
});

export const PublishQuery = z.strictObject({
  visibility: z.enum(VISIBILITIES).optional(),
  dry_run: z
    .enum(['true', 'false'])
    .transform(word => word === 'true')
    .optional(),
});

export const NewPublisher = z.strictObject({
  id: identity,
  name: text(200),
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length).optional(),
});
export const PublisherChange = z.strictObject({
  status: z.enum(PUBLISHER_STATUSES).optional(),
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length).optional(),
});
export const NewToken = z.strictObject({
  label: text(200),
  namespace: text(200).optional(),
  expires_at: z.iso.datetime().optional(),
});
export const NewCertificate = z.strictObject({ certificate: text(20_000) });
export const StatusChange = z.strictObject({ status: z.enum(VERSION_STATUSES), reason: text(1000) });
export const Transfer = z.strictObject({ to: identity });
export const VisibilityChange = z.strictObject({ visibility: z.enum(VISIBILITIES) });
export const Feedback = z.strictObject({
  type: z.enum(FEEDBACK_TYPES),
  version: text(255).optional(),
  // Read strictly, so that every value in it is JSON.
  details: z.record(z.string().max(64), z.custom<Json>()).optional(),
});
export const ReviewsQuery = PageQuery.extend({ status: z.enum(REVIEW_STATUSES).optional() });
export const ReviewDecision = z.strictObject({
  decision: z.enum(REVIEW_DECISIONS),
  reason: text(1000),
  severity: z.enum(ADVISORY_SEVERITIES).optional(),
  summary: text(1000).optional(),
});
export const Withdrawal = z.strictObject({ reason: text(1000) });

const Finding = z.looseObject({ code: z.string(), severity: z.string(), pointer: z.string(), message: z.string() });
const Verification = z.looseObject({ outcome: z.string() });
const StandingAdvisory = z.object({
  id: z.string(),
  severity: z.enum(ADVISORY_SEVERITIES),
  summary: z.string(),
  unaffectedVersion: z.string().nullable(),
});
const Parts = z.object({ author: z.number(), feedback: z.number(), usage: z.number(), security: z.number() });

export const Problem = z.object({
  type: z.string(),
  status: z.number(),
  code: z.string(),
  title: z.string(),
  requestId: z.string().optional(),
  pointer: z.string().optional(),
  findings: z.array(Finding).optional(),
});
export const Receipt = z.object({
  outcome: z.enum(['new', 'same', 'held']),
  name: z.string(),
  version: z.string(),
  digest: z.string(),
  toolDigest: z.string(),
  publisher: z.string(),
  publishedAt: z.string(),
  findings: z.array(Finding),
});
export const ToolFacts = z.object({
  name: z.string(),
  version: z.string(),
  publisher: z.string(),
  visibility: z.enum(VISIBILITIES),
  held: z.boolean(),
  status: z.enum(VERSION_STATUSES),
  reason: z.string().nullable(),
  digest: z.string(),
  toolDigest: z.string(),
  reputation: z.looseObject({ score: z.number(), parts: Parts }),
  downloads: z.number(),
  registeredAt: z.string(),
  verification: Verification,
  advisories: z.array(StandingAdvisory),
  server: z.string().optional(),
});
/** With a document, or for a tool that the entry of a server defines, with that definition. */
export const Tool = z.object({
  document: z.looseObject({ tool: z.looseObject({}) }).optional(),
  definition: z.looseObject({ name: z.string() }).optional(),
  registry: ToolFacts,
});
export const FoundTool = z.object({
  name: z.string(),
  version: z.string(),
  summary: z.string(),
  publisher: z.string(),
  status: z.string(),
  riskLevel: z.enum(RISK_LEVELS),
  readOnly: z.boolean(),
  score: z.number(),
  downloads: z.number(),
  digest: z.string(),
  toolDigest: z.string(),
  verification: Verification,
  advisories: z.array(StandingAdvisory),
  contradictions: z.array(z.string()).optional(),
  server: z.string().optional(),
});
export const FoundPage = z.object({ tools: z.array(FoundTool), nextCursor: z.string().optional() });
export const Access = z.object({
  owner: z.string(),
  visibility: z.enum(VISIBILITIES),
  grants: z.array(z.string()),
});
export const Versions = z.object({
  versions: z.array(
    z.object({
      version: z.string(),
      status: z.enum(VERSION_STATUSES),
      reason: z.string().nullable(),
      digest: z.string(),
      toolDigest: z.string(),
      publisher: z.string(),
      publishedAt: z.string(),
      downloads: z.number(),
    }),
  ),
  nextCursor: z.string().optional(),
});
export const Publisher = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(PUBLISHER_STATUSES),
  permissions: z.array(z.enum(PERMISSIONS)),
  createdAt: z.string(),
  tokens: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      createdAt: z.string(),
      expiresAt: z.string().nullable(),
      revokedAt: z.string().nullable(),
    }),
  ),
  certificates: z.array(z.object({ fingerprint: z.string(), addedAt: z.string(), revokedAt: z.string().nullable() })),
});
export const Me = z.object({ id: z.string(), permissions: z.array(z.enum(PERMISSIONS)) });
export const SecurityEvents = z.object({
  events: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      publisher: z.string(),
      tool: z.string(),
      version: z.string().optional(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  nextCursor: z.string().optional(),
});
export const Heard = z.object({
  outcome: z.enum(['new', 'replaced']),
  version: z.string(),
  review: z.number().optional(),
});
const Review = z.object({
  id: z.number(),
  tool: z.string(),
  version: z.string().nullable(),
  cause: z.enum(REVIEW_CAUSES),
  severity: z.enum(ADVISORY_SEVERITIES),
  summary: z.string(),
  status: z.enum(REVIEW_STATUSES),
  openedAt: z.string(),
  decidedAt: z.string().nullable(),
  reason: z.string().nullable(),
  reporter: z.string().optional(),
  decidedBy: z.string().nullable().optional(),
});
export const Reviews = z.object({ reviews: z.array(Review), nextCursor: z.string().optional() });
export const ReviewWithReports = z.object({
  review: Review,
  reports: z.array(z.object({ reporter: z.string(), at: z.string(), details: z.looseObject({}) })),
});
export const Decided = z.object({ status: z.enum(['confirmed', 'dismissed']), advisory: z.string().optional() });
const AdvisoryEntry = z.object({
  id: z.string(),
  severity: z.enum(ADVISORY_SEVERITIES),
  summary: z.string(),
  digests: z.array(z.string()),
  tool: z.string().optional(),
});
export const Advisories = z.object({
  v: z.literal(1),
  issuedAt: z.string(),
  expiresAt: z.string(),
  advisories: z.array(AdvisoryEntry.extend({ withdrawn: z.literal(true).optional() })),
  signature: z.object({ keyId: z.string(), alg: z.string(), value: z.string() }),
});
export const Advisory = AdvisoryEntry.extend({
  version: z.string().optional(),
  issuedAt: z.string(),
  withdrawnAt: z.string().nullable(),
});
export const Token = z.object({ id: z.string(), token: z.string() });
export const Fingerprint = z.object({ fingerprint: z.string() });
export const Done = z.object({ ok: z.literal(true) });
