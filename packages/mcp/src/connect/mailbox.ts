import { type JsonObject, member, type ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import { type Inbox, type Received, readMessages } from './inbox.ts';
import type { Limits } from './limits.ts';
import { looksLikeAnswer, parseAnswer, type Reply } from './parse-answer.ts';

interface Waiting {
  /** False for requests of the SDK, which gets the response too. */
  readonly isOurs: boolean;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

const HANDSHAKES = ['initialize', 'server/discover'];

/**
 * Receives every message of a server as strictly parsed JSON before the SDK does. Responses to our own requests stay here, so
 * that snapshots are verbatim: the schemas of the SDK drop, default and reorder members.
 */
export class Mailbox implements Inbox {
  /** Rejects when the connection can no longer be used. */
  readonly failed: Promise<never>;
  /** The error `failed` rejected with. */
  failure: ToolmarkError | undefined;
  /** Messages read so far. */
  received = 0;
  /** The server answered server/discover only after the fallback to initialize. */
  isSlowStarter = false;

  private readonly limits: Limits;
  private readonly onListChanged: (method: string) => void;
  private readonly waiting = new Map<string | number, Waiting>();
  private readonly handshakes = new Map<string, JsonObject>();
  private lastHandshake = '';
  private nextNumber = 0;
  private bytesLeft: number;
  private reportFailure: (error: ToolmarkError) => void = () => {};

  constructor(limits: Limits, onListChanged: (method: string) => void) {
    this.limits = limits;
    this.bytesLeft = limits.maxTotalBytes;
    this.onListChanged = onListChanged;
    this.failed = new Promise((_, reject) => {
      this.reportFailure = reject;
    });
    this.failed.catch(() => {});
  }

  read(bytes: Uint8Array): Received | undefined {
    const [first] = this.readAll(bytes);
    return first;
  }

  readAll(bytes: Uint8Array): Received[] {
    this.bytesLeft -= bytes.length;
    if (this.bytesLeft < 0) {
      throw serverError('server.too-large', `The server sent more than ${this.limits.maxTotalBytes} bytes in total.`);
    }
    const isMessage = (object: JsonObject): boolean => member(object, 'jsonrpc') === '2.0' || this.isAwaited(object);
    return readMessages(bytes, this.limits.maxBytes, isMessage);
  }

  /** Consumes responses to our own requests. Throws for a response that clients could interpret differently. */
  take({ message }: Received): boolean {
    this.received++;
    const id = this.awaitedId(message);
    const waiting = id === undefined ? undefined : this.waiting.get(id);
    if (id === undefined || waiting === undefined || !looksLikeAnswer(message)) return this.notice(message);
    const reply = parseAnswer(message, id);
    this.waiting.delete(id);
    waiting.resolve(reply);
    return waiting.isOurs;
  }

  /** Tracks the request ids of the SDK, and the handshake requests, whose results a snapshot needs. */
  noteSent(message: object): void {
    const { id, method } = message as { id?: unknown; method?: unknown };
    if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return;
    if (typeof id === 'number') this.nextNumber = Math.max(this.nextNumber, id + 1);
    if (!HANDSHAKES.includes(method)) return;
    const resolve = (reply: Reply): void => {
      if (reply.ok) this.handshakes.set(method, reply.result);
      if (reply.ok && this.lastHandshake !== method) this.isSlowStarter = true;
    };
    this.lastHandshake = method;
    this.waiting.set(id, { isOurs: false, resolve, reject: () => {} });
  }

  /** The id the SDK would use next: a server must not be able to distinguish us from a host. */
  nextId(): number {
    return this.nextNumber++;
  }

  /** The result of the handshake, verbatim. */
  handshake(method: 'initialize' | 'server/discover'): JsonObject {
    return this.handshakes.get(method) ?? {};
  }

  /** Waits for the response to one of our requests. */
  expect(id: number): Promise<Reply> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => this.waiting.set(id, { isOurs: true, resolve, reject }));
  }

  /** Rejects one request; the connection stays usable. */
  giveUp(id: number, error: unknown): void {
    this.waiting.get(id)?.reject(error);
    this.waiting.delete(id);
  }

  /** Rejects all requests. The first error is kept. */
  fail(error: ToolmarkError): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.reportFailure(error);
  }

  /** Sets how many more bytes the server may send; unlimited outside of snapshots. */
  allowBytes(bytes: number): void {
    this.bytesLeft = bytes;
  }

  private notice(message: JsonObject): false {
    const method = member(message, 'method');
    const isRequest = Object.hasOwn(message, 'id');
    if (!isRequest && typeof method === 'string' && method.endsWith('/list_changed')) this.onListChanged(method);
    return false;
  }

  private isAwaited(object: JsonObject): boolean {
    return looksLikeAnswer(object) && this.awaitedId(object) !== undefined;
  }

  /** The id of the pending request that any client would match this with: many treat "7" as 7. */
  private awaitedId(message: JsonObject): string | number | undefined {
    const id = member(message, 'id');
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    return [id, Number(id)].find(candidate => this.waiting.has(candidate));
  }
}
