import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { INTERNAL_ERROR } from '../../connect/json-rpc-codes.ts';
import type { Call } from '../decide/call.ts';
import { findMessage } from '../decide/messages.ts';
import { cleanDeep, extras, pick } from '../decide/rebuild.ts';
import type { GuardState } from '../guard-state.ts';
import { type Id, metaOf } from '../json-rpc.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** What waits for an answer of the client: a server, or the guard itself. */
type Asker = ServerAsker | { settle(reply: JsonObject | undefined): void };

interface ServerAsker {
  readonly upstream: Upstream;
  readonly method: string;
  readonly id: Id;
  /** The progress token of the server. */
  readonly token: Json | undefined;
}

/** For each server, so that none can exhaust the limit of another. */
const MAX_WAITING = 1_024;

/** Requests of servers and of the guard to the client, under ids of this session. */
export class ClientRequests {
  private readonly guard: GuardState;
  private readonly send: (message: JsonObject, about?: Id) => void;
  private readonly waiting = new Map<Id, Asker>();
  private readonly counts = new Map<Upstream, number>();
  private nextId = 1;

  constructor(guard: GuardState, send: (message: JsonObject, about?: Id) => void) {
    this.guard = guard;
    this.send = send;
  }

  /** Sends a request of the guard; undefined if the client leaves or the call is cancelled first. */
  ask(method: string, params: JsonObject, call: Call): Promise<JsonObject | undefined> {
    const id = this.nextId++;
    return new Promise(settle => {
      this.waiting.set(id, { settle });
      this.send({ jsonrpc: '2.0', id, method, params }, call.id);
      call.cancellation.onCancel(() => {
        if (this.remove(id) === undefined) return;
        this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }, call.id);
        settle(undefined);
      });
    });
  }

  /** Forwards a request of a server. */
  pass(upstream: Upstream, id: Id, method: string, params: JsonObject, about: Id | undefined): void {
    const count = this.counts.get(upstream) ?? 0;
    if (count >= MAX_WAITING) {
      upstream.answer(id, { error: { code: INTERNAL_ERROR, message: 'Too many pending requests to the client.' } });
      return;
    }
    const own = this.nextId++;
    const token = member(metaOf(params), 'progressToken');
    this.waiting.set(own, { upstream, method, id, token });
    this.counts.set(upstream, count + 1);
    const sent = token === undefined ? params : { ...params, _meta: { ...metaOf(params), progressToken: own } };
    this.send({ jsonrpc: '2.0', id: own, method, params: sent }, about);
  }

  /** Forwards progress to the server whose request it belongs to; false if there is none. */
  passProgress({ progressToken, ...progress }: JsonObject): boolean {
    const asker = typeof progressToken === 'number' ? this.waiting.get(progressToken) : undefined;
    if (asker === undefined || 'settle' in asker || asker.token === undefined) return false;
    asker.upstream.notify('notifications/progress', { ...progress, progressToken: asker.token });
    return true;
  }

  /** Delivers an answer of the client; false if no request waits for it. */
  receiveAnswer(id: Id, message: JsonObject): boolean {
    const asker = this.remove(Number(id));
    if (asker === undefined) return false;
    if ('settle' in asker) asker.settle(message);
    else asker.upstream.answer(asker.id, this.rebuild(asker, message));
    return true;
  }

  /** The answer for the server: one result or one error, with known members only. */
  private rebuild({ method }: ServerAsker, { result, error }: JsonObject): JsonObject {
    if (error === undefined && result !== undefined && isJsonObject(result)) {
      const known = findMessage('server', 'request', '2025', method)?.result ?? [];
      return { result: this.pick(method, result, [...known, '_meta']) };
    }
    if (result === undefined && isError(error)) return { error: this.pick(method, error, ['code', 'message', 'data']) };
    this.guard.noteMessage('client', method, 'guard.malformed', 'The response has no valid result or error.');
    return { error: { code: INTERNAL_ERROR, message: 'The client sent no valid response.' } };
  }

  private pick(method: string, given: JsonObject, known: readonly string[]): JsonObject {
    for (const name of extras(given, known)) this.guard.noteRemoved('client', method, name);
    return pick(given, known);
  }

  /** Forwards the cancellation of a server's own request; false if there is none. */
  passCancelled(upstream: Upstream, params: JsonObject): boolean {
    const id = member(params, 'requestId');
    const reason = cleanDeep(pick(params, ['reason'])) as JsonObject;
    return this.cancelWhere(asker => asker.upstream === upstream && asker.id === id, reason);
  }

  /** Cancels the requests of a server that stopped: answers must not reach its next process. */
  drop(upstream: Upstream): void {
    this.cancelWhere(asker => asker.upstream === upstream, { reason: 'The server stopped.' });
  }

  private cancelWhere(isMatch: (asker: ServerAsker) => boolean, params: JsonObject): boolean {
    const before = this.waiting.size;
    for (const [own, asker] of this.waiting) {
      if ('settle' in asker || !isMatch(asker)) continue;
      this.remove(own);
      this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { ...params, requestId: own } });
    }
    return this.waiting.size < before;
  }

  private remove(id: Id): Asker | undefined {
    const asker = this.waiting.get(id);
    this.waiting.delete(id);
    if (asker !== undefined && 'upstream' in asker) {
      this.counts.set(asker.upstream, (this.counts.get(asker.upstream) ?? 1) - 1);
    }
    return asker;
  }

  /** The client has left. */
  close(): void {
    for (const asker of this.waiting.values()) if ('settle' in asker) asker.settle(undefined);
    this.waiting.clear();
    this.counts.clear();
  }
}

function isError(error: Json | undefined): error is JsonObject {
  if (error === undefined || !isJsonObject(error)) return false;
  return Number.isSafeInteger(member(error, 'code')) && typeof member(error, 'message') === 'string';
}
