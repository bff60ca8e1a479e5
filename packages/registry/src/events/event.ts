import type { AttestationSigner } from '@toolmark/client';
import type { JsonObject } from '@toolmark/core';
import type { ServerStatus } from '@toolmark/core/formats';
import type { FeedbackType } from '@toolmark/core/registry';
import type { AdvisorySeverity } from '@toolmark/core/sign';

/** Every event of a registry. Kinds and members never change: `rebuild` reads old events again. */
export interface EventBodies {
  'publisher.created': { readonly name: string; readonly permissions: readonly Permission[] };
  'publisher.changed': { readonly status?: PublisherStatus; readonly permissions?: readonly Permission[] };
  'token.created': {
    readonly publisher: string;
    readonly label: string;
    readonly hash: string;
    readonly namespace?: string;
    readonly expiresAt?: number;
    /** Digest of the id of the CI token that it was exchanged for: see `CiJob`. */
    readonly jti?: string;
  };
  'token.revoked': Empty;
  'certificate.added': { readonly fingerprint: string; readonly pem: string };
  'certificate.revoked': { readonly fingerprint: string };
  /** CI jobs with these claims get tokens for the namespace. */
  'trusted-publisher.added': {
    readonly id: string;
    readonly namespace: string;
    readonly issuer: string;
    readonly claims: CiClaims;
  };
  /** The first exchange: from then on, the repository and its owner must have these numbers. */
  'trusted-publisher.pinned': { readonly id: string; readonly repositoryId: string; readonly ownerId: string };
  'trusted-publisher.removed': { readonly id: string };
  'tool.published': {
    readonly version: string;
    readonly digest: string;
    readonly toolDigest: string;
    readonly content: string;
    readonly visibility: Visibility;
    readonly verification: JsonObject;
    /** From the scanner's findings. */
    readonly penalty: number;
  };
  /** The name resembles another owner's: only the publisher sees the tool until a review. */
  'tool.held': { readonly resembles: string };
  'tool.released': Empty;
  'tool.transferred': { readonly to: string };
  'tool.visibility': { readonly visibility: Visibility };
  'tool.granted': { readonly publisher: string };
  'tool.ungranted': { readonly publisher: string };
  'version.status': {
    readonly version: string;
    readonly status: VersionStatus;
    readonly reason: string;
    /** The advisory that caused a quarantine. Withdrawing it restores the earlier status. */
    readonly advisory?: string;
  };
  'server.published': {
    readonly version: string;
    readonly digest: string;
    readonly description: string;
    readonly size: number;
    /** Digests of its remote addresses: see `RemoteClaim`. */
    readonly remotes: readonly string[];
    /** Every definition in the entry, in order. */
    readonly tools: readonly PublishedTool[];
    /** When the mirrored registry published it. */
    readonly publishedAt?: number;
  };
  /** Applies to all versions when none is given. */
  'server.status': { readonly version?: string; readonly status: ServerStatus; readonly message?: string };
  'server.transferred': { readonly to: string };
  /** A signed statement about a version of a server. The outcome is that of the moment. */
  'attestation.added': {
    readonly version: string;
    readonly digest: string;
    readonly size: number;
    readonly surfaceDigest: string;
    readonly subjects: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
    readonly signer: AttestationSigner;
    readonly outcome: 'trusted';
  };
  'voice.given': {
    readonly version: string;
    readonly principal: string;
    readonly type: FeedbackType;
    readonly details: JsonObject;
  };
  'review.opened': {
    readonly version?: string;
    readonly cause: ReviewCause;
    readonly severity: AdvisorySeverity;
    readonly summary: string;
    readonly reporter: string;
  };
  /** A later report gave a higher severity. */
  'review.raised': { readonly review: number; readonly severity: AdvisorySeverity };
  'review.decided': {
    readonly review: number;
    readonly decision: ReviewDecision;
    readonly reason: string;
    readonly severity: AdvisorySeverity;
  };
  'advisory.issued': {
    readonly id: string;
    readonly review: number;
    readonly version: string;
    readonly digests: readonly string[];
    readonly severity: AdvisorySeverity;
    readonly summary: string;
  };
  'advisory.withdrawn': { readonly id: string; readonly review: number; readonly reason: string };
  /** A batch of downloads: a count per version, and which accounts downloaded which tools. */
  'downloads.counted': {
    readonly versions: readonly (readonly [id: number, count: number])[];
    readonly consumers: readonly (readonly [tool: number, principal: string])[];
  };
  /** Feedback and downloads lose weight with age: the scores of tools in this range of ids are computed again. */
  'scores.refreshed': { readonly from: number; readonly to: number };
  /** A refused attempt, recorded for admins. It changes no rows. */
  'attempt.refused': { readonly code: string; readonly version?: string; readonly message: string };
}

/** What a CI job must prove. */
export interface CiClaims {
  readonly repository: string;
  /** The workflow file, with or without `@` and its ref. */
  readonly workflow_ref?: string;
  readonly environment?: string;
}

/** A tool that an entry of the MCP Registry defines. */
export interface PublishedTool {
  readonly name: string;
  readonly digest: string;
  readonly content: string;
  readonly penalty: number;
}

export type EventKind = keyof EventBodies;

/** An event to record. The subject names a publisher (also for trusted publishers), token, tool or server. */
export interface NewEvent<Kind extends EventKind = EventKind> {
  readonly kind: Kind;
  readonly at: number;
  readonly actor: string;
  readonly subject: string;
  readonly body: EventBodies[Kind];
}

/** Time, actor and subject: shared by all events of one operation. */
export type EventOrigin = Pick<NewEvent, 'at' | 'actor' | 'subject'>;

export interface RecordedEvent<Kind extends EventKind = EventKind> extends NewEvent<Kind> {
  readonly seq: number;
}

export const PERMISSIONS = ['publish', 'feedback', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const PUBLISHER_STATUSES = ['active', 'suspended'] as const;
export type PublisherStatus = (typeof PUBLISHER_STATUSES)[number];

export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const VERSION_STATUSES = ['active', 'deprecated', 'yanked', 'quarantined'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

export const REVIEW_CAUSES = ['incident', 'reputation', 'name'] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** `withdrawn`: confirmed once, then withdrawn with its advisory. */
export const REVIEW_STATUSES = ['open', 'confirmed', 'dismissed', 'withdrawn'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const REVIEW_DECISIONS = ['confirm', 'dismiss'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

type Empty = Readonly<Record<never, never>>;
