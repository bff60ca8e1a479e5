import type { AdvisorySeverity } from '@toolmark/core';
import type { Kysely, Transaction } from 'kysely';
import type { ReviewCause, ReviewStatus, VersionStatus } from '../events/event.ts';

/** Times are milliseconds since 1970, truth is 0 or 1, and lists and objects are JSON: both databases hold these alike. */
export interface Tables {
  /** What happened, in order. Together with `blobs` it is all there is: every other table can be made from these two. */
  readonly events: {
    readonly seq: number;
    readonly at: number;
    readonly actor: string;
    readonly kind: string;
    readonly subject: string;
    readonly body: string;
  };
  /** Published bytes by their digest. */
  readonly blobs: { readonly digest: string; readonly bytes: Uint8Array };
  readonly publishers: {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly permissions: string;
    readonly created_at: number;
    /** Over all tools: what was said, and what was confirmed. */
    readonly positive: number;
    readonly negative: number;
    readonly incidents: number;
    /** Principals who speak for and against it. */
    readonly standing_good: number;
    readonly standing_bad: number;
  };
  readonly tokens: {
    readonly id: string;
    readonly hash: string;
    readonly publisher: string;
    readonly label: string;
    /** Server names it may publish, as in `io.github.owner/*`; none for a token without that bound. */
    readonly namespace: string | null;
    readonly created_at: number;
    readonly expires_at: number | null;
    readonly revoked_at: number | null;
  };
  readonly certificates: {
    readonly publisher: string;
    readonly fingerprint: string;
    readonly pem: string;
    readonly added_at: number;
    readonly revoked_at: number | null;
  };
  /** A name, its owner, and what is searched: facts of the version that is shown when none is asked for. */
  readonly tools: {
    readonly id: number;
    readonly name: string;
    readonly name_key: string;
    /** The name as words, for whoever types it in another way. */
    readonly name_words: string;
    /** Of title, capabilities and service domains. */
    readonly label_words: string;
    readonly owner: string;
    readonly visibility: string;
    /** Whether the name waits for a review; until then only its owner sees the tool. */
    readonly held: number;
    readonly created_at: number;
    readonly updated_at: number;
    /** The version that is shown; none while every version is yanked or quarantined. */
    readonly shown_version: number | null;
    /** 1 for what strangers may find: public, not held, with a version to show. */
    readonly listed: number;
    /** 1 while an advisory stands against the version that is shown. */
    readonly advised: number;
    readonly risk: number;
    readonly read_only: number;
    readonly summary: string;
    readonly positive: number;
    readonly negative: number;
    readonly incidents: number;
    readonly consumers: number;
    readonly penalty: number;
    readonly score: number;
    /** The score with its sign turned: so one index goes up in both columns, and a page can begin anywhere in it. */
    readonly rank: number;
    readonly downloads: number;
    /** The server whose entry defines it; none for a tool with a document of its own. */
    readonly server: number | null;
  };
  readonly versions: {
    readonly id: number;
    readonly tool: number;
    readonly version: string;
    readonly version_key: string;
    readonly digest: string;
    readonly tool_digest: string;
    /** What the tool is, whatever it is called. */
    readonly content: string;
    readonly status: VersionStatus;
    readonly reason: string | null;
    /** The advisory that put it under quarantine, and what it was before; none for a quarantine by hand. */
    readonly advisory: string | null;
    readonly status_before: VersionStatus | null;
    readonly publisher: string;
    readonly published_at: number;
    readonly verification: string;
    readonly penalty: number;
    readonly downloads: number;
  };
  /** Capabilities and service domains of what is shown. */
  readonly facets: { readonly kind: string; readonly value: string; readonly tool: number };
  readonly grants: { readonly tool: number; readonly publisher: string };
  /** One voice of each principal about each version, in each ledger: votes, incidents and remarks do not mix. */
  readonly voices: {
    readonly version: number;
    readonly principal: string;
    readonly ledger: string;
    readonly tool: number;
    readonly type: string;
    readonly at: number;
    readonly details: string;
  };
  /** When a principal with an account last took a tool. */
  readonly consumers: { readonly tool: number; readonly principal: string; readonly at: number };
  readonly reviews: {
    readonly id: number;
    readonly tool: number;
    readonly version: number | null;
    readonly cause: ReviewCause;
    readonly severity: AdvisorySeverity;
    readonly summary: string;
    readonly reporter: string;
    readonly opened_at: number;
    readonly status: ReviewStatus;
    readonly decided_by: string | null;
    readonly decided_at: number | null;
    readonly decision: string | null;
  };
  readonly advisories: {
    readonly id: string;
    readonly review: number;
    readonly tool: string;
    readonly version: string;
    readonly digests: string;
    readonly severity: AdvisorySeverity;
    readonly summary: string;
    readonly issued_at: number;
    readonly withdrawn_at: number | null;
  };
  /** A name in the MCP Registry, and who answers for it. */
  readonly servers: { readonly id: number; readonly name: string; readonly owner: string; readonly created_at: number };
  readonly server_versions: {
    readonly id: number;
    readonly server: number;
    readonly name: string;
    readonly version: string;
    /** None for what is not SemVer. */
    readonly version_key: string | null;
    readonly digest: string;
    /** Of the entry, in bytes. */
    readonly size: number;
    /** Name and description as they are searched: in small letters. */
    readonly searched: string;
    readonly status: string;
    readonly status_message: string | null;
    readonly status_changed_at: number;
    readonly published_at: number;
    readonly updated_at: number;
    readonly is_latest: number;
    /** Its tools: name and digest of each. */
    readonly facts: string;
    readonly publisher: string;
  };
  /** Which version of which server is reached where; the address stands as its digest. */
  readonly server_remotes: { readonly url: string; readonly version: number; readonly server: number };
  /** What belongs to this registry and is no event: the list of advisories as it was last signed, and how far the scores are swept. */
  readonly settings: { readonly key: string; readonly value: string };
}

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;
