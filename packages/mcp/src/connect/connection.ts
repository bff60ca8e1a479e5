import type { Finding, JsonObject, LockedPackage, Snapshot } from '@toolmark/core';
import type { Authorize } from './authorization.ts';
import type { Limits } from './limits.ts';
import type { Protocol } from './version-negotiation.ts';
import type { ClientInfo } from './wire.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

/** What a client may offer to servers. */
export type Capability = 'sampling' | 'elicitation' | 'roots';

/** The same with settings, as MCP writes it; `extensions` has an object for each id. */
export type ClientCapabilities = JsonObject;

/** All that the guard passes on of a client. */
export const EVERY_CAPABILITY: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  sampling: { context: {}, tools: {} },
};

export interface ConnectOptions {
  /** For connecting, and again for each snapshot; 30 seconds. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<Limits>;
  /**
   * The environment a child process inherits, without the variables that `serverEnvironment` withholds; what the source
   * sets is added to it.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clientInfo?: ClientInfo;
  /** Where tokens for remote servers are found; without it a server that wants a login is `server.unauthorized`. */
  readonly authorize?: Authorize;
  /** What to say we can do, though all of it is refused: some servers show more to clients that can do more. */
  readonly capabilities?: readonly Capability[] | ClientCapabilities;
  /** Which generation of MCP to ask in; `auto`. A server may show each of them something else. */
  readonly protocol?: Protocol;
  readonly signal?: AbortSignal;
  /** A line of the child's standard error, inert and without the secrets of the source. */
  readonly onStderr?: (line: string) => void;
  /** Something worth knowing that does not stop the work. */
  readonly onNote?: (note: Finding) => void;
  /** The server says that a list has changed, as in `notifications/tools/list_changed`. */
  readonly onListChanged?: (method: string) => void;
}

/** An open session with a server. */
export interface Connection {
  readonly protocolVersion: string;
  /** What a lock entry of the server is bound to; null for a local one. */
  readonly package: LockedPackage | null;
  /** Everything the server shows, as it wrote it. */
  takeSnapshot(): Promise<Snapshot>;
  /** The result of a tool as the server wrote it. */
  callTool(name: string, args: JsonObject, options?: { readonly signal?: AbortSignal }): Promise<JsonObject>;
  /** Ends the session, and the child process with all that it started. */
  close(): Promise<void>;
}
