import type { JsonObject, ToolmarkError } from '@toolmark/core';
import type { Cancellation } from './cancellation.ts';
import type { Id } from './json-rpc.ts';
import type { LinkOptions } from './server-link.ts';

/** The request that opens a session: `initialize`, or since 2026-07-28 `server/discover`. */
export interface Greeting {
  readonly method: 'initialize' | 'server/discover';
  readonly params: JsonObject;
}

export interface UpstreamSettings extends Pick<LinkOptions, 'env' | 'maxBytes' | 'onStderr' | 'authorize'> {
  /** For the greeting and the lists. */
  readonly timeoutMs: number;
  /** Requests that may wait for answers at one time. */
  readonly maxPending: number;
  /** Throws a coded error when a server that greets like this must not be used. */
  readonly checkGreeting?: (method: string, greeting: JsonObject) => void;
}

export interface UpstreamHandlers {
  onRequest(id: Id, method: string, params: JsonObject): void;
  onNotification(method: string, params: JsonObject): void;
  /** A request or notification has a member that no message has. */
  onExtra(method: string, name: string): void;
  /** It sent something that is not a message of MCP. */
  onInvalid(): void;
  /** An answer, or progress, that no request waits for. */
  onStray(what: 'answer' | 'notifications/progress'): void;
  /** The process or session of the server is no more, for whatever reason: nobody waits for what it has asked. */
  onGone(): void;
  /** The server is gone for now; its requests have failed. */
  onDown(error: ToolmarkError): void;
  /** It is up after the client had to do without it, and nothing that was known of it counts any more. */
  onUp(): void;
}

export interface AskOptions {
  readonly cancellation?: Cancellation | undefined;
  readonly timeoutMs?: number;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
  /** Tells the number under which the server knows the request. */
  readonly onSent?: ((id: number) => void) | undefined;
  /** The params as they were written, where they may go on like that. */
  readonly text?: string | undefined;
  /** Fails where the server is not up, instead of waiting for the next process: that one may show another list. */
  readonly mustBeOpen?: boolean | undefined;
  /** For a server that reads them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
