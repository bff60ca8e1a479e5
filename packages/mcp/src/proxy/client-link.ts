import type { JsonObject } from '@toolmark/core';
import type { Id } from './json-rpc.ts';

/** The way to one client. */
export interface ClientLink {
  /**
   * `about`: the request of the client that the message belongs to, where that is known; `result`: the result that it
   * holds, as the server wrote it.
   */
  send(message: JsonObject, about?: Id, result?: string): void;
  /** Many clients stand behind it, and none may see what belongs to another. */
  readonly isShared?: boolean;
  /** The client reads slower than we write. */
  readonly isFull: boolean;
  /** Called once the client has caught up. */
  onDrain: (() => void) | undefined;
}
