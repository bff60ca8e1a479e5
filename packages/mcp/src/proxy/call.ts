import type { JsonObject } from '@toolmark/core';
import type { Reply } from '../connect/parse-answer.ts';
import { Cancellation } from './cancellation.ts';
import { type Id, metaOf } from './json-rpc.ts';
import { findMessage, type Message, type Revision } from './messages.ts';
import { CAPABILITIES, rebuildParams } from './rebuild-params.ts';

/** A request of the client that is being answered. */
export interface Call {
  readonly id: Id;
  readonly method: string;
  readonly revision: Revision;
  readonly row: Message;
  /** Known members only. */
  readonly params: JsonObject;
  /** The params as the client wrote them, where they may go on like that. */
  readonly text: string | undefined;
  readonly cancellation: Cancellation;
  /** What the audit log calls it. */
  readonly serial: string;
  /** What the log says was decided, once it is written. */
  decision: 'allow' | 'deny' | undefined;
  /** The server that answers it, once that is known. */
  target: string | undefined;
  /** The last answer of the server, with its text. */
  given: Extract<Reply, { ok: true }> | undefined;
}

/** The request, or undefined where the table of messages does not have it. Throws on params that readers disagree about. */
export function parseCall(
  id: Id,
  method: string,
  params: JsonObject,
  text: string | undefined,
  serial: string,
): Call | undefined {
  const revision = revisionOf(method, params);
  const row = findMessage('client', 'request', revision, method);
  if (row === undefined) return undefined;
  const rebuilt = rebuildParams(row, params);
  return {
    ...{ id, method, revision, row, serial },
    params: rebuilt,
    text: rebuilt === params ? text : undefined,
    cancellation: new Cancellation(),
    decision: undefined,
    target: undefined,
    given: undefined,
  };
}

/** Since 2026-07-28 each request says what its client can do. */
function revisionOf(method: string, params: JsonObject): Revision {
  return method === 'server/discover' || Object.hasOwn(metaOf(params), CAPABILITIES) ? '2026' : '2025';
}
