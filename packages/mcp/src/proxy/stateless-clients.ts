import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type JsonObject, member } from '@toolmark/core';
import { METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import type { ClientLink } from './client-link.ts';
import type { WriterSettings } from './event-writer.ts';
import { Exchange, errorCodeOf } from './exchange.ts';
import type { Guard } from './guard.ts';
import { HttpRefusal, refuse } from './http-refusal.ts';
import { type Id, isId, metaOf, type Parsed } from './json-rpc.ts';
import { refusalOfModern } from './modern-request.ts';
import { refusalOfParameters } from './parameter-headers.ts';
import type { PostedMessage } from './posted-message.ts';
import { SUBSCRIPTION_ID } from './server-messages.ts';
import type { Session } from './session.ts';

/** Errors that have a status of their own. */
const STATUS = new Map<unknown, number>([
  [METHOD_NOT_FOUND, 404],
  [-32020, 400],
  [-32021, 400],
  [-32022, 400],
]);

interface Waiting {
  readonly clientId: Id;
  readonly exchange: Exchange;
}

/** All clients since 2026-07-28: they have no sessions, so they share one set of servers, under ids of our own. */
export class StatelessClients implements ClientLink {
  readonly isFull = false;
  readonly isShared = true;
  onDrain: (() => void) | undefined;
  lastUsed: number;

  private readonly guard: Guard;
  private readonly settings: WriterSettings & { readonly now: () => number };
  private readonly waiting = new Map<Id, Waiting>();
  private session: Session | undefined;
  private nextId = 1;

  constructor(guard: Guard, settings: WriterSettings & { readonly now: () => number }) {
    this.guard = guard;
    this.settings = settings;
    this.lastUsed = settings.now();
  }

  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  post({ message, parsed }: PostedMessage, headers: IncomingHttpHeaders, response: ServerResponse): void {
    this.lastUsed = this.settings.now();
    if (parsed.kind === 'answer') {
      throw new HttpRefusal(400, 'Nobody has asked anything, so nothing can be answered.');
    }
    if (parsed.kind === 'notification') {
      if (parsed.method === 'notifications/cancelled')
        this.note(parsed.method, 'A request is called off by ending it.');
      else this.running.refused.refuseNotification(parsed.method);
      response.writeHead(202).end();
      return;
    }
    const refusal = refusalOfModern(parsed, headers) ?? this.refusalOfArguments(parsed, headers);
    if (refusal === undefined) this.pass(message, parsed.id, response);
    else {
      void this.running.refused.note(parsed.method, 'guard.invalid-request', refusal.message);
      refuse(response, refusal, parsed.id);
    }
  }

  private note(method: string, explain: string): void {
    this.running.guard.noteMessage('client', method, 'guard.unknown-message', explain);
  }

  send(message: JsonObject, about?: Id, result?: string): void {
    const waiting = about === undefined ? undefined : this.waiting.get(about);
    if (Object.hasOwn(message, 'method')) this.sendAside(message, waiting);
    else if (about !== undefined) {
      this.waiting.delete(about);
      if (waiting === undefined) return;
      const answer = renumbered({ ...message, id: waiting.clientId }, 'result', waiting.clientId);
      waiting.exchange.answer(answer, answer.result === message.result ? result : undefined);
    }
  }

  /** Ends the servers that nobody uses; the next request starts them again. */
  async end(): Promise<void> {
    for (const { exchange } of this.waiting.values()) exchange.end();
    this.waiting.clear();
    const { session } = this;
    this.session = undefined;
    if (session !== undefined) await this.guard.end(session);
  }

  private refusalOfArguments(
    request: Parsed & { kind: 'request' },
    headers: IncomingHttpHeaders,
  ): HttpRefusal | undefined {
    return refusalOfParameters(this.running.guard, request, headers);
  }

  private get running(): Session {
    this.session ??= this.guard.open(this);
    return this.session;
  }

  private pass(message: JsonObject, clientId: Id, response: ServerResponse): void {
    const session = this.running;
    const id = this.nextId++;
    const onLost = (): void => {
      this.waiting.delete(id);
      session.cancel(id);
    };
    const statusOf = (answer: JsonObject): number => STATUS.get(errorCodeOf(answer)) ?? 200;
    const exchange = new Exchange(response, { ...this.settings, statusOf, onLost });
    this.waiting.set(id, { clientId, exchange });
    session.receive({ ...message, id });
  }

  /** What belongs to no request is for nobody; servers have no requests of their own any more. */
  private sendAside(message: JsonObject, waiting: Waiting | undefined): void {
    const { id } = message;
    const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
    if (isId(id)) queueMicrotask(() => this.session?.receive({ jsonrpc: '2.0', id, error }));
    else waiting?.exchange.send(renumbered(message, 'params', waiting.clientId));
  }
}

/** A stream of notifications is named after the request that opened it. */
function renumbered(message: JsonObject, holder: 'params' | 'result', id: Id): JsonObject {
  const held = member(message, holder);
  if (held === undefined || held === null || typeof held !== 'object' || Array.isArray(held)) return message;
  const object = held as JsonObject;
  if (!Object.hasOwn(metaOf(object), SUBSCRIPTION_ID)) return message;
  return { ...message, [holder]: { ...object, _meta: { ...metaOf(object), [SUBSCRIPTION_ID]: id } } };
}
