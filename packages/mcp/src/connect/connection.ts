import type { Finding, Json, JsonObject, LockedPackage, Snapshot } from '@toolmark/core';
import type { Authorize } from './authorization.ts';
import type { Limits } from './limits.ts';
import type { Protocol } from './version-negotiation.ts';
import type { ClientInfo } from './wire.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

/** Client capabilities as in MCP's `initialize`. */
export type ClientCapabilities = JsonObject;

/** All client capabilities that the guard forwards. */
export const EVERY_CAPABILITY: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  sampling: { context: {}, tools: {} },
};

export interface ConnectOptions {
  /** For connecting, and for each snapshot. Default: 30 seconds. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<Limits>;
  /** The environment of a child process, without what `serverEnvironment` withholds. The source can add to it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clientInfo?: ClientInfo;
  /** Provides access tokens for remote servers. Without it, a server that requires login fails with `server.unauthorized`. */
  readonly authorize?: Authorize;
  /** Capabilities to declare. Requests for them are refused, but some servers list more to clients that declare more. */
  readonly capabilities?: ClientCapabilities;
  /** The MCP generation to use. Default: `auto`. A server may list different tools in each. */
  readonly protocol?: Protocol;
  readonly signal?: AbortSignal;
  /** A line of the child's standard error, inert and redacted. */
  readonly onStderr?: (line: string) => void;
  /** A warning about the server. */
  readonly onNote?: (note: Finding) => void;
  /** A list_changed notification. */
  readonly onListChanged?: (method: string) => void;
}

/** An open session with a server. */
export interface Connection {
  readonly protocolVersion: string;
  /** The package that a lock entry of the server is bound to; null for a local server. */
  readonly package: LockedPackage | null;
  /** `dev.toolmark/attestation` of the handshake result: untrusted. */
  readonly attestation?: Json;
  /** Everything the server lists, verbatim. */
  takeSnapshot(): Promise<Snapshot>;
  /** The result of a tool call, verbatim. */
  callTool(name: string, args: JsonObject, options?: { readonly signal?: AbortSignal }): Promise<JsonObject>;
  /** Ends the session and the child process group. */
  close(): Promise<void>;
}
