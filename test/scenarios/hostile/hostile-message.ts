import type { JsonObject } from '../../../packages/core/src/index.ts';
import type { Revision } from '../../../packages/mcp/src/proxy/decide/messages.ts';

/** A message that must not arrive as it is. Its text holds the word `FORGED`, so that both sides can look for it. */
export interface HostileMessage {
  readonly from: 'client' | 'server';
  readonly revision: Revision;
  readonly kind: 'request' | 'notification' | 'answer';
  /** Of an answer: the method of the request; empty for an answer to no request. */
  readonly method: string;
  /** Params; of an answer: its result or error. */
  readonly body: JsonObject;
  /** Of an answer: the params of the request. */
  readonly asked?: JsonObject;
  /** What the client declares; nothing unless given. */
  readonly capabilities?: JsonObject;
  /** What the log calls it, where that is not the method. */
  readonly logged?: string;
}

export const FORGED = 'FORGED';
