import type { AdvisorySeverity } from '@toolmark/core/sign';
import type { PublisherStatus, ReviewCause, ReviewStatus, VersionStatus, Visibility } from '../events/event.ts';

/** Times are milliseconds since 1970, booleans are 0 or 1, lists and objects are JSON text: the same in both databases. */
export interface Tables {
  /** The event log. With `blobs` it is the source of truth: every other table but `settings` is rebuilt from these two. */
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
    readonly status: PublisherStatus;
    readonly permissions: string;
    readonly created_at: number;
    /** Votes and confirmed incidents over all its tools. */
    readonly positive: number;
    readonly negative: number;
    readonly incidents: number;
    /** Principals whose remarks are for and against it. */
    readonly standing_good: number;
    readonly standing_bad: number;
  };
  readonly tokens: {
    readonly id: string;
    readonly hash: string;
    readonly publisher: string;
    readonly label: string;
    /** Names it may publish, as in `io.github.owner/*`, separated by spaces; null for a token that is not bound. */
    readonly namespace: string | null;
    readonly created_at: number;
    readonly expires_at: number | null;
    readonly revoked_at: number | null;
    /** Digest of the id of the CI token that it was exchanged for. */
    readonly jti: string | null;
  };
  /** Repositories whose CI jobs publish for an account. */
  readonly trusted_publishers: {
    readonly id: string;
    readonly publisher: string;
    readonly namespace: string;
    readonly issuer: string;
    readonly repository: string;
    readonly workflow_ref: string | null;
    readonly environment: string | null;
    readonly created_at: number;
    /** Set by the first exchange. */
    readonly repository_id: string | null;
    readonly owner_id: string | null;
  };
  readonly certificates: {
    readonly publisher: string;
    readonly fingerprint: string;
    readonly pem: string;
    readonly added_at: number;
    readonly revoked_at: number | null;
  };
  /** A name, its owner, and the searched facts of the version that is served by default. */
  readonly tools: {
    readonly id: number;
    readonly name: string;
    readonly name_key: string;
    /** The name split into words. */
    readonly name_words: string;
    /** Of title, capabilities and service domains. */
    readonly label_words: string;
    readonly owner: string;
    readonly visibility: Visibility;
    /** 1 while the name waits for a review; until then only its owner sees the tool. */
    readonly held: number;
    readonly created_at: number;
    readonly updated_at: number;
    /** The version served by default; null while every version is yanked or quarantined. */
    readonly shown_version: number | null;
    /** 1 for tools that anyone may find: public, not held, with a version to serve. */
    readonly listed: number;
    /** 1 while an advisory applies to the version served by default. */
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
    /** The negated score: one index ascends in rank and name, so a page can start anywhere in it. */
    readonly rank: number;
    readonly downloads: number;
    /** The server whose entry defines it; null for a tool with its own document. */
    readonly server: number | null;
  };
  readonly versions: {
    readonly id: number;
    readonly tool: number;
    readonly version: string;
    readonly version_key: string;
    readonly digest: string;
    readonly tool_digest: string;
    /** Digest of the definition without its name. */
    readonly content: string;
    readonly status: VersionStatus;
    readonly reason: string | null;
    /** The advisory that quarantined it, and its status before; null for a manual quarantine. */
    readonly advisory: string | null;
    readonly status_before: VersionStatus | null;
    readonly publisher: string;
    readonly published_at: number;
    readonly verification: string;
    readonly penalty: number;
    readonly downloads: number;
  };
  /** Capabilities and service domains of the version served by default. */
  readonly facets: { readonly kind: string; readonly value: string; readonly tool: number };
  readonly grants: { readonly tool: number; readonly publisher: string };
  /** One voice per principal, version and ledger: votes, incidents and remarks are separate. */
  readonly voices: {
    readonly version: number;
    readonly principal: string;
    readonly ledger: string;
    readonly tool: number;
    readonly type: string;
    readonly at: number;
    readonly details: string;
  };
  /** When an account last downloaded a tool. */
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
  /** A server name of the MCP Registry and its owner. */
  readonly servers: { readonly id: number; readonly name: string; readonly owner: string; readonly created_at: number };
  readonly server_versions: {
    readonly id: number;
    readonly server: number;
    readonly name: string;
    readonly version: string;
    /** Null for a version that is not SemVer. */
    readonly version_key: string | null;
    readonly digest: string;
    /** Bytes of the entry. */
    readonly size: number;
    /** Name and description in lower case. */
    readonly searched: string;
    readonly status: string;
    readonly status_message: string | null;
    readonly status_changed_at: number;
    readonly published_at: number;
    readonly updated_at: number;
    readonly is_latest: number;
    /** Name and digest of each tool. */
    readonly facts: string;
    readonly publisher: string;
  };
  /** Remote addresses of server versions, as digests. */
  readonly server_remotes: { readonly url: string; readonly version: number; readonly server: number };
  /** Signed statements about server versions. */
  readonly attestations: {
    readonly id: number;
    /** The server version. */
    readonly entry: number;
    readonly name: string;
    readonly version: string;
    readonly digest: string;
    /** Bytes of the bundle. */
    readonly size: number;
    readonly surface_digest: string;
    readonly subjects: string;
    readonly signer: string;
    readonly signer_fingerprint: string | null;
    readonly signer_key: string | null;
    readonly outcome: 'trusted' | 'revoked';
    readonly publisher: string;
    readonly added_at: number;
  };
  /** Names and digests of their subjects: package URLs, addresses, `sha512:…`. */
  readonly attestation_subjects: { readonly value: string; readonly attestation: number };
  /** State that is not derived from events: the signed advisory list, and the progress of score sweeps and mirrors. */
  readonly settings: { readonly key: string; readonly value: string };
}
