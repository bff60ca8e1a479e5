import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import { LIST_NAMES, type ListName } from '../connect/list-kinds.ts';
import type { Reply } from '../connect/parse-answer.ts';
import type { NamedServer } from '../connect/server-source.ts';
import { BriefMap } from './brief-map.ts';
import { type Call, parseCall } from './call.ts';
import type { ClientLink } from './client-link.ts';
import { takeNotification } from './client-notifications.ts';
import { ClientRequests } from './client-requests.ts';
import { greetModern } from './greet.ts';
import type { GuardState } from './guard.ts';
import type { DecisionRecord } from './guard-settings.ts';
import { handlerOf } from './handlers.ts';
import { ENVELOPES, errorAnswer, type Id, isId, metaOf, parseMessage, RpcError } from './json-rpc.ts';
import { KnownIds } from './known-ids.ts';
import { LinkedResources } from './linked-resources.ts';
import { FOR_EVER_MS, type OnNotification, type Subscriptions, streamKey } from './listen.ts';
import { rememberListing } from './locked-listing.ts';
import { extras, lostMembers } from './rebuild.ts';
import { rebuildError } from './rebuild-error.ts';
import { CAPABILITIES } from './rebuild-params.ts';
import { PROGRESS, rebuildProgress } from './rebuild-progress.ts';
import { rebuildResult } from './rebuild-result.ts';
import { serverTrouble } from './refusals.ts';
import { RefusedMessages } from './refused-messages.ts';
import { ServerMessages } from './server-messages.ts';
import { SlowStart } from './slow-start.ts';
import { Tasks } from './tasks.ts';
import { Upstream } from './upstream.ts';
import type { AskOptions } from './upstream-options.ts';
import { WatchedLists } from './watched-lists.ts';
import { reportWithheld } from './withheld-items.ts';

/** A server of this session with its lists. */
export interface Guarded {
  readonly upstream: Upstream;
  readonly lists: WatchedLists;
}

/** What is written down about a call, besides which call it is. */
type Entry = Omit<DecisionRecord, 'id' | 'session' | 'method'>;
type Recorded = Pick<Call, 'serial' | 'method'> & Partial<Pick<Call, 'decision'>>;

/** One client and the servers behind the guard: every message passes here, under ids that the other side never sees. */
export class Session {
  readonly guard: GuardState;
  readonly servers: ReadonlyMap<string, Guarded>;
  readonly subscriptions: Subscriptions = new Map();
  readonly tasks = new Tasks();
  readonly links: LinkedResources;
  /** What the client's person was asked to do at a URL. */
  readonly elicitations = new KnownIds();
  /** What the client can do, as it said when the session began. */
  clientCapabilities: JsonObject = {};

  readonly refused = new RefusedMessages(this);
  readonly slowStart = new SlowStart(this);
  private readonly link: ClientLink;
  private readonly calls = new BriefMap<Id, Call>();
  private readonly requests = new ClientRequests(
    (message, about) => this.send(message, about),
    (method, name) => this.guard.noteRemoved('client', method, name),
    method =>
      this.guard.noteMessage('client', method, 'guard.malformed', 'It is not answered by a result or an error.'),
  );
  private readonly fromServers = new ServerMessages(this, this.requests);
  /** The start of each server since which its lists are watched. */
  private readonly watched = new Map<string, number>();
  private readonly name = randomUUID();
  private serials = 1;
  private isClosed = false;

