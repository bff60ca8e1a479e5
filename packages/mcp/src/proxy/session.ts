import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, member } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '@toolmark/core/formats';
import type { RemoteTool } from '@toolmark/core/text';
import { INTERNAL_ERROR } from '../connect/json-rpc-codes.ts';
import type { ClientLink } from './client/client-link.ts';
import { ClientRequests } from './client/client-requests.ts';
import type { Call } from './decide/call.ts';
import { LinkedResources } from './decide/linked-resources.ts';
import { CAPABILITIES } from './decide/rebuild-params.ts';
import { Tasks } from './decide/tasks.ts';
import type { DecisionRecord } from './guard-settings.ts';
import type { GuardState } from './guard-state.ts';
import { type Id, metaOf, RpcError } from './json-rpc.ts';
import { KnownIds } from './known-ids.ts';
import { BriefMap } from './upstream/brief-map.ts';
import type { Upstream } from './upstream/upstream.ts';
import type { Compared } from './upstream/watched-list.ts';
import type { WatchedLists } from './upstream/watched-lists.ts';

/** Judges what a server shows by the attestations of its publisher. */
export interface UpdateWatch {
  onRead(items: readonly Compared[], report: () => void): void;
  /** True if the locked items are others now. */
  settled(): Promise<boolean>;
  close(): void;
}

/** One server of a session, and its lists. */
export interface Guarded {
  readonly upstream: Upstream;
  readonly lists: WatchedLists;
  /** Absent where nothing is signed. */
  readonly updates?: UpdateWatch;
  /** The start of the server since which the guard subscribes to changes of its lists. */
  watchedStart: number;
}

export type OnNotification = (method: string, params: JsonObject) => void;

/** A decision about a request; the session adds which request it is. */
export type Decided = Omit<DecisionRecord, 'id' | 'session' | 'method'>;
type Recorded = Pick<Call, 'serial' | 'method'> & Partial<Pick<Call, 'decision'>>;

/**
 * The state of one client's session, shared by everything that answers its requests. `ClientSession` (client/) receives what the
 * client sends, `guardServer` (upstream/) what its servers send.
 */
export class Session {
  readonly guard: GuardState;
  readonly servers = new Map<string, Guarded>();
  /** Receivers of notifications, by server and request id of the stream. */
  readonly subscriptions = new Map<string, OnNotification>();
  readonly tasks = new Tasks();
  readonly links: LinkedResources;
  /** Ids of URL elicitations that the client received. */
  readonly elicitations = new KnownIds();
  /** Requests of the client in progress. */
  readonly calls = new BriefMap<Id, Call>();
  /** Requests sent to the client. */
  readonly requests: ClientRequests;
  /** As declared in `initialize`. */
  clientCapabilities: JsonObject = {};
  /** The `_meta` of the client's requests since 2026-07-28, which requests of the guard copy; undefined before. */
  ownMeta: JsonObject | undefined;
  /** Until when lists wait for servers that start, in milliseconds of `performance.now()`. */
  startEndsAt = Number.NEGATIVE_INFINITY;

  private readonly link: ClientLink;
  private readonly name = randomUUID();
  private serials = 1;
  private isClosed = false;

  constructor(guard: GuardState, link: ClientLink) {
    this.guard = guard;
    this.link = link;
    this.links = new LinkedResources(guard.settings.now);
    this.requests = new ClientRequests(guard, (message, about) => this.send(message, about));
    link.onDrain = () => this.setPaused(false);
  }

  /** Sends to the client, and stops reading from servers while it does not keep up. */
  send(message: JsonObject, about?: Id, result?: string): void {
    if (this.isClosed) return;
    this.link.send(message, about, result);
    if (this.link.isFull) this.setPaused(true);
  }

  /** Cancels a request of the client; false if it is not in progress. */
  cancel(id: Id): boolean {
    const call = this.calls.get(id);
    call?.cancellation.cancel();
    return call !== undefined;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const [, { cancellation }] of this.calls.list()) cancellation.cancel();
    this.requests.close();
    for (const { updates } of this.servers.values()) updates?.close();
    await Promise.all([...this.servers.values()].map(({ upstream }) => upstream.close()));
  }

  /** Every server key in the catalogue has an entry. */
  server(key: string): Guarded {
    const found = this.servers.get(key);
    if (found === undefined) throw new RpcError(INTERNAL_ERROR, 'The server is not part of this session.');
    return found;
  }

  get onlyServer(): Guarded | undefined {
    const [first, ...more] = this.servers.values();
    return more.length === 0 ? first : undefined;
  }

  /** Writes a decision to the audit log, if there is one. Rejects when that fails: the request must not proceed then. */
  record(call: Recorded, entry: () => Decided): Promise<void> | undefined {
    const { audit } = this.guard.settings;
    if (audit === undefined) return undefined;
    const { serial, method } = call;
    const decided = entry();
    call.decision = decided.decision;
    return audit.record({ id: serial, session: this.name, method, ...decided });
  }

  /** The id of the next request in the audit log. */
  nextSerial(): string {
    return String(this.serials++);
  }

  /** Which server offers an unlocked item, in a mode that lets it pass. Reads lists that were not read yet. */
  async findLive(list: ListName, name: string): Promise<RemoteTool | undefined> {
    if (this.guard.settings.mode === 'enforce') return undefined;
    const known = this.guard.liveNames.find(list, name);
    if (known !== undefined) return known;
    await Promise.allSettled([...this.servers.values()].map(({ lists }) => lists[list].refresh()));
    return this.guard.liveNames.find(list, name);
  }

  /** The server key to name in texts for people; undefined with one server. */
  originOf(key: string): string | undefined {
    return this.servers.size > 1 ? key : undefined;
  }

  /** The client capabilities that apply to this call. */
  capabilitiesOf({ params }: Call): JsonObject {
    const own = member(metaOf(params), CAPABILITIES);
    return own !== undefined && isJsonObject(own) ? own : this.clientCapabilities;
  }

  /** Adds to a request of the guard what the client's requests carry: a server cannot tell them apart. */
  withMeta(params: JsonObject): JsonObject {
    return this.ownMeta === undefined ? params : { ...params, _meta: this.ownMeta };
  }

  /** The latest call in progress at this server: its other messages most likely belong to it. */
  callOf({ key }: Upstream): Call | undefined {
    const found = this.calls.list().filter(([, { target }]) => target === key);
    if (this.link.isShared === true && found.length > 1) return undefined;
    return found.at(-1)?.[1];
  }

  notifyChanged(list: ListName): void {
    this.send({ jsonrpc: '2.0', method: LIST_KINDS[list].changed });
  }

  private setPaused(isPaused: boolean): void {
    for (const { upstream } of this.servers.values()) upstream.setPaused(isPaused);
  }
}
