import { type Json, type JsonObject, member, stripHidden } from '@toolmark/core';
import { METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import { admitRequest } from './admit-request.ts';
import type { ClientRequests } from './client-requests.ts';
import { type Id, isId, metaOf } from './json-rpc.ts';
import { streamKey } from './listen.ts';
import { findMessage, type Message } from './messages.ts';
import { cleanDeep, extras, isLong, pick } from './rebuild.ts';
import type { Session } from './session.ts';
import type { Upstream } from './upstream.ts';
import { findReadable } from './use-item.ts';

export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

interface Refused {
  readonly code: string;
  readonly explain: string;
}

const DOUBLED_ID: Refused = {
  code: 'guard.unexpected-result',
  explain: 'Another server uses the id of the elicitation.',
};

/** What servers send on their own: only what the table of messages knows, rebuilt from known members, reaches the client. */
export class ServerMessages {
  private readonly session: Session;
  private readonly requests: ClientRequests;

  constructor(session: Session, requests: ClientRequests) {
    this.session = session;
    this.requests = requests;
  }

  /** Passes a request on to a client that declared the capability for it. */
  takeRequest(upstream: Upstream, id: Id, method: string, params: JsonObject): void {
    const { session } = this;
    const admitted = upstream.isModern
      ? ({ code: 'guard.unknown-message', explain: 'Servers send no requests since 2026-07-28.' } as const)
      : admitRequest('2025', method, params, session.clientCapabilities, session.originOf(upstream.key));
    if ('params' in admitted) {
      const { key } = upstream;
      const asked = withMeta(admitted.params, session.tasks.related(key, metaOf(params)));
      for (const name of [...admitted.removed, ...lostMeta(params, asked)])
        session.guard.noteRemoved(key, method, name);
      if (!session.elicitations.note(upstream.key, member(params, 'elicitationId'))) {
        this.refuseRequest(upstream, id, method, DOUBLED_ID);
        return;
      }
      this.requests.pass(upstream, id, method, asked, session.callOf(upstream)?.id);
      return;
    }
    this.refuseRequest(upstream, id, method, admitted);
  }

  private refuseRequest(upstream: Upstream, id: Id, method: string, { code, explain }: Refused): void {
    this.session.guard.noteMessage(upstream.key, method, code, explain);
    upstream.answer(id, { error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
  }

  takeNotification(upstream: Upstream, method: string, params: JsonObject): void {
    const row = findMessage('server', 'notification', upstream.isModern ? '2026' : '2025', method);
    if (row === undefined) this.refuse(upstream, method, 'Servers cannot send it.');
    else if (isLong(params)) this.refuse(upstream, method, 'It is too long.');
    else if (method === 'notifications/cancelled') {
      const isBound = this.requests.passCancelled(upstream, params);
      if (!isBound) this.refuse(upstream, method, 'The server has no such request under way.');
    } else this.pass(upstream, row, params);
  }

  private pass(upstream: Upstream, row: Message, params: JsonObject): void {
    const { method } = row;
    const { session } = this;
    if (method.endsWith('/list_changed')) session.server(upstream.key).lists.doubt(method);
    const rebuilt = this.rebuild(upstream, row, params);
    const lost = [...extras(params, [...row.params, '_meta']), ...lostMeta(params, rebuilt, [SUBSCRIPTION_ID])];
    for (const name of lost) session.guard.noteRemoved(upstream.key, method, name);
    if (typeof rebuilt === 'string') {
      this.refuse(upstream, method, rebuilt);
      return;
    }
    const subscription = member(metaOf(params), SUBSCRIPTION_ID);
    if (subscription !== undefined) {
      const listener = isId(subscription)
        ? session.subscriptions.get(streamKey(upstream.key, subscription))
        : undefined;
      if (listener === undefined) this.refuse(upstream, method, 'There is no such stream.');
      else listener(method, { ...rebuilt, _meta: { [SUBSCRIPTION_ID]: subscription } });
      return;
    }
    const about = upstream.isModern ? session.callOf(upstream)?.id : undefined;
    const isEmpty = Object.keys(rebuilt).length === 0;
    session.send({ jsonrpc: '2.0', method, ...(isEmpty ? {} : { params: rebuilt }) }, about);
  }

  /** The params as the client gets them, or why it does not. */
  private rebuild(upstream: Upstream, { method, params: known }: Message, params: JsonObject): JsonObject | string {
    const { session } = this;
    const picked = withMeta(pick(params, known), session.tasks.related(upstream.key, metaOf(params)));
    if (method === 'notifications/message') return this.rebuildLog(upstream, picked);
    if (method === 'notifications/subscriptions/acknowledged') {
      return Object.hasOwn(metaOf(params), SUBSCRIPTION_ID) ? picked : 'It belongs to no stream.';
    }
    if (method === 'notifications/resources/updated') {
      const uri = member(params, 'uri');
      const isKnown = typeof uri === 'string' && this.isOffered(upstream, uri);
      return isKnown ? picked : 'The resource is not locked.';
    }
    if (method === 'notifications/elicitation/complete') {
      const isKnown = session.elicitations.has(upstream.key, member(params, 'elicitationId'));
      return isKnown ? picked : 'The client was never asked this.';
    }
    if (method !== 'notifications/tasks/status') return picked;
    const task = session.tasks.find(member(params, 'taskId'));
    return task?.server === upstream.key
      ? (cleanDeep(picked) as JsonObject)
      : 'No call of this session began the task.';
  }

  private isOffered({ key }: Upstream, uri: string): boolean {
    const { item } = findReadable(this.session, uri);
    return item === undefined ? this.session.guard.settings.mode !== 'enforce' : item.server === key;
  }

  /** A log message names its server where there are several. Since 2026-07-28 only a request that asks for them gets any. */
  private rebuildLog(upstream: Upstream, { level, logger, data, ...rest }: JsonObject): JsonObject | string {
    const { session } = this;
    if (typeof level !== 'string' || !LEVELS.includes(level) || data === undefined) return 'It is not a log message.';
    const params = session.callOf(upstream)?.params;
    if (upstream.isModern && (params === undefined || !Object.hasOwn(metaOf(params), LOG_LEVEL))) {
      return 'No request asked for log messages.';
    }
    const named = loggerOf(session.originOf(upstream.key), logger);
    return { ...rest, level, ...(named === undefined ? {} : { logger: named }), data: cleanDeep(data) };
  }

  private refuse({ key }: Upstream, method: string, explain: string): void {
    this.session.guard.noteMessage(key, method, 'guard.unknown-message', explain);
  }
}

/** Params with more `_meta`. */
function withMeta(params: JsonObject, more: JsonObject): JsonObject {
  return Object.keys(more).length === 0 ? params : { ...params, _meta: { ...metaOf(params), ...more } };
}

/** What of `_meta` does not go on. */
function lostMeta(params: JsonObject, kept: JsonObject | string, more: readonly string[] = []): string[] {
  const known = typeof kept === 'string' ? [] : Object.keys(metaOf(kept));
  return extras(metaOf(params), [...known, ...more]).map(name => `_meta ${name}`);
}

function loggerOf(origin: string | undefined, logger: Json | undefined): string | undefined {
  const name = typeof logger === 'string' ? stripHidden(logger, 'prose') : undefined;
  if (origin === undefined) return name;
  return name === undefined ? origin : `${origin}/${name}`;
}
