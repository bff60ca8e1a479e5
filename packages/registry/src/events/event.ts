import type { AdvisorySeverity, FeedbackType, JsonObject, ServerStatus } from '@toolmark/core';

/** Everything that can happen in a registry. A kind and its members are for ever: they are read again by `rebuild`. */
export interface EventBodies {
  'publisher.created': { readonly name: string; readonly permissions: readonly Permission[] };
  'publisher.changed': { readonly status?: PublisherStatus; readonly permissions?: readonly Permission[] };
  'token.created': {
    readonly publisher: string;
    readonly label: string;
    readonly hash: string;
    readonly namespace?: string;
    readonly expiresAt?: number;
  };
  'token.revoked': Empty;
  'certificate.added': { readonly fingerprint: string; readonly pem: string };
  'certificate.revoked': { readonly fingerprint: string };
  'tool.published': {
    readonly version: string;
    readonly digest: string;
    readonly toolDigest: string;
    readonly content: string;
    readonly visibility: Visibility;
    readonly verification: JsonObject;
    /** For what the scanner found. */
    readonly penalty: number;
  };
  /** The name looks like another owner's: nobody else sees the tool before a review. */
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
    /** The advisory that is the cause of a quarantine: without it the version is again what it was. */
    readonly advisory?: string;
  };
  'server.published': {
    readonly version: string;
    readonly digest: string;
    readonly description: string;
    readonly size: number;
    /** Digests of the addresses of its remotes, and of their places: see `RemoteClaim`. */
    readonly remotes: readonly string[];
    /** Every definition in the entry, in its order. */
    readonly tools: readonly PublishedTool[];
    /** When another registry published it, for what is mirrored. */
    readonly publishedAt?: number;
  };
  /** Without a version: all of them. */
  'server.status': { readonly version?: string; readonly status: ServerStatus; readonly message?: string };
  'server.transferred': { readonly to: string };
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
  /** Somebody reported the same as worse. */
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
  /** Many downloads at once: how many of each version, and who with an account took which tool. */
  'downloads.counted': {
    readonly versions: readonly (readonly [id: number, count: number])[];
    readonly consumers: readonly (readonly [tool: number, principal: string])[];
  };
  /** Time passes: voices and consumers grow old. The scores of tools with these numbers are made anew. */
  'scores.refreshed': { readonly from: number; readonly to: number };
  /** Somebody tried what is not allowed: of no effect, but admins want to see it. */
  'attempt.refused': { readonly code: string; readonly version?: string; readonly message: string };
}

/** A tool that an entry of the MCP Registry defines. */
export interface PublishedTool {
  readonly name: string;
  readonly digest: string;
  readonly content: string;
  readonly penalty: number;
}

export type EventKind = keyof EventBodies;

/** What is about to be recorded. The subject is a publisher, a token, a tool or a server, by its name. */
export interface NewEvent<Kind extends EventKind = EventKind> {
  readonly kind: Kind;
  readonly at: number;
  readonly actor: string;
  readonly subject: string;
  readonly body: EventBodies[Kind];
}

/** When, who and to what: the same for all events of one deed. */
export type Deed = Pick<NewEvent, 'at' | 'actor' | 'subject'>;

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

/** `withdrawn` was confirmed once, and is taken back with its advisory. */
export const REVIEW_STATUSES = ['open', 'confirmed', 'dismissed', 'withdrawn'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const REVIEW_DECISIONS = ['confirm', 'dismiss'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

type Empty = Readonly<Record<never, never>>;
