import type { Digest, JsonObject, Lock, Policy, SchemaViolation } from '@toolmark/core';
import type { Advisories } from '../advisories/advisories.ts';
import type { Authorize } from '../connect/authorization.ts';
import type { Limits } from '../connect/limits.ts';
import type { ListName } from '../connect/list-kinds.ts';
import type { NamedServer } from '../connect/server-source.ts';
import type { Answer } from './await-person.ts';
import type { Cancellation } from './cancellation.ts';

/**
 * `enforce`: what is not locked or not allowed neither shows nor passes; `filter`: it does not show, but a call passes;
 * `audit`: everything shows and passes, and the log says what would not have.
 */
export type GuardMode = 'enforce' | 'filter' | 'audit';

/** A decision, as it is written down before anything comes of it. */
export interface DecisionRecord {
  /** Joins the records of one request. */
  readonly id: string;
  /** Joins the records of one client. */
  readonly session: string;
  /** What was asked for, as in `tools/call`. */
  readonly method: string;
  readonly server?: string | undefined;
  /** What the client called it. */
  readonly name: string;
  /** What the server calls it; absent for what is not known. */
  readonly target?: string | undefined;
  readonly digest?: Digest | undefined;
  readonly decision: 'allow' | 'deny';
  readonly code: string;
  readonly rule?: number | undefined;
  readonly explain: string;
  /** For a resource that a result named: the id of the request that got the result. */
  readonly link?: string | undefined;
  readonly violations?: readonly SchemaViolation[] | undefined;
  /** What came of asking a person. */
  readonly approval?: { readonly answer: 'allow' | 'deny' | 'none'; readonly by: string } | undefined;
  /** What the mode let through although the decision was to deny. */
  readonly isOverruled?: boolean | undefined;
  readonly arguments?: JsonObject | undefined;
}

/** `message`: the method of a message, or the method and a member of it. */
export type WithheldKind = 'tool' | 'prompt' | 'resource' | 'template' | 'message';

export interface AuditTrail {
  /** Settles once the record is written. Rejects when it could not be: then nothing may come of the decision. */
  record(entry: DecisionRecord): Promise<void>;
  /** The result of a request was not handed on. */
  withholdResult(id: string, code: string): void;
  /** Something a server showed was not passed on. */
  withholdItem(server: string, kind: WithheldKind, name: string, code: string): void;
}

/** What a person is asked to approve. */
export interface Question {
  readonly server: string;
  readonly tool: string;
  readonly digest: Digest;
  readonly explain: string;
  readonly arguments: JsonObject;
}

export interface Approver {
  /** `nobody`: there is no one who could be asked. */
  ask(question: Question, cancellation: Cancellation): Promise<Answer>;
  /** How the person was asked, for the log. */
  readonly name: string;
}

/** The lists of a server in its order. Nothing in them is relied on but the order of what is locked. */
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
  /** Where tokens for remote servers are found. */
  readonly authorize?: Authorize;
  /** For greeting a server and reading its lists. */
  readonly timeoutMs: number;
  /** How long a client waits for servers that start before it gets what is locked; half a second unless given. */
  readonly startWaitMs?: number;
  /** Where the lock cannot answer: how long a greeting waits for servers where another one has answered; eight seconds unless given. */
  readonly lateMs?: number;
  /** Remembers the order of lists, for clients that do not wait for a server. */
  readonly memory?: ListMemory;
  /** For everything else that is asked of a server; it starts anew with each sign of progress. */
  readonly callTimeoutMs: number;
  /** How long a person may take to answer; five minutes unless given. */
  readonly approveTimeoutMs?: number;
  /** How long a list counts as seen. */
  readonly maxAgeMs: number;
  /** Lists are read before every call, however fresh they are. */
  readonly recheckEveryCall: boolean;
  readonly limits: Limits;
  readonly audit?: AuditTrail;
  readonly approver?: Approver;
  readonly advisories?: Advisories;
  /** Lines for people: what is withheld, what servers write to standard error. */
  talk(line: string): void;
  /** A line of a server's standard error with its key in front; `talk` where it is absent. */
  readonly onServerStderr?: (line: string) => void;
  now(): number;
}
