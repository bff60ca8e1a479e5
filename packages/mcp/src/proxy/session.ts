import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import type { Reply } from '../connect/parse-answer.ts';
import type { NamedServer } from '../connect/server-source.ts';
import { callTool } from './call-tool.ts';
import { Cancellation } from './cancellation.ts';
import type { ClientLink } from './client-link.ts';
import { discover, greetOnce, initialize } from './greet.ts';
import type { GuardState } from './guard.ts';
import type { DecisionRecord } from './guard-settings.ts';
import {
  errorAnswer,
  type Id,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isId,
  METHOD_NOT_FOUND,
  metaOf,
  parseMessage,
  RpcError,
} from './json-rpc.ts';
import { listPages } from './list-pages.ts';
import { FOR_EVER_MS, listen, type OnNotification, type Subscriptions } from './listen.ts';
import { serverTrouble } from './refusals.ts';
import { Tasks, taskResult } from './tasks.ts';
import { type AskOptions, Upstream } from './upstream.ts';
import { complete, getPrompt, readResource } from './use-item.ts';
import { LIST_NAMES, WatchedLists } from './watched-lists.ts';

/** A request of the client that is being answered. */
export interface Call {
  readonly id: Id;
  readonly method: string;
  readonly params: JsonObject;
  readonly cancellation: Cancellation;
  /** What the audit log calls it. */
  readonly serial: string;
}

/** A server of this session with its lists. */
export interface Guarded {
  readonly upstream: Upstream;
  readonly lists: WatchedLists;
}

const MAX_SERVER_REQUESTS = 1_024;
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

type Handler = (session: Session, call: Call) => Promise<JsonObject>;

const HANDLERS = new Map<string, Handler>([
  ['initialize', initialize],
  ['server/discover', discover],
  ['ping', async () => ({})],
  ['tools/list', (session, call) => listPages(session, call, 'tools')],
  ['prompts/list', (session, call) => listPages(session, call, 'prompts')],
  ['resources/list', (session, call) => listPages(session, call, 'resources')],
  ['resources/templates/list', (session, call) => listPages(session, call, 'templates')],
  ['tools/call', callTool],
  ['prompts/get', getPrompt],
  ['resources/read', readResource],
  ['resources/subscribe', readResource],
  ['resources/unsubscribe', readResource],
  ['completion/complete', complete],
  ['subscriptions/listen', listen],
  ['tasks/result', taskResult],
  ['logging/setLevel', (session, call) => session.broadcast(call)],
]);

/** One client and the servers behind the guard: every message passes here, under ids that the other side never sees. */
export class Session {
  readonly guard: GuardState;
  readonly servers: ReadonlyMap<string, Guarded>;
  readonly subscriptions: Subscriptions = new Map();
  readonly tasks = new Tasks();
  /** What the client can do, as it said when the session began. */
  clientCapabilities: JsonObject = {};

  private readonly link: ClientLink;
  private readonly calls = new Map<Id, Call>();
  private readonly serverRequests = new Map<number, { readonly upstream: Upstream; readonly id: Id }>();
  private readonly ownRequests = new Map<number, (reply: JsonObject | undefined) => void>();
  /** The start of each server since which its lists are watched. */
  private readonly watched = new Map<string, number>();
  private readonly name = randomUUID();
  private nextSerial = 1;
  private nextId = 1;
  private isClosed = false;

  constructor(guard: GuardState, link: ClientLink) {
    this.guard = guard;
    this.link = link;
    this.servers = new Map(guard.settings.servers.map(server => [server.key, this.guardServer(server)]));
    link.onDrain = () => this.setPaused(false);
    for (const { upstream } of this.servers.values()) upstream.start();
  }

  /** Takes one message of the client. */
  receive(message: JsonObject): void {
    const parsed = parseMessage(message);
    if (parsed === undefined) {
      const { id } = message;
      const problem = new RpcError(INVALID_REQUEST, 'This is no message of MCP.');
      if (Object.hasOwn(message, 'method')) this.send(errorAnswer(isId(id) ? id : null, problem));
    } else if (parsed.kind === 'request') void this.answer(parsed.id, parsed.method, parsed.params);
    else if (parsed.kind === 'notification') this.notice(parsed.method, parsed.params);
    else this.takeAnswer(parsed.id, message);
  }

