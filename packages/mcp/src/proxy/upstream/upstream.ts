import { type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { serverError } from '../../connect/codes.ts';
import type { Received } from '../../connect/inbox.ts';
import { parseAnswer, type Reply } from '../../connect/parse-answer.ts';
import type { NamedServer } from '../../connect/server-source.ts';
import { findMessage } from '../decide/messages.ts';
import { extras } from '../decide/rebuild.ts';
import { ENVELOPES, type Id, metaOf, parseMessage, writeRequest } from '../json-rpc.ts';
import { BackOff } from './back-off.ts';
import { BriefMap } from './brief-map.ts';
import { ServerLink } from './server-link.ts';
import { absent, brokenOff, overloaded, refused, tooSlow } from './upstream-errors.ts';
import type { AskOptions, InitializationRequest, UpstreamHandlers, UpstreamSettings } from './upstream-options.ts';

interface Pending {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((params: JsonObject) => void) | undefined;
  /** The HTTP request that carries it. */
  readonly carrier: AbortController | undefined;
}

/** Calls wait for a restart that is due within this time. */
const WORTH_WAITING_MS = 2_000;

/** One server behind the guard: requests to it have ids of the guard, and it is restarted with back-off when it stops. */
export class Upstream {
  readonly key: string;

  private readonly server: NamedServer;
  private readonly settings: UpstreamSettings;
  private readonly handlers: UpstreamHandlers;
  private readonly pending = new BriefMap<number, Pending>();
  private readonly closing = new Set<Promise<void>>();
  private readonly backOff: Pick<BackOff, 'next' | 'isUp'>;
  /** Number of starts. */
  starts = 0;
  private nextId = 0;
  private link: ServerLink | undefined;
  /** The result that opened the session. */
  initialized: JsonObject | undefined;
  private initialization: InitializationRequest | undefined;
  /** The initialization in progress. */
  private opening: Promise<Reply> | undefined;
  private isOpen = false;
  private isInitializing = false;
  private wasOpen = false;
  /** The client continues without it, and is notified when it is up. */
  private isMissed = false;
  private isClosed = false;
  private isPaused = false;
  private restart: NodeJS.Timeout | undefined;

  constructor(
    server: NamedServer,
    settings: UpstreamSettings,
    handlers: UpstreamHandlers,
    backOff: Pick<BackOff, 'next' | 'isUp'> = new BackOff(),
  ) {
    this.key = server.key;
    this.server = server;
    this.settings = settings;
    this.handlers = handlers;
    this.backOff = backOff;
  }

  /** Starts the server ahead of the first request. */
  start(): void {
    this.link ??= this.openLink();
  }

  /** Initializes the server, in a new process if it already has a session. The answer may be an error. */
  open(request: InitializationRequest): Promise<Reply> {
    // Since 2026-07-28, `server/discover` starts no session and can be repeated.
    if (this.isModern && request.method === 'server/discover') {
      if (this.isOpen) return this.ask(request.method, request.params, {});
      if (this.isInitializing && this.opening !== undefined) return this.opening;
    }
    clearTimeout(this.restart);
    if (this.isOpen) this.dropLink();
    this.initialization = request;
    this.isMissed = false;
    this.isInitializing = true;
    this.opening = this.initialize(request).finally(() => {
      this.isInitializing = false;
    });
    return this.opening;
  }

  /** Stops waiting for the initialization: until the server is up, requests fail immediately. */
  stopWaiting(): void {
    if (this.isOpen) return;
    this.isMissed = true;
    this.opening = undefined;
  }

  /** Whether it is initialized. */
  get isUp(): boolean {
    return this.isOpen;
  }

  /** Sends a request once the server is up. Rejects with a coded error if there is no answer. */
  request(method: string, params: JsonObject, options: AskOptions = {}): Promise<Reply> {
    if (this.isOpen) return this.ask(method, params, options);
    if (this.opening === undefined || options.mustBeOpen === true) return Promise.reject(absent(this.key));
    return this.opening.then(reply =>
      reply.ok ? this.ask(method, params, options) : Promise.reject(absent(this.key)),
    );
  }

  notify(method: string, params: JsonObject): void {
    if (this.isOpen) this.link?.send({ jsonrpc: '2.0', method, params });
  }

  /** Answers a request of the server. */
  answer(id: Id, outcome: JsonObject): void {
    this.link?.send({ jsonrpc: '2.0', id, ...outcome });
  }

  get isModern(): boolean {
    return this.initialization?.method === 'server/discover';
  }

  /** Whether calls must repeat arguments in headers. */
  get readsHeaders(): boolean {
    return this.isModern && this.server.source.kind === 'http';
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.link?.setPaused(isPaused);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.restart);
    this.dropLink();
    await Promise.all(this.closing);
  }

  private openLink(): ServerLink {
    this.starts++;
    const link: ServerLink = new ServerLink({
      source: this.server.source,
      ...this.settings,
      onNoise: () => {
        if (link === this.link) this.handlers.onInvalid();
      },
      onMessage: received => {
        if (link === this.link) this.receive(received);
      },
      onFailure: error => {
        if (link === this.link) this.lose(error);
      },
    });
    return link;
  }

  /** A server that hangs or fails during initialization is treated like one that stopped. */
  private async initialize(request: InitializationRequest): Promise<Reply> {
    const { method, params } = request;
    this.start();
    const { link } = this;
    // The server may have stopped or been initialized again in the meantime.
    const isCurrent = (): boolean => link === this.link && request === this.initialization;
    const reply = await this.ask(method, params, {}).catch((error: ToolmarkError) => {
      if (isCurrent()) this.lose(error, true);
      throw error;
    });
    if (!isCurrent()) return reply;
    if (!reply.ok) {
      // A client falls back to `initialize` when a server does not know `server/discover`.
      if (this.isWanted) this.lose(refused(this.key, method, reply));
      return reply;
    }
    this.checkResult(method, reply.result);
    const version = member(reply.result, 'protocolVersion');
    if (method === 'initialize') {
      if (typeof version === 'string') await this.link?.setVersion(version);
      this.link?.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
    this.initialized = reply.result;
    this.isOpen = true;
    this.wasOpen = true;
    this.backOff.isUp(Date.now());
    if (this.isPaused) this.link?.setPaused(true);
    if (this.isMissed) this.handlers.onUp();
    this.isMissed = false;
    return reply;
  }

  /** A refused server is stopped and not restarted. */
  private checkResult(method: string, result: JsonObject): void {
    try {
      this.settings.checkInitialization?.(method, result);
    } catch (error) {
      if (error instanceof ToolmarkError) this.lose(error, false);
      throw error;
    }
  }

  private ask(method: string, params: JsonObject, options: AskOptions): Promise<Reply> {
    const { link } = this;
    const { cancellation, timeoutMs = this.settings.timeoutMs, onProgress, onSent, text, headers } = options;
    if (link === undefined || link.failure !== undefined) return Promise.reject(link?.failure ?? absent(this.key));
    if (this.pending.size >= this.settings.maxPending)
      return Promise.reject(overloaded(this.key, this.settings.maxPending));
    const id = this.nextId++;
    const carrier = this.server.source.kind === 'http' ? new AbortController() : undefined;
    const reply = new Promise<Reply>((resolve, reject) => {
      const timer = setTimeout(() => this.cancel(id, tooSlow(this.key, method, timeoutMs)), timeoutMs).unref();
      this.pending.set(id, { timer, resolve, reject, onProgress, carrier });
    });
    onSent?.(id);
    const sent = withToken(params, id);
    const message = { jsonrpc: '2.0', id, method, params: sent };
    const line = text === undefined || sent !== params ? undefined : writeRequest(id, method, text);
    if (carrier === undefined) link.send(message, undefined, line);
    else link.send(message, { signal: carrier.signal, onLost: () => this.settle(id, brokenOff()), headers });
    cancellation?.onCancel(() => this.cancel(id, serverError('server.cancelled', 'The call was cancelled.')));
    return reply;
  }

  private receive({ message, result }: Received): void {
    const parsed = parseMessage(message);
    if (parsed === undefined) {
      this.handlers.onInvalid();
      return;
    }
    if (parsed.kind === 'answer') {
      this.receiveAnswer(parsed.id, message, result);
      return;
    }
    for (const name of extras(message, ENVELOPES[parsed.kind])) this.handlers.onExtra(parsed.method, name);
    if (parsed.kind === 'notification') this.notice(parsed.method, parsed.params);
    else if (this.isAnswered(parsed.method)) this.answer(parsed.id, { result: {} });
    else this.handlers.onRequest(parsed.id, parsed.method, parsed.params);
  }

  private isAnswered(method: string): boolean {
    return findMessage('server', 'request', this.isModern ? '2026' : '2025', method)?.treatment === 'answer';
  }

  private receiveAnswer(id: Id, message: JsonObject, text: string | undefined): void {
    if (typeof id === 'number' && this.pending.has(id)) this.settle(id, message, text);
    else this.handlers.onStray('answer');
  }

  private notice(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') this.passProgress(member(params, 'progressToken'), params);
    else if (method === 'notifications/cancelled' && this.endStream(member(params, 'requestId'))) return;
    else this.handlers.onNotification(method, params);
  }

  /** A server may end a stream of notifications, but no other request of ours. */
  private endStream(id: Json | undefined): boolean {
    if (!this.isModern || typeof id !== 'number' || !this.pending.has(id)) return false;
    this.settle(id, serverError('server.cancelled', 'The server ended the stream.'));
    return true;
  }

  private passProgress(token: Json | undefined, params: JsonObject): void {
    const pending = typeof token === 'number' ? this.pending.get(token) : undefined;
    if (pending?.onProgress === undefined) this.handlers.onStray('notifications/progress');
    if (pending === undefined) return;
    // A server that reports progress does not hang.
    pending.timer.refresh();
    pending.onProgress?.(params);
  }

  private settle(id: Id, outcome: JsonObject | ToolmarkError, text?: string): void {
    const pending = typeof id === 'number' ? this.remove(id) : undefined;
    if (pending === undefined) return;
    if (outcome instanceof ToolmarkError) pending.reject(outcome);
    else answerWith(pending, outcome, id, text);
  }

  private remove(id: number): Pending | undefined {
    const pending = this.pending.take(id);
    clearTimeout(pending?.timer);
    return pending;
  }

  private cancel(id: number, reason: unknown): void {
    const pending = this.remove(id);
    if (pending === undefined) return;
    pending.reject(reason);
    // Since 2026-07-28 an HTTP request is cancelled by closing it.
    if (pending.carrier !== undefined && this.isModern) pending.carrier.abort();
    else this.notify('notifications/cancelled', { requestId: id, reason: 'The client cancelled it.' });
  }

  private lose(error: ToolmarkError, isWanted = this.isWanted): void {
    this.dropLink(error);
    this.handlers.onDown(error);
    if (this.initialization !== undefined && isWanted && !this.isClosed) this.startAgain(this.initialization);
  }

  /** A server that stops on `server/discover` is left to the client's fallback to `initialize`. */
  private get isWanted(): boolean {
    return this.wasOpen || this.initialization?.method === 'initialize';
  }

  private startAgain(request: InitializationRequest): void {
    const delay = this.backOff.next(Date.now());
    const opening = new Promise<Reply>((resolve, reject) => {
      this.restart = setTimeout(() => this.initialize(request).then(resolve, reject), delay);
    });
    // Waiting requests get the rejection; a failed initialization schedules the next restart.
    opening.catch(() => {});
    this.isMissed = true;
    this.opening = delay <= WORTH_WAITING_MS ? opening : undefined;
  }

  /** Rejects pending requests and stops the process in the background. */
  private dropLink(error: ToolmarkError = serverError('server.closed', 'The connection has been closed.')): void {
    const { link } = this;
    this.link = undefined;
    this.isOpen = false;
    this.opening = undefined;
    for (const [id] of this.pending.list()) this.settle(id, error);
    if (link === undefined) return;
    this.handlers.onGone();
    const closed = link.close().finally(() => this.closing.delete(closed));
    this.closing.add(closed);
  }
}

function answerWith({ resolve, reject }: Pending, message: JsonObject, id: Id, text: string | undefined): void {
  try {
    resolve(parseAnswer(message, id, text));
  } catch (error) {
    reject(error);
  }
}

/** The progress token becomes the id of the request: tokens of the client never reach a server. */
function withToken(params: JsonObject, id: number): JsonObject {
  const meta = metaOf(params);
  if (!Object.hasOwn(meta, 'progressToken')) return params;
  return { ...params, _meta: { ...meta, progressToken: id } };
}
