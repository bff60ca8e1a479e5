import type * as client from '@toolmark/client';
import { type Json, RISK_LEVELS } from '@toolmark/core';
import { FEEDBACK_TYPES } from '@toolmark/core/registry';
import { ADVISORY_SEVERITIES } from '@toolmark/core/sign';
import { z } from 'zod';
import { isNamespace } from '../../accounts/namespace.ts';
import {
  PERMISSIONS,
  PUBLISHER_STATUSES,
  REVIEW_CAUSES,
  REVIEW_DECISIONS,
  REVIEW_STATUSES,
  VERSION_STATUSES,
  VISIBILITIES,
} from '../../events/event.ts';

/**
 * Requests and answers of the API. Requests are strict: an unknown member may be misspelt. The types of answers are those of
 * `@toolmark/client`; these schemas describe them in OpenAPI, and leave members such as `verification` open.
 */

/** PostgreSQL cannot store NUL in text. */
const text = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .refine(value => !value.includes('\0'), 'must not contain NUL');
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
  signed: z
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
export const NewTrustedPublisher = z.strictObject({
  publisher: text(200).optional(),
  namespace: z
    .string()
    .refine(
      isNamespace,
      'a namespace is like "io.github.owner/*", "io.github.owner/weather", "acme_*" or "acme_search"',
    ),
  issuer: text(2048),
  claims: z.strictObject({
    repository: z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/, 'a repository is like "owner/name"'),
    workflow_ref: z
      .string()
      .max(500)
      .regex(
        /^[^@\0]+\/[^@\0]+\.ya?ml(?:@refs\/[^\0]+)?$/,
        'a workflow is like "owner/name/.github/workflows/release.yml"',
      )
      .optional(),
    environment: text(255).optional(),
  }),
});
export const TrustedPublisherQuery = z.strictObject({ publisher: text(200).optional() });
export const NewCertificate = z.strictObject({ certificate: text(20_000) });
export const StatusChange = z.strictObject({ status: z.enum(VERSION_STATUSES), reason: text(1000) });
export const Transfer = z.strictObject({ to: identity });
export const VisibilityChange = z.strictObject({ visibility: z.enum(VISIBILITIES) });
export const Feedback = z.strictObject({
  type: z.enum(FEEDBACK_TYPES),
  version: text(255).optional(),
  // The strict reader has parsed it, so every value is JSON.
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
  requestId: z.string().exactOptional(),
  pointer: z.string().exactOptional(),
  findings: z.array(Finding).exactOptional(),
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
}) satisfies z.ZodType<Omit<client.Receipt, 'findings'>>;
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
  server: z.string().exactOptional(),
}) satisfies z.ZodType<Omit<client.ToolFacts, 'reputation' | 'verification'>>;
/** With a document, or with the definition from a server entry. */
export const Tool = z.object({
  document: z.looseObject({ tool: z.looseObject({}) }).exactOptional(),
  definition: z.looseObject({ name: z.string() }).exactOptional(),
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
  contradictions: z.array(z.string()).exactOptional(),
  server: z.string().exactOptional(),
}) satisfies z.ZodType<Omit<client.FoundTool, 'verification'>>;
export const FoundPage = z.object({
  tools: z.array(FoundTool),
  nextCursor: z.string().exactOptional(),
});
export const Access = z.object({
  owner: z.string(),
  visibility: z.enum(VISIBILITIES),
  grants: z.array(z.string()),
}) satisfies z.ZodType<client.ToolAccess>;
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
  nextCursor: z.string().exactOptional(),
}) satisfies z.ZodType<client.VersionPage>;
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
}) satisfies z.ZodType<client.Account>;
export const TrustedPublisher = z.object({
  id: z.string(),
  publisher: z.string(),
  namespace: z.string(),
  issuer: z.string(),
  claims: z.object({
    repository: z.string(),
    workflow_ref: z.string().exactOptional(),
    environment: z.string().exactOptional(),
  }),
  createdAt: z.string(),
  pinned: z.object({ repositoryId: z.string(), ownerId: z.string() }).nullable(),
}) satisfies z.ZodType<client.TrustedPublisher>;
export const TrustedPublishers = z.object({ trustedPublishers: z.array(TrustedPublisher) });
export const Me = z.object({
  id: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
}) satisfies z.ZodType<client.Me>;
export const SecurityEvents = z.object({
  events: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      publisher: z.string(),
      tool: z.string(),
      version: z.string().exactOptional(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  nextCursor: z.string().exactOptional(),
}) satisfies z.ZodType<client.SecurityEventPage>;
export const FeedbackReceipt = z.object({
  outcome: z.enum(['new', 'replaced']),
  version: z.string(),
  review: z.number().exactOptional(),
}) satisfies z.ZodType<client.FeedbackGiven>;
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
  reporter: z.string().exactOptional(),
  decidedBy: z.string().nullable().exactOptional(),
});
export const Reviews = z.object({
  reviews: z.array(Review),
  nextCursor: z.string().exactOptional(),
}) satisfies z.ZodType<client.ReviewPage>;
export const ReviewWithReports = z.object({
  review: Review,
  reports: z.array(z.object({ reporter: z.string(), at: z.string(), details: z.looseObject({}) })),
});
export const Decided = z.object({
  status: z.enum(['confirmed', 'dismissed']),
  advisory: z.string().exactOptional(),
}) satisfies z.ZodType<client.Decided>;
const AdvisoryEntry = z.object({
  id: z.string(),
  severity: z.enum(ADVISORY_SEVERITIES),
  summary: z.string(),
  digests: z.array(z.string()),
  tool: z.string().exactOptional(),
});
export const Advisories = z.object({
  v: z.literal(1),
  issuedAt: z.string(),
  expiresAt: z.string(),
  advisories: z.array(AdvisoryEntry.extend({ withdrawn: z.literal(true).exactOptional() })),
  signature: z.object({ keyId: z.string(), alg: z.string(), value: z.string() }),
});
export const Advisory = AdvisoryEntry.extend({
  version: z.string().exactOptional(),
  issuedAt: z.string(),
  withdrawnAt: z.string().nullable(),
}) satisfies z.ZodType<Omit<client.AdvisoryDetails, 'digests'>>;
export const Token = z.object({ id: z.string(), token: z.string() }) satisfies z.ZodType<client.NewToken>;
export const Fingerprint = z.object({ fingerprint: z.string() }) satisfies z.ZodType<client.NewCertificate>;
export const Done = z.object({ ok: z.literal(true) });