  send(message: JsonObject, about?: Id): void {
    if (this.isClosed) return;
    this.link.send(message, about);
    if (this.link.isFull) this.setPaused(true);
  }

  /** Calls off one request of the client, as when its connection ends. */
  cancel(id: Id): void {
    this.calls.get(id)?.cancellation.cancel();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { cancellation } of this.calls.values()) cancellation.cancel();
    for (const settle of this.ownRequests.values()) settle(undefined);
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
  async ask(
    key: string,
    method: string,
    params: JsonObject,
    call: Call,
    options: AskOptions = {},
  ): Promise<JsonObject> {
    const { upstream } = this.server(key);
    const token = member(metaOf(call.params), 'progressToken');
    const onProgress = (progress: JsonObject): void =>
      this.send(
        { jsonrpc: '2.0', method: 'notifications/progress', params: { ...progress, progressToken: token ?? null } },
        call.id,
      );
    const reply = await upstream
      .request(method, params, {
        cancellation: call.cancellation,
        timeoutMs: this.guard.settings.callTimeoutMs,
        ...(token === undefined ? {} : { onProgress }),
        ...options,
      })
      .catch(rethrown);
    return resultOf(reply);
  }

  /** Asks the client; undefined when it goes away instead. */
  askClient(method: string, params: JsonObject, call: Call): Promise<JsonObject | undefined> {
    const id = this.nextId++;
    return new Promise(resolve => {
      const settle = (reply: JsonObject | undefined): void => {
        this.ownRequests.delete(id);
        resolve(reply);
      };
      this.ownRequests.set(id, settle);
      this.send({ jsonrpc: '2.0', id, method, params }, call.id);
      call.cancellation.onCancel(() => {
        if (!this.ownRequests.has(id)) return;
        this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }, call.id);
        settle(undefined);
      });
    });
  }

  /** Opens a stream of notifications, which are told by the number of the request that opened it. */
  subscribe(key: string, params: JsonObject, call: Call, onNotification: OnNotification): Promise<JsonObject> {
    let name = '';
    const onSent = (id: number): void => {
      name = `${key} ${id}`;
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

  /** Writes a decision about a call down, or throws: what is not written does not happen. */
  record({ serial, method }: Call, entry: Omit<DecisionRecord, 'id' | 'session' | 'method'>): void {
    this.guard.settings.audit?.record({ id: serial, session: this.name, method, ...entry });
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

  isModernCall({ params }: Call): boolean {
    return Object.hasOwn(metaOf(params), CAPABILITIES);
  }

  /** What the client can do, for this call. */
  capabilitiesOf({ params }: Call): JsonObject {
    const own = member(metaOf(params), CAPABILITIES);
    return own !== undefined && isJsonObject(own) ? own : this.clientCapabilities;
  }

  private guardServer(server: NamedServer): Guarded {
    const { settings, catalogue } = this.guard;
    const { key } = server;
    const upstream: Upstream = new Upstream(server, this.guard.upstreamSettings(key), {
      onRequest: (id, method, params) => this.passRequest(upstream, id, method, params),
      onNotification: (method, params) => this.passNotification(upstream, method, params),
      onDown: error => this.guard.talk(`${key}: ${error.message}`),
      onUp: () => this.announce(upstream),
    });
    const lists = new WatchedLists(key, catalogue, settings, (method, params) =>
      upstream.request(method, this.withMeta(params)),
    );
    return { upstream, lists };
  }

  /** What requests of our own carry, so that a server cannot tell them from those of the client. */
  private withMeta(params: JsonObject): JsonObject {
    return this.ownMeta === undefined ? params : { ...params, _meta: this.ownMeta };
  }

  /** Since 2026-07-28 every request says who asks. */
  ownMeta: JsonObject | undefined;

  private async answer(id: Id, method: string, params: JsonObject): Promise<void> {
    if (this.calls.has(id)) {
      this.send(errorAnswer(id, new RpcError(INVALID_REQUEST, 'A request of this id is being answered already.')), id);
      return;
    }
    const call: Call = { id, method, params, cancellation: new Cancellation(), serial: String(this.nextSerial++) };
    this.calls.set(id, call);
    try {
      if (this.ownMeta === undefined && method !== 'server/discover') await greetOnce(this, call);
      const result = await (HANDLERS.get(method) ?? passOn)(this, call);
      this.reply(call, { jsonrpc: '2.0', id, result });
    } catch (error) {
      this.reply(call, errorAnswer(id, toRpcError(error, this.guard.talk)));
    }
  }

  /** Who has called off a request wants no answer. */
  private reply({ id, cancellation }: Call, message: JsonObject): void {
    this.calls.delete(id);
    if (!cancellation.isCancelled) this.send(message, id);
  }

  private notice(method: string, params: JsonObject): void {
    if (method === 'notifications/initialized') return;
    const id = member(params, 'requestId');
    if (method === 'notifications/cancelled') {
      if (id !== undefined && isId(id)) this.cancel(id);
    } else for (const { upstream } of this.servers.values()) upstream.notify(method, params);
  }

  /** The client answers a request of a server, or one of ours; all other answers are dropped. */
  private takeAnswer(id: Id, message: JsonObject): void {
    const number = Number(id);
    const own = this.ownRequests.get(number);
    if (own !== undefined) own(message);
    const asked = this.serverRequests.get(number);
    if (asked === undefined) return;
    this.serverRequests.delete(number);
    const { result, error } = message;
    asked.upstream.answer(asked.id, error === undefined ? { result: result ?? {} } : { error });
  }

  private passRequest(upstream: Upstream, id: Id, method: string, params: JsonObject): void {
    if (this.serverRequests.size >= MAX_SERVER_REQUESTS) {
      upstream.answer(id, { error: { code: INTERNAL_ERROR, message: 'Too many requests wait for the client.' } });
      return;
    }
    const own = this.nextId++;
    this.serverRequests.set(own, { upstream, id });
    this.send({ jsonrpc: '2.0', id: own, method, params }, this.callOf(upstream));
  }

  private passNotification(upstream: Upstream, method: string, params: JsonObject): void {
    if (method.endsWith('/list_changed')) this.servers.get(upstream.key)?.lists.doubt(method);
    if (method === 'notifications/cancelled') {
      this.passCancelled(upstream, params);
      return;
    }
    const subscription = member(metaOf(params), SUBSCRIPTION_ID);
    if (subscription === undefined) {
      this.send({ jsonrpc: '2.0', method, params }, upstream.isModern ? this.callOf(upstream) : undefined);
      return;
    }
    // Streams of our own, and of nobody, end here.
    this.subscriptions.get(`${upstream.key} ${String(subscription)}`)?.(method, params);
  }

  /** A server calls off a request of its own. */
  private passCancelled(upstream: Upstream, params: JsonObject): void {
    const id = member(params, 'requestId');
    for (const [own, asked] of this.serverRequests) {
      if (asked.upstream !== upstream || asked.id !== id) continue;
      this.serverRequests.delete(own);
      this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { ...params, requestId: own } });
    }
  }

  /** The latest call of this server that is under way: what the server wants meanwhile is most likely about it. */
  private callOf({ key }: Upstream): Id | undefined {
    const found = [...this.calls.values()].filter(call => this.targets.get(call) === key);
    if (this.link.isShared === true && found.length > 1) return undefined;
    return found.at(-1)?.id;
  }

  /** Which server answers a call, once that is known. */
  readonly targets = new WeakMap<Call, string>();

  /** A server is back, perhaps with other lists. */
  private announce({ key }: Upstream): void {
    this.servers.get(key)?.lists.doubtAll();
    this.watchLists(key);
    for (const list of LIST_NAMES) {
      if (list !== 'templates') this.send({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });
    }
  }

  private setPaused(isPaused: boolean): void {
    for (const { upstream } of this.servers.values()) upstream.setPaused(isPaused);
  }
}

/** A method that the guard has no part in. With several servers nobody knows whose it is. */
async function passOn(session: Session, call: Call): Promise<JsonObject> {
  const only = session.onlyServer;
  if (only === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  session.targets.set(call, only.upstream.key);
  return session.ask(only.upstream.key, call.method, call.params, call);
}

function resultOf(reply: Reply): JsonObject {
  if (reply.ok) return reply.result;
  throw new RpcError(reply.code, reply.message, reply.data);
}

function rethrown(error: unknown): never {
  throw error instanceof ToolmarkError ? serverTrouble(error) : error;
}

function toRpcError(error: unknown, talk: (line: string) => void): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ToolmarkError) return serverTrouble(error);
  talk(`The guard could not answer: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new RpcError(INTERNAL_ERROR, 'The guard could not answer this request.');
}