  constructor(guard: GuardState, link: ClientLink) {
    this.guard = guard;
    this.link = link;
    this.links = new LinkedResources(guard.settings.now);
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
      this.send(errorAnswer(isId(id) ? id : null, this.refused.toRpcError(error)));
    }
  }

  private take(message: JsonObject, text: string | undefined): void {
    const parsed = parseMessage(message);
    if (parsed === undefined) {
      const { id } = message;
      const problem = new RpcError(INVALID_REQUEST, 'Not a valid MCP message.');
      if (Object.hasOwn(message, 'method')) this.send(errorAnswer(isId(id) ? id : null, problem));
      void this.refused.note('', 'guard.malformed', problem.message);
      return;
    }
    const what = parsed.kind === 'answer' ? 'answer' : parsed.method;
    for (const name of extras(message, ENVELOPES[parsed.kind])) this.guard.noteRemoved('client', what, name);
    if (parsed.kind === 'request') this.begin(parsed.id, parsed.method, parsed.params, text);
    else if (parsed.kind === 'notification') takeNotification(this, this.requests, parsed.method, parsed.params);
    else if (!this.requests.takeAnswer(parsed.id, message)) {
      this.guard.noteMessage('client', 'answer', 'guard.unknown-message', 'No request of a server waits for it.');
    }
  }

  send(message: JsonObject, about?: Id, result?: string): void {
    if (this.isClosed) return;
    this.link.send(message, about, result);
    if (this.link.isFull) this.setPaused(true);
  }

  /** Calls off one request of the client, as when its connection ends. False where it is not under way. */
  cancel(id: Id): boolean {
    const call = this.calls.get(id);
    call?.cancellation.cancel();
    return call !== undefined;
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
      onProgress: this.progressOf(key, call),
      onSent: options.onSent,
      text: params === call.params ? call.text : undefined,
      headers: options.headers,
      mustBeOpen: options.mustBeOpen,
    });
    return reply.then(given => this.resultOf(key, call, given), rethrown);
  }

  /** Tells the client how far its call is, if it wants to know. */
  private progressOf(key: string, { id, params }: Call): AskOptions['onProgress'] {
    const token = member(metaOf(params), 'progressToken');
    if (token === undefined) return undefined;
    const method = 'notifications/progress';
    return progress => {
      const rebuilt = rebuildProgress(progress);
      for (const name of extras(progress, [...PROGRESS, 'progressToken', '_meta']))
        this.guard.noteRemoved(key, method, name);
      if (rebuilt !== undefined)
        this.send({ jsonrpc: '2.0', method, params: { ...rebuilt, progressToken: token } }, id);
      else
        this.guard.noteMessage(
          key,
          method,
          'guard.malformed',
          'It is too long, or does not say how far the server is.',
        );
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
    // The guard hears of changes as of all messages, so that nothing is left to do for its own stream.
    const onSent = (id: number): void => void this.subscriptions.set(streamKey(key, id), () => {});
    upstream
      .request('subscriptions/listen', this.withMeta({ notifications }), { timeoutMs: FOR_EVER_MS, onSent })
      .catch(() => {});
  }

  /** Writes a decision about a call down, where there is a log; rejects when it cannot: what is not written does not happen. */
  record(call: Recorded, entry: () => Entry): Promise<void> | undefined {
    const { audit } = this.guard.settings;
    if (audit === undefined) return undefined;
    const { serial, method } = call;
    const decided = entry();
    call.decision = decided.decision;
    return audit.record({ id: serial, session: this.name, method, ...decided });
  }

  /** What the log calls the next request. */
  nextSerial(): string {
    return String(this.serials++);
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
      onExtra: (what, name) => this.guard.noteRemoved(key, what, name),
      onInvalid: () => this.guard.noteMessage(key, '', 'guard.malformed', 'Not a valid MCP message.'),
      onStray: what => this.guard.noteMessage(key, what, 'guard.unknown-message', 'No request waits for it.'),
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
      (list, items, isFirst) => {
        if (isFirst) rememberListing(this.guard, key, list, items);
        reportWithheld(this, key, list, items);
      },
      (method, name) => this.guard.noteRemoved(key, method, name),
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
      const problem = new RpcError(INVALID_REQUEST, 'A request of this id is being answered already.');
      void this.refused.unreadable(method, problem).then(error => this.send(errorAnswer(id, error), id));
      return;
    }
    try {
      const call = parseCall(id, method, params, text, this.nextSerial());
      if (call === undefined) {
        void this.refused.refuseRequest(method).then(error => this.send(errorAnswer(id, error), id));
        return;
      }
      for (const name of lostMembers(params, call.params)) this.guard.noteRemoved('client', method, name);
      this.calls.set(id, call);
      void this.answer(call);
    } catch (error) {
      void this.refused.unreadable(method, error).then(problem => this.send(errorAnswer(id, problem), id));
    }
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
      this.reply(call, errorAnswer(id, await this.refused.failed(call, error)));
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
    for (const list of LIST_NAMES) if (list !== 'templates') this.tellChanged(list);
  }

  /** What is listed of the tools has changed without their servers. */
  tellToolsChanged(): void {
    this.tellChanged('tools');
  }

  tellChanged(list: ListName): void {
    const name = list === 'templates' ? 'resources' : list;
    this.send({ jsonrpc: '2.0', method: `notifications/${name}/list_changed` });
  }

  private setPaused(isPaused: boolean): void {
    for (const { upstream } of this.servers.values()) upstream.setPaused(isPaused);
  }
}

function rethrown(error: unknown): never {
  throw error instanceof ToolmarkError ? serverTrouble(error) : error;
}
