import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, member, quoteInert, ToolmarkError } from '@toolmark/core';
import { INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import { LIST_NAMES } from '../connect/list-kinds.ts';
import type { Reply } from '../connect/parse-answer.ts';
import type { NamedServer } from '../connect/server-source.ts';
import { BriefMap } from './brief-map.ts';
import { type Call, parseCall } from './call.ts';
import type { ClientLink } from './client-link.ts';
import { ClientRequests } from './client-requests.ts';
import { greetModern } from './greet.ts';
import type { GuardState } from './guard.ts';
import type { DecisionRecord } from './guard-settings.ts';
import { handlerOf } from './handlers.ts';
import { errorAnswer, type Id, isId, metaOf, parseMessage, RpcError } from './json-rpc.ts';
import { KnownIds } from './known-ids.ts';
import { FOR_EVER_MS, type OnNotification, type Subscriptions, streamKey } from './listen.ts';
import { findMessage } from './messages.ts';
import { cleanDeep, extras, pick } from './rebuild.ts';
import { rebuildError } from './rebuild-error.ts';
import { CAPABILITIES } from './rebuild-params.ts';
import { rebuildResult } from './rebuild-result.ts';
import { serverTrouble } from './refusals.ts';
import { ServerMessages } from './server-messages.ts';
import { Tasks } from './tasks.ts';
import { type AskOptions, Upstream } from './upstream.ts';
import { WatchedLists } from './watched-lists.ts';
import { reportWithheld } from './withheld-items.ts';

/** A server of this session with its lists. */
export interface Guarded {
  readonly upstream: Upstream;
  readonly lists: WatchedLists;
}

/** What is written down about a call, besides which call it is. */
type Entry = Omit<DecisionRecord, 'id' | 'session' | 'method'>;

/** One client and the servers behind the guard: every message passes here, under ids that the other side never sees. */
export class Session {
  readonly guard: GuardState;
  readonly servers: ReadonlyMap<string, Guarded>;
  readonly subscriptions: Subscriptions = new Map();
  readonly tasks = new Tasks();
  /** What the client's person was asked to do at a URL. */
  readonly elicitations = new KnownIds();
  /** What the client can do, as it said when the session began. */
  clientCapabilities: JsonObject = {};

  private readonly link: ClientLink;
  private readonly calls = new BriefMap<Id, Call>();
  private readonly requests = new ClientRequests((message, about) => this.send(message, about));
  private readonly fromServers = new ServerMessages(this, this.requests);
  /** The start of each server since which its lists are watched. */
  private readonly watched = new Map<string, number>();
  private readonly name = randomUUID();
  private nextSerial = 1;
  private isClosed = false;

  constructor(guard: GuardState, link: ClientLink) {
    this.guard = guard;
    this.link = link;
    this.servers = new Map(guard.settings.servers.map(server => [server.key, this.guardServer(server)]));
    link.onDrain = () => this.setPaused(false);
    for (const { upstream } of this.servers.values()) upstream.start();
  }

  /** Takes one message of the client, whose params may come with their text. A fault in one message ends none of the others. */
  receive(message: JsonObject, text?: string): void {
    try {
      this.take(message, text);
    } catch (error) {
      const { id } = message;
      this.send(errorAnswer(isId(id) ? id : null, toRpcError(error, this.guard.talk)));
    }
  }

  private take(message: JsonObject, text: string | undefined): void {
    const parsed = parseMessage(message);
    if (parsed === undefined) {
      const { id } = message;
      const problem = new RpcError(INVALID_REQUEST, 'Not a valid MCP message.');
      if (Object.hasOwn(message, 'method')) this.send(errorAnswer(isId(id) ? id : null, problem));
      this.logRefusal('', 'guard.malformed', problem.message);
    } else if (parsed.kind === 'request') this.begin(parsed.id, parsed.method, parsed.params, text);
    else if (parsed.kind === 'notification') this.notice(parsed.method, parsed.params);
    else this.requests.takeAnswer(parsed.id, message);
  }

  send(message: JsonObject, about?: Id, result?: string): void {
    if (this.isClosed) return;
    this.link.send(message, about, result);
    if (this.link.isFull) this.setPaused(true);
  }

  /** Calls off one request of the client, as when its connection ends. */
  cancel(id: Id): void {
    this.calls.get(id)?.cancellation.cancel();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const [, { cancellation }] of this.calls.list()) cancellation.cancel();
    this.requests.close();
    await Promise.all([...this.servers.values()].map(({ upstream }) => upstream.close()));
  }

  /** The server of this key; every key of the catalogue has one. */
  server(key: string): Guarded {
    const found = this.servers.get(key);
    if (found === undefined) throw new RpcError(INTERNAL_ERROR, 'The server is not part of this session.');
    return found;
  }

  get onlyServer(): Guarded | undefined {
    const [first, ...more] = this.servers.values();
    return more.length === 0 ? first : undefined;
  }

  /** Asks a server on behalf of the client, and gives back its result; errors of the server are the client's answer. */
  ask(key: string, method: string, params: JsonObject, call: Call, options: AskOptions = {}): Promise<JsonObject> {
    const reply = this.server(key).upstream.request(method, params, {
      cancellation: call.cancellation,
      timeoutMs: options.timeoutMs ?? this.guard.settings.callTimeoutMs,
      onProgress: this.progressOf(call),
      onSent: options.onSent,
      text: params === call.params ? call.text : undefined,
      headers: options.headers,
      mustBeOpen: options.mustBeOpen,
    });
    return reply.then(given => this.resultOf(key, call, given), rethrown);
  }

  /** Tells the client how far its call is, if it wants to know. */
  private progressOf({ id, params }: Call): AskOptions['onProgress'] {
    const token = member(metaOf(params), 'progressToken');
    if (token === undefined) return undefined;
    return progress => {
      const { progressToken: _, ...known } = pick(progress, PROGRESS?.params ?? []);
      const params = { ...(cleanDeep(known) as JsonObject), progressToken: token };
      this.send({ jsonrpc: '2.0', method: 'notifications/progress', params }, id);
    };
  }

  /** Asks the client; undefined when it goes away instead. */
  askClient(method: string, params: JsonObject, call: Call): Promise<JsonObject | undefined> {
    return this.requests.ask(method, params, call);
  }

  /** Opens a stream of notifications, which are told by the number of the request that opened it. */
  subscribe(key: string, params: JsonObject, call: Call, onNotification: OnNotification): Promise<JsonObject> {
    let name = '';
    const onSent = (id: number): void => {
      name = streamKey(key, id);
      this.subscriptions.set(name, onNotification);
    };
    return this.ask(key, 'subscriptions/listen', params, call, { timeoutMs: FOR_EVER_MS, onSent }).finally(() =>
      this.subscriptions.delete(name),
    );
  }

  /** Since 2026-07-28 servers tell of changed lists only those who asked for it. */
  watchLists(key: string): void {
    const { upstream } = this.server(key);
    if (!upstream.isModern || this.watched.get(key) === upstream.starts) return;
    this.watched.set(key, upstream.starts);
    const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    upstream
      .request('subscriptions/listen', this.withMeta({ notifications }), { timeoutMs: FOR_EVER_MS })
      .catch(() => {});
  }

  /** Writes a decision about a call down, where there is a log; rejects when it cannot: what is not written does not happen. */
  record({ serial, method }: Call, entry: () => Entry): Promise<void> | undefined {
    return this.guard.settings.audit?.record({ id: serial, session: this.name, method, ...entry() });
  }

  /** Asks every server, and answers like the first that has something to say. */
  async broadcast(call: Call): Promise<JsonObject> {
    const replies = await Promise.allSettled(
      [...this.servers.keys()].map(key => this.ask(key, call.method, call.params, call)),
    );
    const answered = replies.find(reply => reply.status === 'fulfilled') ?? replies[0];
    if (answered?.status === 'fulfilled') return answered.value;
    throw answered?.reason ?? new RpcError(METHOD_NOT_FOUND, 'Method not found');
  }

  isModernCall({ revision }: Call): boolean {
    return revision === '2026';
  }

  /** The key of a server, where the person at the client must see which of several speaks. */
  originOf(key: string): string | undefined {
    return this.servers.size > 1 ? key : undefined;
  }

  /** What the client can do, for this call. */
  capabilitiesOf({ params }: Call): JsonObject {
    const own = member(metaOf(params), CAPABILITIES);
    return own !== undefined && isJsonObject(own) ? own : this.clientCapabilities;
  }

  private resultOf(key: string, call: Call, reply: Reply): JsonObject {
    if (!reply.ok) throw rebuildError(this, key, call, reply);
    call.given = reply;
    return rebuildResult(this, key, call, reply.result);
  }

  private guardServer(server: NamedServer): Guarded {
    const { settings, catalogue, liveNames } = this.guard;
    const { key } = server;
    const upstream: Upstream = new Upstream(server, this.guard.upstreamSettings(key), {
      onRequest: (id, method, params) => this.fromServers.takeRequest(upstream, id, method, params),
      onNotification: (method, params) => this.fromServers.takeNotification(upstream, method, params),
      onInvalid: () => this.guard.noteMessage(key, '', 'guard.malformed', 'Not a valid MCP message.'),
      onGone: () => this.onProcessGone(upstream),
      onDown: error => this.guard.talk(`${key}: ${error.message}`),
      onUp: () => this.announce(upstream),
    });
    const lists = new WatchedLists(
      key,
      catalogue,
      settings,
      (method, params) => upstream.request(method, this.withMeta(params)),
      (list, id) => liveNames.note(key, list, id),
      (list, items) => reportWithheld(this.guard, key, list, items),
    );
    return { upstream, lists };
  }

  /** What requests of our own carry, so that a server cannot tell them from those of the client. */
  private withMeta(params: JsonObject): JsonObject {
    return this.ownMeta === undefined ? params : { ...params, _meta: this.ownMeta };
  }

  /** Since 2026-07-28 every request says who asks. */
  ownMeta: JsonObject | undefined;

  private begin(id: Id, method: string, params: JsonObject, text: string | undefined): void {
    if (this.calls.has(id)) {
      this.send(errorAnswer(id, new RpcError(INVALID_REQUEST, 'A request of this id is being answered already.')), id);
      return;
    }
    try {
      const call = parseCall(id, method, params, text, String(this.nextSerial++));
      if (call === undefined) {
        void this.refuseRequest(id, method);
        return;
      }
      for (const name of extras(params, Object.keys(call.params))) this.guard.noteRemoved('client', method, name);
      this.calls.set(id, call);
      void this.answer(call);
    } catch (error) {
      const problem = toRpcError(error, this.guard.talk);
      this.logRefusal(method, 'guard.ambiguous-key', problem.message);
      this.send(errorAnswer(id, problem), id);
    }
  }

  /** What the table of messages does not know is written down and answered like any unknown method. */
  private async refuseRequest(id: Id, method: string): Promise<void> {
    const error = await this.recordRefusal(method, UNKNOWN.code, UNKNOWN.explain).then(
      () => new RpcError(METHOD_NOT_FOUND, 'Method not found', { code: UNKNOWN.code }),
      (reason: unknown) => toRpcError(reason, this.guard.talk),
    );
    this.send(errorAnswer(id, error), id);
  }

  /** A notification that the guard does not pass on. */
  refuseNotification(method: string): void {
    this.logRefusal(method, UNKNOWN.code, UNKNOWN.explain);
  }

  /** Writes a refused message of the client down, where nothing waits for that. */
  logRefusal(method: string, code: string, explain: string): void {
    void this.recordRefusal(method, code, explain).catch((error: unknown) => toRpcError(error, this.guard.talk));
  }

  private async recordRefusal(method: string, code: string, explain: string): Promise<void> {
    this.guard.talk(`client: ${quoteInert(method)} refused [${code}]. ${explain}`);
    const entry = { name: method, decision: 'deny', code, explain } as const;
    const id = String(this.nextSerial++);
    await this.guard.settings.audit?.record({ id, session: this.name, method, ...entry });
  }

  private async answer(call: Call): Promise<void> {
    const { id, method, params } = call;
    try {
      const isModern = this.ownMeta !== undefined || this.isModernCall(call);
      this.guard.enforce(this.guard.protocolFloor?.refusalOfClient(method, params, isModern));
      if (this.isUngreeted(call)) await greetModern(this, call, this.guard.lateMs);
      const result = await handlerOf(method)(this, call);
      // A result that nobody has touched reaches the client as the server wrote it.
      const text = call.given?.result === result ? call.given.text : undefined;
      this.reply(call, { jsonrpc: '2.0', id, result }, text);
    } catch (error) {
      this.reply(call, errorAnswer(id, toRpcError(error, this.guard.talk)));
    }
  }

  /** A client that knows its servers may leave the greeting out. */
  private isUngreeted(call: Call): boolean {
    return this.ownMeta === undefined && call.method !== 'server/discover' && this.isModernCall(call);
  }

  /** Who has called off a request wants no answer. */
  private reply({ id, cancellation }: Call, message: JsonObject, result?: string): void {
    this.calls.take(id);
    if (!cancellation.isCancelled) this.send(message, id, result);
  }

  private notice(method: string, params: JsonObject): void {
    const row = findMessage('client', 'notification', this.ownMeta === undefined ? '2025' : '2026', method);
    if (row === undefined) this.refuseNotification(method);
    else if (method === 'notifications/cancelled') {
      const id = member(params, 'requestId');
      if (id !== undefined && isId(id)) this.cancel(id);
    } else if (method === 'notifications/progress') this.requests.passProgress(pick(params, row.params));
    else if (row.treatment === 'pass') for (const { upstream } of this.servers.values()) upstream.notify(method, {});
  }

  /** The latest call of this server that is under way: what the server sends meanwhile is most likely about it. */
  callOf({ key }: Upstream): Call | undefined {
    const found = this.calls.list().filter(([, { target }]) => target === key);
    if (this.link.isShared === true && found.length > 1) return undefined;
    return found.at(-1)?.[1];
  }

  /** What its process has asked for, and what it has listed, does not count for the next one. */
  private onProcessGone(upstream: Upstream): void {
    this.requests.drop(upstream);
    this.servers.get(upstream.key)?.lists.doubtAll();
  }

  /** A server is back, perhaps with other lists. */
  private announce({ key }: Upstream): void {
    this.watchLists(key);
    for (const list of LIST_NAMES) {
      if (list !== 'templates') this.send({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });
    }
  }

  /** What is listed of the tools has changed without their servers. */
  tellToolsChanged(): void {
    this.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  }

  private setPaused(isPaused: boolean): void {
    for (const { upstream } of this.servers.values()) upstream.setPaused(isPaused);
  }
}

const PROGRESS = findMessage('server', 'notification', '2025', 'notifications/progress');

const UNKNOWN = {
  code: 'guard.unknown-message',
  explain: 'MCP has no such message of a client, or the guard does not pass it.',
};

function rethrown(error: unknown): never {
  throw error instanceof ToolmarkError ? serverTrouble(error) : error;
}

function toRpcError(error: unknown, talk: (line: string) => void): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ToolmarkError) return serverTrouble(error);
  talk(`The guard could not answer: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new RpcError(INTERNAL_ERROR, 'The guard could not answer this request.');
}
