import type { JsonObject, ToolmarkError } from '@toolmark/core';
import type { Cancellation } from '../cancellation.ts';
import type { Id } from '../json-rpc.ts';
import type { LinkOptions } from './server-link.ts';

/** The request that opens a session: `initialize`, or since 2026-07-28 `server/discover`. */
export interface InitializationRequest {
  readonly method: 'initialize' | 'server/discover';
  readonly params: JsonObject;
}

export interface UpstreamSettings extends Pick<LinkOptions, 'env' | 'maxBytes' | 'onStderr' | 'authorize'> {
  /** For initialization and the lists. */
  readonly timeoutMs: number;
  /** Limit of concurrent requests. */
  readonly maxPending: number;
  /** Throws a coded error if the server must not be used. */
  readonly checkInitialization?: (method: string, result: JsonObject) => void;
}

export interface UpstreamHandlers {
  onRequest(id: Id, method: string, params: JsonObject): void;
  onNotification(method: string, params: JsonObject): void;
  /** A request or notification has an unknown member. */
  onExtra(method: string, name: string): void;
  /** It sent something that is not an MCP message. */
  onInvalid(): void;
  /** An answer or progress that no request waits for. */
  onStray(what: 'answer' | 'notifications/progress'): void;
  /** The process or session ended; its own requests are void. */
  onGone(): void;
  /** The server is down; requests to it failed. */
  onDown(error: ToolmarkError): void;
  /** The server is up again; earlier lists no longer count. */
  onUp(): void;
}

export interface AskOptions {
  readonly cancellation?: Cancellation | undefined;
  readonly timeoutMs?: number;
  readonly onProgress?: ((params: JsonObject) => void) | undefined;
  /** Called with the id of the request on the server side. */
  readonly onSent?: ((id: number) => void) | undefined;
  /** The params as text, if they may be forwarded unchanged. */
  readonly text?: string | undefined;
  /** Fails if the server is down instead of waiting for its next process, whose list may differ. */
  readonly mustBeOpen?: boolean | undefined;
  /** Headers for a server that reads them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
