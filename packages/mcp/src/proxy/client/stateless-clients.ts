import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type JsonObject, member } from '@toolmark/core';
import { METHOD_NOT_FOUND } from '../../connect/json-rpc-codes.ts';
import { refusalOfParameters } from '../decide/parameter-headers.ts';
import { refuseNotification, writeRefusal } from '../decide/refused-messages.ts';
import type { Guard } from '../guard.ts';
import { type Id, isId, metaOf } from '../json-rpc.ts';
import { SUBSCRIPTION_ID } from '../upstream/server-streams.ts';
import type { ClientLink } from './client-link.ts';
import type { ClientSession } from './client-session.ts';
import type { WriterSettings } from './event-writer.ts';
import { Exchange, errorCodeOf } from './exchange.ts';
import { HttpRefusal, refuse } from './http-refusal.ts';
import { refusalOfModern } from './modern-request.ts';
import type { PostedMessage } from './posted-message.ts';

const CANCEL_BY_CLOSING = 'Close the connection to cancel a request.';

/** HTTP statuses of errors; others are 200. */
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

/** All clients since 2026-07-28: without sessions, they share one set of servers, under ids of the guard. */
export class StatelessClients implements ClientLink {
  readonly isFull = false;
  readonly isShared = true;
  onDrain: (() => void) | undefined;
  lastUsed: number;

  private readonly guard: Guard;
  private readonly settings: WriterSettings & { readonly now: () => number };
  private readonly waiting = new Map<Id, Waiting>();
  private client: ClientSession | undefined;
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
      throw new HttpRefusal(400, 'No request waits for an answer.');
    }
    if (parsed.kind === 'notification') {
      if (parsed.method === 'notifications/cancelled')
        this.running.session.guard.noteMessage('client', parsed.method, 'guard.unknown-message', CANCEL_BY_CLOSING);
      else refuseNotification(this.running.session, parsed.method);
      response.writeHead(202).end();
      return;
    }
    const { session } = this.running;
    const refusal = refusalOfModern(parsed, headers) ?? refusalOfParameters(session.guard, parsed, headers);
    if (refusal === undefined) this.pass(message, parsed.id, response);
    else {
      void writeRefusal(session, parsed.method, 'guard.invalid-request', refusal.message);
      refuse(response, refusal, parsed.id);
    }
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

  /** Stops the servers; the next request starts them again. */
  async end(): Promise<void> {
    for (const { exchange } of this.waiting.values()) exchange.end();
    this.waiting.clear();
    const { client } = this;
    this.client = undefined;
    if (client !== undefined) await this.guard.end(client);
  }

  private get running(): ClientSession {
    this.client ??= this.guard.open(this);
    return this.client;
  }

  private pass(message: JsonObject, clientId: Id, response: ServerResponse): void {
    const client = this.running;
    const id = this.nextId++;
    const onLost = (): void => {
      this.waiting.delete(id);
      client.session.cancel(id);
    };
    const statusOf = (answer: JsonObject): number => STATUS.get(errorCodeOf(answer)) ?? 200;
    const exchange = new Exchange(response, { ...this.settings, statusOf, onLost });
    this.waiting.set(id, { clientId, exchange });
    client.receive({ ...message, id });
  }

  /** Messages that belong to no request are dropped; requests of servers are refused. */
  private sendAside(message: JsonObject, waiting: Waiting | undefined): void {
    const { id } = message;
    const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
    if (isId(id)) queueMicrotask(() => this.client?.receive({ jsonrpc: '2.0', id, error }));
    else waiting?.exchange.send(renumbered(message, 'params', waiting.clientId));
  }
}

/** A stream has the id of the request that opened it. */
function renumbered(message: JsonObject, holder: 'params' | 'result', id: Id): JsonObject {
  const held = member(message, holder);
  if (held === undefined || held === null || typeof held !== 'object' || Array.isArray(held)) return message;
  const object = held as JsonObject;
  if (!Object.hasOwn(metaOf(object), SUBSCRIPTION_ID)) return message;
  return { ...message, [holder]: { ...object, _meta: { ...metaOf(object), [SUBSCRIPTION_ID]: id } } };
}
