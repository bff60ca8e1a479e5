import { type JsonObject, member } from '@toolmark/core';
import { INTERNAL_ERROR } from '../connect/json-rpc-codes.ts';
import type { Id } from './json-rpc.ts';
import type { Call } from './session.ts';
import type { Upstream } from './upstream.ts';

/** Who waits for an answer of the client. */
type Asker = { readonly upstream: Upstream; readonly id: Id } | { settle(reply: JsonObject | undefined): void };

const MAX_WAITING = 1_024;

/** What servers, and the guard itself, ask of the client: under ids of this session, so that nobody can answer for another. */
export class ClientRequests {
  private readonly send: (message: JsonObject, about?: Id) => void;
  private readonly waiting = new Map<Id, Asker>();
  private nextId = 1;

  constructor(send: (message: JsonObject, about?: Id) => void) {
    this.send = send;
  }

  /** Asks for the guard; undefined when the client goes away, or the call is called off, instead. */
  ask(method: string, params: JsonObject, call: Call): Promise<JsonObject | undefined> {
    const id = this.nextId++;
    return new Promise(settle => {
      this.waiting.set(id, { settle });
      this.send({ jsonrpc: '2.0', id, method, params }, call.id);
      call.cancellation.onCancel(() => {
        if (!this.waiting.delete(id)) return;
        this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }, call.id);
        settle(undefined);
      });
    });
  }

  /** Passes a request of a server on. */
  pass(upstream: Upstream, id: Id, method: string, params: JsonObject, about: Id | undefined): void {
    if (this.waiting.size >= MAX_WAITING) {
      upstream.answer(id, { error: { code: INTERNAL_ERROR, message: 'Too many requests wait for the client.' } });
      return;
    }
    const own = this.nextId++;
    this.waiting.set(own, { upstream, id });
    this.send({ jsonrpc: '2.0', id: own, method, params }, about);
  }

  /** The client answers one of them; all other answers are dropped. */
  takeAnswer(id: Id, message: JsonObject): void {
    const number = Number(id);
    const asker = this.waiting.get(number);
    this.waiting.delete(number);
    if (asker === undefined) return;
    const { result, error } = message;
    if ('settle' in asker) asker.settle(message);
    else asker.upstream.answer(asker.id, error === undefined ? { result: result ?? {} } : { error });
  }

  /** A server calls off a request of its own. */
  passCancelled(upstream: Upstream, params: JsonObject): void {
    const id = member(params, 'requestId');
    for (const [own, asker] of this.waiting) {
      if ('settle' in asker || asker.upstream !== upstream || asker.id !== id) continue;
      this.waiting.delete(own);
      this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { ...params, requestId: own } });
    }
  }

  /** The client has gone. */
  close(): void {
    for (const asker of this.waiting.values()) if ('settle' in asker) asker.settle(undefined);
    this.waiting.clear();
  }
}
