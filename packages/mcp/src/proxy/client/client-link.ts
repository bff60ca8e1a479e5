import type { JsonObject } from '@toolmark/core';
import type { Id } from '../json-rpc.ts';

/** Sends messages to one client. */
export interface ClientLink {
  /**
   * `about`: the client request that the message belongs to, if known; `result`: the result of the message as the server
   * wrote it.
   */
  send(message: JsonObject, about?: Id, result?: string): void;
  /** Several clients share it, and none may see messages of another. */
  readonly isShared?: boolean;
  /** The client does not keep up. */
  readonly isFull: boolean;
  /** Called when the client has caught up. */
  onDrain: (() => void) | undefined;
}
