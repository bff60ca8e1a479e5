import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { INTERNAL_ERROR } from '../connect/json-rpc-codes.ts';
import type { Call } from './call.ts';
import { type Id, metaOf } from './json-rpc.ts';
import { findMessage } from './messages.ts';
import { cleanDeep, extras, pick } from './rebuild.ts';
import type { Upstream } from './upstream.ts';

/** Who waits for an answer of the client. */
type Asker = ServerAsker | { settle(reply: JsonObject | undefined): void };

interface ServerAsker {
  readonly upstream: Upstream;
  readonly method: string;
  readonly id: Id;
  /** Under which the server wants to hear of progress. */
  readonly token: Json | undefined;
}

/** Of each server: one that asks too much takes nothing from the others. */
const MAX_WAITING = 1_024;

/** What servers, and the guard itself, ask of the client: under ids of this session, so that nobody can answer for another. */
export class ClientRequests {
  private readonly send: (message: JsonObject, about?: Id) => void;
  private readonly onRemoved: (method: string, name: string) => void;
  private readonly onInvalid: (method: string) => void;
  private readonly waiting = new Map<Id, Asker>();
  private readonly counts = new Map<Upstream, number>();
  private nextId = 1;

  /** `onRemoved` hears of members that are left out of an answer, `onInvalid` of what is not an answer. */
  constructor(
    send: (message: JsonObject, about?: Id) => void,
    onRemoved: (method: string, name: string) => void,
    onInvalid: (method: string) => void,
  ) {
    this.send = send;
    this.onRemoved = onRemoved;
    this.onInvalid = onInvalid;
  }

  /** Asks for the guard; undefined when the client goes away, or the call is called off, instead. */
  ask(method: string, params: JsonObject, call: Call): Promise<JsonObject | undefined> {
    const id = this.nextId++;
    return new Promise(settle => {
      this.waiting.set(id, { settle });
      this.send({ jsonrpc: '2.0', id, method, params }, call.id);
      call.cancellation.onCancel(() => {
        if (this.take(id) === undefined) return;
        this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }, call.id);
        settle(undefined);
      });
    });
  }

  /** Passes a request of a server on. */
  pass(upstream: Upstream, id: Id, method: string, params: JsonObject, about: Id | undefined): void {
    const count = this.counts.get(upstream) ?? 0;
    if (count >= MAX_WAITING) {
      upstream.answer(id, { error: { code: INTERNAL_ERROR, message: 'Too many requests wait for the client.' } });
      return;
    }
    const own = this.nextId++;
    const token = member(metaOf(params), 'progressToken');
    this.waiting.set(own, { upstream, method, id, token });
    this.counts.set(upstream, count + 1);
    const sent = token === undefined ? params : { ...params, _meta: { ...metaOf(params), progressToken: own } };
    this.send({ jsonrpc: '2.0', id: own, method, params: sent }, about);
  }

  /** The client says how far it is with one of them: its server alone hears it. False where no server waits for it. */
  passProgress({ progressToken, ...progress }: JsonObject): boolean {
    const asker = typeof progressToken === 'number' ? this.waiting.get(progressToken) : undefined;
    if (asker === undefined || 'settle' in asker || asker.token === undefined) return false;
    asker.upstream.notify('notifications/progress', { ...progress, progressToken: asker.token });
    return true;
  }

  /** The client answers one of them. All other answers are dropped: false. */
  takeAnswer(id: Id, message: JsonObject): boolean {
    const asker = this.take(Number(id));
    if (asker === undefined) return false;
    if ('settle' in asker) asker.settle(message);
    else asker.upstream.answer(asker.id, this.rebuild(asker, message));
    return true;
  }

  /** The answer as the server gets it: one result or one error, of known members only. */
  private rebuild({ method }: ServerAsker, { result, error }: JsonObject): JsonObject {
    if (error === undefined && result !== undefined && isJsonObject(result)) {
      const known = findMessage('server', 'request', '2025', method)?.result ?? [];
      return { result: this.pick(method, result, [...known, '_meta']) };
    }
    if (result === undefined && isError(error)) return { error: this.pick(method, error, ['code', 'message', 'data']) };
    this.onInvalid(method);
    return { error: { code: INTERNAL_ERROR, message: 'The client gave no valid answer.' } };
  }

  private pick(method: string, given: JsonObject, known: readonly string[]): JsonObject {
    for (const name of extras(given, known)) this.onRemoved(method, name);
    return pick(given, known);
  }

  /** A server calls off a request of its own. False where there is no such request. */
  passCancelled(upstream: Upstream, params: JsonObject): boolean {
    const id = member(params, 'requestId');
    const reason = cleanDeep(pick(params, ['reason'])) as JsonObject;
    return this.callOff(asker => asker.upstream === upstream && asker.id === id, reason);
  }

  /** A server has gone: what the client would say now must not reach the next one that is started under its key. */
  drop(upstream: Upstream): void {
    this.callOff(asker => asker.upstream === upstream, { reason: 'The server has gone.' });
  }

  private callOff(isMeant: (asker: ServerAsker) => boolean, params: JsonObject): boolean {
    const before = this.waiting.size;
    for (const [own, asker] of this.waiting) {
      if ('settle' in asker || !isMeant(asker)) continue;
      this.take(own);
      this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { ...params, requestId: own } });
    }
    return this.waiting.size < before;
  }

  private take(id: Id): Asker | undefined {
    const asker = this.waiting.get(id);
    this.waiting.delete(id);
    if (asker !== undefined && 'upstream' in asker) {
      this.counts.set(asker.upstream, (this.counts.get(asker.upstream) ?? 1) - 1);
    }
    return asker;
  }

  /** The client has gone. */
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
