import type { Digest, Json, JsonObject, Lock, Policy, Snapshot } from '@toolmark/core';
import type { ListName, UpdatePolicy } from '@toolmark/core/formats';
import type { UpdateJudgement } from '@toolmark/core/lock';
import type { SchemaViolation } from '@toolmark/core/validate';
import type { Advisories } from '../advisories/watch-advisories.ts';
import type { Authorize } from '../connect/authorization.ts';
import type { Limits } from '../connect/limits.ts';
import type { NamedServer } from '../connect/server-source.ts';
import type { Approver } from './approve/approver.ts';

/**
 * `enforce`: items that are not locked or not allowed are neither listed nor forwarded; `filter`: not listed, but forwarded;
 * `audit`: everything is listed and forwarded, and the log says what would have been denied.
 */
export type GuardMode = 'enforce' | 'filter' | 'audit';

/** A decision, recorded before it takes effect. */
export interface DecisionRecord {
  /** Joins the records of one request. */
  readonly id: string;
  /** Joins the records of one client. */
  readonly session: string;
  /** For example `tools/call`. */
  readonly method: string;
  readonly server?: string | undefined;
  /** The name that the client used. */
  readonly name: string;
  /** The name on the server, if known. */
  readonly target?: string | undefined;
  readonly digest?: Digest | undefined;
  readonly decision: 'allow' | 'deny';
  readonly code: string;
  readonly rule?: number | undefined;
  readonly explain: string;
  /** For a linked resource: the id of the request whose result links to it. */
  readonly link?: string | undefined;
  readonly violations?: readonly SchemaViolation[] | undefined;
  /** The outcome of asking a person. */
  readonly approval?: { readonly answer: 'allow' | 'deny' | 'none'; readonly by: string } | undefined;
  /** Denied, but forwarded because of the mode. */
  readonly isOverruled?: boolean | undefined;
  readonly arguments?: JsonObject | undefined;
}

/** `message`: the method of a message, or the method and a member of it. */
export type WithheldKind = 'tool' | 'prompt' | 'resource' | 'template' | 'message';

export interface AuditTrail {
  /** Resolves once the record is written. Rejects if that fails: the decision must not take effect then. */
  record(entry: DecisionRecord): Promise<void>;
  /** A result was withheld. */
  withholdResult(id: string, code: string): void;
  /** An item or message was withheld. */
  withholdItem(server: string, kind: WithheldKind, name: string, code: string): void;
  /** A signed update was taken over for this session. Throws if that cannot be written: it must not take effect then. */
  takeUpdate(server: string, update: { readonly version: string; readonly bundle: Digest; readonly by?: string }): void;
}

/** What becomes of changes that the locked publisher signed. */
export interface Updates {
  readonly policy: UpdatePolicy;
  /** Only what the locked publisher attested is shown. */
  readonly isRequired: boolean;
  judge(seen: SeenByClient): Promise<UpdateJudgement>;
}

/** What a server shows one client. */
export interface SeenByClient {
  readonly key: string;
  readonly live: Snapshot;
  /** What the server brings along: untrusted. */
  readonly attestation?: Json;
}

/** The lists of a server in its order. Only the order of locked items is used. */
export type RememberedLists = Readonly<Partial<Record<ListName, readonly JsonObject[]>>>;

export interface ListMemory {
  recall(surface: Digest): RememberedLists | undefined;
  remember(surface: Digest, lists: RememberedLists): void;
}

export interface GuardSettings {
  readonly servers: readonly NamedServer[];
  readonly lock: Lock;
  readonly policy: Policy;
  readonly mode: GuardMode;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Provides tokens for remote servers. */
  readonly authorize?: Authorize;
  /** For initializing a server and reading its lists. */
  readonly timeoutMs: number;
  /** How long a client waits for starting servers before the lock answers; default 500 ms. */
  readonly startWaitMs?: number;
  /** How long `initialize` waits for further servers after the first answer, if the lock cannot answer; default 8 s. */
  readonly lateMs?: number;
  /** Stores the order of lists for clients that do not wait for a server. */
  readonly memory?: ListMemory;
  /** For all other requests; progress restarts it. */
  readonly callTimeoutMs: number;
  /** How long a person may take to answer; default five minutes. */
  readonly approveTimeoutMs?: number;
  /** How long a reading of a list counts. */
  readonly maxAgeMs: number;
  /** Reads the list before every call. */
  readonly recheckEveryCall: boolean;
  readonly limits: Limits;
  readonly audit?: AuditTrail;
  readonly approver?: Approver;
  readonly advisories?: Advisories;
  /** Absent where nothing is signed: changes are withheld. */
  readonly updates?: Updates;
  /** Writes a line for people: withheld items, standard error of servers. */
  stderr(line: string): void;
  /** A line of a server's standard error, prefixed with its key; default `stderr`. */
  readonly onServerStderr?: (line: string) => void;
  now(): number;
}
