import { type Json, type JsonObject, member } from '@toolmark/core';
import { stripHidden } from '@toolmark/core/text';
import { METHOD_NOT_FOUND } from '../../connect/json-rpc-codes.ts';
import { admitRequest } from '../decide/admit-request.ts';
import { findReadable } from '../decide/find-resource.ts';
import { findMessage, type Message } from '../decide/messages.ts';
import { cleanDeep, extras, isLong, pick } from '../decide/rebuild.ts';
import { type Id, isId, metaOf } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { SUBSCRIPTION_ID, streamKey } from './server-streams.ts';
import type { Upstream } from './upstream.ts';

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

interface Refused {
  readonly code: string;
  readonly explain: string;
}

const DUPLICATE_ID: Refused = {
  code: 'guard.unexpected-result',
  explain: 'Another server uses the id of the elicitation.',
};

/** Receives requests and notifications of one server. The client gets only messages of the table, rebuilt from known members. */
export class ServerMessages {
  private readonly session: Session;
  private readonly upstream: Upstream;

  constructor(session: Session, upstream: Upstream) {
    this.session = session;
    this.upstream = upstream;
  }

  /** Forwards a request if the client declared the capability for it. */
  receiveRequest(id: Id, method: string, params: JsonObject): void {
    const { session, upstream } = this;
    const { key } = upstream;
    const admitted = upstream.isModern
      ? ({ code: 'guard.unknown-message', explain: 'Since 2026-07-28 servers send no requests.' } as const)
      : admitRequest('2025', method, params, session.clientCapabilities, session.originOf(key));
    if ('params' in admitted) {
      const asked = withMeta(admitted.params, session.tasks.related(key, metaOf(params)));
      for (const name of [...admitted.removed, ...lostMeta(params, asked)])
        session.guard.noteRemoved(key, method, name);
      if (!session.elicitations.note(key, member(params, 'elicitationId'))) {
        this.refuseRequest(id, method, DUPLICATE_ID);
        return;
      }
      session.requests.pass(upstream, id, method, asked, session.callOf(upstream)?.id);
      return;
    }
    this.refuseRequest(id, method, admitted);
  }

  private refuseRequest(id: Id, method: string, { code, explain }: Refused): void {
    this.session.guard.noteMessage(this.upstream.key, method, code, explain);
    this.upstream.answer(id, { error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
  }

  receiveNotification(method: string, params: JsonObject): void {
    const { upstream } = this;
    const row = findMessage('server', 'notification', upstream.isModern ? '2026' : '2025', method);
    if (row === undefined) this.refuse(method, 'Servers cannot send it.');
    else if (isLong(params)) this.refuse(method, 'It is too long.');
    else if (method === 'notifications/cancelled') {
      const isBound = this.session.requests.passCancelled(upstream, params);
      if (!isBound) this.refuse(method, 'The server has no such request in progress.');
    } else this.pass(row, params);
  }

  private pass(row: Message, params: JsonObject): void {
    const { method } = row;
    const { session, upstream } = this;
    if (method.endsWith('/list_changed')) session.server(upstream.key).lists.invalidate(method);
    const rebuilt = this.rebuild(row, params);
    const lost = [...extras(params, [...row.params, '_meta']), ...lostMeta(params, rebuilt, [SUBSCRIPTION_ID])];
    for (const name of lost) session.guard.noteRemoved(upstream.key, method, name);
    if (typeof rebuilt === 'string') {
      this.refuse(method, rebuilt);
      return;
    }
    const subscription = member(metaOf(params), SUBSCRIPTION_ID);
    if (subscription !== undefined) {
      const listener = isId(subscription)
        ? session.subscriptions.get(streamKey(upstream.key, subscription))
        : undefined;
      if (listener === undefined) this.refuse(method, 'Unknown stream.');
      else listener(method, { ...rebuilt, _meta: { [SUBSCRIPTION_ID]: subscription } });
      return;
    }
    const about = upstream.isModern ? session.callOf(upstream)?.id : undefined;
    const isEmpty = Object.keys(rebuilt).length === 0;
    session.send({ jsonrpc: '2.0', method, ...(isEmpty ? {} : { params: rebuilt }) }, about);
  }

  /** The params for the client, or why it does not get them. */
  private rebuild({ method, params: known }: Message, params: JsonObject): JsonObject | string {
    const { session, upstream } = this;
    const picked = withMeta(pick(params, known), session.tasks.related(upstream.key, metaOf(params)));
    if (method === 'notifications/message') return this.rebuildLog(picked);
    if (method === 'notifications/subscriptions/acknowledged') {
      return Object.hasOwn(metaOf(params), SUBSCRIPTION_ID) ? picked : 'It names no stream.';
    }
    if (method === 'notifications/resources/updated') {
      const uri = member(params, 'uri');
      const isKnown = typeof uri === 'string' && this.isOffered(uri);
      return isKnown ? picked : 'The resource is not locked.';
    }
    if (method === 'notifications/elicitation/complete') {
      const isKnown = session.elicitations.has(upstream.key, member(params, 'elicitationId'));
      return isKnown ? picked : 'The client has no such elicitation.';
    }
    if (method !== 'notifications/tasks/status') return picked;
    const task = session.tasks.find(member(params, 'taskId'));
    return task?.server === upstream.key
      ? (cleanDeep(picked) as JsonObject)
      : 'No call of this session began the task.';
  }

  private isOffered(uri: string): boolean {
    const { item } = findReadable(this.session, uri);
    return item === undefined ? this.session.guard.settings.mode !== 'enforce' : item.server === this.upstream.key;
  }

  /** Names the server of a log message if there are several. Since 2026-07-28 only requests that ask for log messages get any. */
  private rebuildLog({ level, logger, data, ...rest }: JsonObject): JsonObject | string {
    const { session, upstream } = this;
    if (typeof level !== 'string' || !LEVELS.includes(level) || data === undefined) return 'It is not a log message.';
    const params = session.callOf(upstream)?.params;
    if (upstream.isModern && (params === undefined || !Object.hasOwn(metaOf(params), LOG_LEVEL))) {
      return 'No request asked for log messages.';
    }
    const named = loggerOf(session.originOf(upstream.key), logger);
    return { ...rest, level, ...(named === undefined ? {} : { logger: named }), data: cleanDeep(data) };
  }

  private refuse(method: string, explain: string): void {
    this.session.guard.noteMessage(this.upstream.key, method, 'guard.unknown-message', explain);
  }
}

/** Params with more `_meta`. */
function withMeta(params: JsonObject, more: JsonObject): JsonObject {
  return Object.keys(more).length === 0 ? params : { ...params, _meta: { ...metaOf(params), ...more } };
}

/** Members of `_meta` that are not forwarded. */
function lostMeta(params: JsonObject, kept: JsonObject | string, more: readonly string[] = []): string[] {
  const known = typeof kept === 'string' ? [] : Object.keys(metaOf(kept));
  return extras(metaOf(params), [...known, ...more]).map(name => `_meta ${name}`);
}

function loggerOf(origin: string | undefined, logger: Json | undefined): string | undefined {
  const name = typeof logger === 'string' ? stripHidden(logger, 'prose') : undefined;
  if (origin === undefined) return name;
  return name === undefined ? origin : `${origin}/${name}`;
}
