import { type JsonObject, member } from '@toolmark/core';
import { findMessage } from '../decide/messages.ts';
import { extras, pick } from '../decide/rebuild.ts';
import { refuseNotification } from '../decide/refused-messages.ts';
import { isId } from '../json-rpc.ts';
import type { Session } from '../session.ts';

/** Members of MCP that are not forwarded. */
const NOT_PASSED = ['_meta', 'reason'];

/** Acts on a notification of the client or forwards it. One that belongs to no request is reported. */
export function receiveNotification(session: Session, method: string, params: JsonObject): void {
  const row = findMessage('client', 'notification', session.ownMeta === undefined ? '2025' : '2026', method);
  if (row === undefined) {
    refuseNotification(session, method);
    return;
  }
  for (const name of extras(params, [...row.params, ...NOT_PASSED])) session.guard.noteRemoved('client', method, name);
  if (row.treatment === 'pass') for (const { upstream } of session.servers.values()) upstream.notify(method, {});
  if (row.treatment !== 'bound') return;
  const isBound =
    method === 'notifications/cancelled'
      ? cancel(session, params)
      : session.requests.passProgress(pick(params, row.params));
  if (!isBound)
    session.guard.noteMessage('client', method, 'guard.unknown-message', 'It belongs to no request in progress.');
}

function cancel(session: Session, params: JsonObject): boolean {
  const id = member(params, 'requestId');
  return id !== undefined && isId(id) && session.cancel(id);
}
