import type { JsonObject } from '@toolmark/core';
import type { Reply } from '../../connect/parse-answer.ts';
import { Cancellation } from '../cancellation.ts';
import { type Id, metaOf } from '../json-rpc.ts';
import { findMessage, type Message, type Revision } from './messages.ts';
import { CAPABILITIES, rebuildParams } from './rebuild-params.ts';

/** A request of the client in progress. */
export interface Call {
  readonly id: Id;
  readonly method: string;
  readonly revision: Revision;
  readonly row: Message;
  /** Known members only. */
  readonly params: JsonObject;
  /** The params as the client wrote them, if they may be forwarded like that. */
  readonly text: string | undefined;
  readonly cancellation: Cancellation;
  /** Its id in the audit log. */
  readonly serial: string;
  /** The recorded decision. */
  decision: 'allow' | 'deny' | undefined;
  /** The server that answers it. */
  target: string | undefined;
  /** The last answer of the server. */
  given: Extract<Reply, { ok: true }> | undefined;
}

/** Parses a request; undefined if the table of messages does not admit it. Throws on ambiguous params. */
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

export function isModernCall({ revision }: Call): boolean {
  return revision === '2026';
}

/** Since 2026-07-28 each request declares the client's capabilities. */
function revisionOf(method: string, params: JsonObject): Revision {
  return method === 'server/discover' || Object.hasOwn(metaOf(params), CAPABILITIES) ? '2026' : '2025';
}
