import { type JsonObject, member } from '@toolmark/core';
import type { ClientRequests } from './client-requests.ts';
import { isId } from './json-rpc.ts';
import { findMessage } from './messages.ts';
import { extras, pick } from './rebuild.ts';
import type { Session } from './session.ts';

/** Members that MCP defines and that servers do not need. */
const NOT_PASSED = ['_meta', 'reason'];

/** Acts on a notification of the client, or passes it to whom it is for. What belongs to nothing is written down. */
export function takeNotification(session: Session, requests: ClientRequests, method: string, params: JsonObject): void {
  const row = findMessage('client', 'notification', session.ownMeta === undefined ? '2025' : '2026', method);
  if (row === undefined) {
    session.refused.refuseNotification(method);
    return;
  }
  for (const name of extras(params, [...row.params, ...NOT_PASSED])) session.guard.noteRemoved('client', method, name);
  if (row.treatment === 'pass') for (const { upstream } of session.servers.values()) upstream.notify(method, {});
  if (row.treatment !== 'bound') return;
  const isBound =
    method === 'notifications/cancelled' ? cancel(session, params) : requests.passProgress(pick(params, row.params));
  if (!isBound)
    session.guard.noteMessage('client', method, 'guard.unknown-message', 'It is about no request under way.');
}

function cancel(session: Session, params: JsonObject): boolean {
  const id = member(params, 'requestId');
  return id !== undefined && isId(id) && session.cancel(id);
}
