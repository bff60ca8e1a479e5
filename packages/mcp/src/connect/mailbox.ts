import { isJsonObject, type JsonObject, member, readJson, ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import type { Limits } from './limits.ts';
import { refuseTwins } from './refuse-twins.ts';

/** What a server answered to one request: an error is an answer too. */
export type Reply =
  | { readonly ok: true; readonly result: JsonObject }
  | { readonly ok: false; readonly code: number; readonly message: string };

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
const HANDSHAKES = ['initialize', 'server/discover'];

/**
 * Where every message of a server arrives as strictly read JSON, before the SDK sees it. Answers to our own requests stay
 * here, so a snapshot never holds what a schema of the SDK has dropped, filled in or reordered.
 */
export class Mailbox {
  /** Rejects once, when the connection can no longer be trusted or used. */
  readonly failed: Promise<never>;
  /** The error `failed` rejected with. */
  failure: ToolmarkError | undefined;
  /** Messages read so far. */
  received = 0;

  private readonly limits: Limits;
  private readonly onListChanged: (method: string) => void;
  private readonly waiting = new Map<string, Waiting>();
  private readonly handshakeIds = new Map<string | number, string>();
  private readonly handshakes = new Map<string, JsonObject>();
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

  /** One message from its bytes, or undefined when they hold JSON that is no message at all. */
  read(bytes: Uint8Array): JsonObject | undefined {
    const [message] = this.readAll(bytes);
    return message;
  }

  /** The messages of one text: a single one, or those of a batch. */
  readAll(bytes: Uint8Array): JsonObject[] {
    this.bytesLeft -= bytes.length;
    if (this.bytesLeft < 0) {
      throw serverError('server.too-large', `The server sent more than ${this.limits.maxTotalBytes} bytes in all.`);
    }
    const value = readStrictly(bytes, this.limits.maxBytes);
    const messages = (Array.isArray(value) ? value : [value]).filter(isMessage);
    for (const message of messages) refuseTwins(message, 'a message', ENVELOPE);
    return messages;
  }

  /** Keeps an answer that is ours; says whether it was. */
  take(message: JsonObject): boolean {
    this.received++;
    const id = member(message, 'id');
    if (typeof id !== 'string' && typeof id !== 'number') return this.notice(message);
    this.keepHandshake(id, message);
    const waiting = typeof id === 'string' ? this.waiting.get(id) : undefined;
    if (waiting === undefined || typeof id !== 'string') return false;
    this.waiting.delete(id);
    settle(waiting, message);
    return true;
  }

  /** Remembers which requests of the SDK open the session, because a snapshot reads their answers. */
  noteSent(message: object): void {
    const { id, method } = message as { id?: unknown; method?: unknown };
    if (typeof method !== 'string' || !HANDSHAKES.includes(method)) return;
    if (typeof id === 'string' || typeof id === 'number') this.handshakeIds.set(id, method);
  }

  /** The result that opened the session, as the server wrote it. */
  handshake(method: 'initialize' | 'server/discover'): JsonObject {
    return this.handshakes.get(method) ?? {};
  }

  /** Waits for the answer to one request of ours. */
  expect(id: string): Promise<Reply> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** Gives up one request, the connection itself being fine. */
  giveUp(id: string, error: unknown): void {
    this.waiting.get(id)?.reject(error);
    this.waiting.delete(id);
  }

  /** The connection is lost: nobody waits any longer. The first reason stands. */
  fail(error: ToolmarkError): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.reportFailure(error);
  }

  /** Starts the count of bytes anew; without a limit while nobody takes a snapshot. */
  allowBytes(bytes: number): void {
    this.bytesLeft = bytes;
  }

  private notice(message: JsonObject): false {
    const method = member(message, 'method');
    if (typeof method === 'string' && method.endsWith('/list_changed')) this.onListChanged(method);
    return false;
  }

  /** The first answer counts, as it does for the SDK. */
  private keepHandshake(id: string | number, message: JsonObject): void {
    const method = this.handshakeIds.get(id);
    const result = member(message, 'result');
    if (method === undefined || Object.hasOwn(message, 'method')) return;
    this.handshakeIds.delete(id);
    if (isJsonObject(result)) this.handshakes.set(method, result);
  }
}

function readStrictly(bytes: Uint8Array, maxBytes: number): unknown {
  try {
    return readJson(bytes, { maxBytes });
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const code = error.code === 'json.too-large' ? 'server.too-large' : 'server.unreadable';
    throw serverError(code, `A message of the server was refused (${error.code}): ${error.message}`, error);
  }
}

function isMessage(value: unknown): value is JsonObject {
  return isJsonObject(value) && member(value, 'jsonrpc') === '2.0';
}

function settle(waiting: Waiting, message: JsonObject): void {
  const result = member(message, 'result');
  const error = member(message, 'error');
  if (isJsonObject(result) && error === undefined) {
    waiting.resolve({ ok: true, result });
    return;
  }
  const code = isJsonObject(error) ? member(error, 'code') : undefined;
  const text = isJsonObject(error) ? member(error, 'message') : undefined;
  if (result === undefined && typeof code === 'number') {
    waiting.resolve({ ok: false, code, message: typeof text === 'string' ? text : '' });
    return;
  }
  waiting.reject(serverError('server.malformed', 'An answer of the server holds neither one result nor one error.'));
}
