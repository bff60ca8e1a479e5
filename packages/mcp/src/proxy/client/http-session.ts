import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type JsonObject, member, writeJson } from '@toolmark/core';
import { INTERNAL_ERROR } from '../../connect/json-rpc-codes.ts';
import type { Guard } from '../guard.ts';
import { type Id, isId } from '../json-rpc.ts';
import type { ClientLink } from './client-link.ts';
import type { ClientSession } from './client-session.ts';
import { EventWriter, type WriterSettings } from './event-writer.ts';
import { Exchange } from './exchange.ts';
import { HttpRefusal } from './http-refusal.ts';
import type { PostedMessage } from './posted-message.ts';

export const SESSION_HEADER = 'mcp-session-id';

/** Limits for messages that wait for the client's stream. */
const MAX_WAITING = 100;
const MAX_WAITING_SIZE = 16 * 1024 * 1024;

export interface HttpSessionSettings extends WriterSettings {
  readonly now: () => number;
  /** Initialization failed, or its client left. */
  readonly onUseless: (session: HttpSession) => void;
}

/** One client before 2026-07-28: concurrent requests, and one stream for everything else. */
export class HttpSession implements ClientLink {
  readonly id = randomUUID();
  onDrain: (() => void) | undefined;
  lastUsed: number;

  private readonly guard: Guard;
  private readonly settings: HttpSessionSettings;
  private readonly client: ClientSession;
  private readonly exchanges = new Map<Id, Exchange>();
  private readonly full = new Set<Exchange | EventWriter>();
  private readonly waiting: JsonObject[] = [];
  private waitingSize = 0;
  private stream: EventWriter | undefined;
  private hasBegun = false;

  constructor(guard: Guard, settings: HttpSessionSettings) {
    this.guard = guard;
    this.settings = settings;
    this.lastUsed = settings.now();
    this.client = guard.open(this);
  }

  /** No request or stream is open. */
  get isIdle(): boolean {
    return this.exchanges.size === 0 && this.stream === undefined;
  }

  get isFull(): boolean {
    return this.full.size > 0;
  }

  /** Initializes the servers. The answer carries the session id. */
  begin({ message, parsed }: PostedMessage, response: ServerResponse): void {
    if (parsed.kind !== 'request') throw new HttpRefusal(400, 'A session starts with a request.');
    const headers = (answer: JsonObject | undefined): Record<string, string> =>
      answer !== undefined && Object.hasOwn(answer, 'error') ? {} : { [SESSION_HEADER]: this.id };
    const onLost = (): void => this.settings.onUseless(this);
    this.exchanges.set(parsed.id, new Exchange(response, { ...this.settings, headers, onLost }));
    this.client.receive(message);
  }

  /** Receives a message of the client. */
  post({ message, parsed }: PostedMessage, response: ServerResponse): void {
    this.lastUsed = this.settings.now();
    if (parsed.kind === 'request') {
      this.exchanges.set(parsed.id, this.exchangeFor(parsed.id, response));
      this.client.receive(message);
      return;
    }
    this.client.receive(message);
    // A cancelled request gets no answer, so its stream ends here.
    const cancelled = parsed.kind === 'notification' ? member(parsed.params, 'requestId') : undefined;
    if (parsed.kind === 'notification' && parsed.method === 'notifications/cancelled' && isId(cancelled)) {
      this.exchanges.get(cancelled)?.end();
      this.exchanges.delete(cancelled);
    }
    response.writeHead(202).end();
  }

  /** Opens the stream for messages that belong to no request. */
  listen(response: ServerResponse): void {
    if (this.stream !== undefined) throw new HttpRefusal(409, 'This session already has a stream.');
    const stream = new EventWriter(response, this.settings, { [SESSION_HEADER]: this.id });
    this.stream = stream;
    response.on('drain', () => this.drained(stream));
    response.on('close', () => {
      if (this.stream === stream) this.stream = undefined;
      this.lastUsed = this.settings.now();
      this.drained(stream);
    });
    for (const message of this.waiting.splice(0)) stream.send(message);
    this.waitingSize = 0;
  }

  send(message: JsonObject, about?: Id, result?: string): void {
    const exchange = about === undefined ? undefined : this.exchanges.get(about);
    if (about !== undefined && !Object.hasOwn(message, 'method')) {
      this.exchanges.delete(about);
      exchange?.answer(message, result);
      if (!this.hasBegun && Object.hasOwn(message, 'error')) this.settings.onUseless(this);
      this.hasBegun = true;
      return;
    }
    const way = exchange ?? this.stream;
    if (way === undefined) this.keep(message);
    else way.send(message);
    if (way?.isFull === true) this.full.add(way);
  }

  async end(): Promise<void> {
    for (const exchange of this.exchanges.values()) exchange.end();
    this.exchanges.clear();
    this.stream?.end();
    await this.guard.end(this.client);
  }

  private exchangeFor(id: Id, response: ServerResponse): Exchange {
    if (this.exchanges.has(id)) throw new HttpRefusal(400, 'A request with this id is already in progress.');
    const exchange: Exchange = new Exchange(response, {
      ...this.settings,
      // A lost connection does not cancel the request; its answer is dropped.
      onLost: () => {
        if (this.exchanges.get(id) === exchange) this.exchanges.delete(id);
        this.lastUsed = this.settings.now();
        this.drained(exchange);
      },
      onDrain: () => this.drained(exchange),
    });
    return exchange;
  }

  private drained(way: Exchange | EventWriter): void {
    if (this.full.delete(way) && this.full.size === 0) this.onDrain?.();
  }

  /** Keeps messages for a client that has not opened its stream yet. */
  private keep(message: JsonObject): void {
    const size = writeJson(message).length;
    if (this.waiting.length < MAX_WAITING && this.waitingSize + size <= MAX_WAITING_SIZE) {
      this.waiting.push(message);
      this.waitingSize += size;
      return;
    }
    const { id } = message;
    const error = { code: INTERNAL_ERROR, message: 'The client has no stream open.' };
    if (isId(id)) queueMicrotask(() => this.client.receive({ jsonrpc: '2.0', id, error }));
  }
}
