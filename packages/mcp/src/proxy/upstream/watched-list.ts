import {
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  promptDigest,
  resourceDigest,
  ToolmarkError,
  templateDigest,
  toolDigest,
  writeJson,
} from '@toolmark/core';
import { LIST_KINDS, type ListName } from '@toolmark/core/formats';
import { serverError } from '../../connect/codes.ts';
import { METHOD_NOT_FOUND } from '../../connect/json-rpc-codes.ts';
import type { Limits } from '../../connect/limits.ts';
import type { Reply } from '../../connect/parse-answer.ts';
import { readPages } from '../../connect/read-list.ts';
import { refuseTwins } from '../../connect/refuse-twins.ts';
import type { Offered, Shelf } from '../catalogue.ts';
import { extras } from '../decide/rebuild.ts';
import { metaOf } from '../json-rpc.ts';
import { ReadingBudget } from './reading-budget.ts';

export interface WatchOptions {
  readonly server: string;
  readonly list: ListName;
  /** What is locked now; another one after a signed update. */
  readonly shelf: Shelf<Offered>;
  readonly limits: Limits;
  /** How long a reading counts; a server may ask for less. */
  readonly maxAgeMs: number;
  /** How long all pages of a list may take together. */
  readonly maxReadMs: number;
  /** Called for every listed item, in modes that let unlocked items pass. */
  readonly onListed: ((id: string) => void) | undefined;
  /** Called with every complete list. */
  readonly onRead: (items: readonly Compared[], isFirst: boolean) => void;
  /** Called for every member of a page that is removed. */
  readonly onRemoved: (method: string, name: string) => void;
  ask(method: string, params: JsonObject): Promise<Reply>;
  now(): number;
}

/** How the server last listed an item, compared with the lock. */
export type Seen = 'locked' | 'changed' | 'missing';

/** A listed item, compared with the lock. */
export interface Compared {
  readonly id: string;
  readonly raw: Json;
  readonly offered: Offered | undefined;
  readonly seen: 'locked' | 'changed' | 'unlocked' | 'duplicate' | 'malformed';
}

/** A whole list, read from its first page to its last. */
export interface Listing {
  readonly items: readonly Compared[];
  /** Its cache lifetime. */
  readonly ttlMs: number;
  /** The `_meta` of its last page. */
  readonly meta: JsonObject;
}

interface Digested {
  readonly text: string;
  /** The locked definition with the same digest. */
  readonly version: Offered | undefined;
}

const PAGE = ['nextCursor', '_meta', 'resultType', 'ttlMs', 'cacheScope'];

/** For lists that change on every reading. */
const MAX_ATTEMPTS = 3;
/** A lifetime of zero would mean a reading before every call; that is what `recheckEveryCall` is for. */
const SHORTEST_AGE_MS = 1_000;
const DIGESTS = { tools: toolDigest, prompts: promptDigest, resources: resourceDigest, templates: templateDigest };

/** One list of one server, compared with the lock. */
export class WatchedList {
  private readonly options: WatchOptions;
  private readonly digested = new Map<string, Digested>();
  /** Listed ids with their locked definition; undefined if changed. */
  private seen = new Map<string, Offered | undefined>();
  private freshUntil = 0;
  /** What the last reading was compared with. */
  private comparedWith: Shelf<Offered> | undefined;
  /** Counts events that invalidate the last reading. */
  private invalidations = 0;
  /** `invalidations` at the last complete reading; undefined before the first. */
  private readAt: number | undefined;
  /** Counts changes that readings found. */
  private changes = 0;
  private listing: Listing | undefined;
  private reading: Promise<void> | undefined;

  constructor(options: WatchOptions) {
    this.options = options;
  }

  get kind(): (typeof LIST_KINDS)[ListName] {
    return LIST_KINDS[this.options.list];
  }

  /** The list may have changed or its process ended: it must be read again before use. */
  invalidate(): void {
    this.invalidations++;
    this.freshUntil = 0;
  }

  /** Differs from an earlier value if the list became invalid in between. */
  get generation(): number {
    return this.invalidations + this.changes;
  }

  isFresh(): boolean {
    return this.freshUntil > this.options.now() && this.comparedWith === this.options.shelf;
  }

  /** Reads the list unless it is fresh. Rejects if it cannot be read. */
  async refresh(): Promise<void> {
    if (!this.isFresh()) await this.read();
  }

  /** Reads the list even if it is fresh; concurrent callers share one reading. */
  async recheck(): Promise<void> {
    // A reading in progress may miss a change on a page it has already read.
    await this.reading?.catch(() => {});
    await this.read();
  }

  private read(): Promise<void> {
    this.reading ??= this.readAll().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Whether the running process listed this item as locked and has not changed its list since. */
  isVerified(item: Pick<Offered, 'id'>): boolean {
    const isCurrent = this.readAt === this.invalidations && this.comparedWith === this.options.shelf;
    return isCurrent && this.stateOf(item) === 'locked';
  }

  /** A tool listed with another locked definition counts as changed for calls decided by this one. */
  stateOf(item: Pick<Offered, 'id'>): Seen {
    const { id } = item;
    if (!this.seen.has(id)) return 'missing';
    const version = this.seen.get(id);
    const isSame = version !== undefined && (this.options.list !== 'tools' || version === item);
    return isSame ? 'locked' : 'changed';
  }

  /** The locked definition that the server listed last. */
  versionSeen(id: string): Offered | undefined {
    return this.seen.get(id);
  }

  /** Whether the list was ever read to its end. */
  get wasRead(): boolean {
    return this.readAt !== undefined;
  }

  /** All items of the last reading. */
  get items(): readonly Compared[] {
    return this.listing?.items ?? [];
  }

  /** Reads the list for a client; undefined if the server has no such list. */
  async list(): Promise<Listing | undefined> {
    await this.recheck();
    return this.listing;
  }

  /** The same for the first list: clients that time out and ask again share one reading. */
  async firstList(): Promise<Listing | undefined> {
    await this.refresh();
    return this.listing;
  }

  private compareAll(items: readonly Json[]): Compared[] {
    const compared = items.map(item => this.compare(item));
    const duplicates = duplicatesIn(compared);
    // Clients disagree about which of two items with the same id counts.
    return duplicates.size === 0
      ? compared
      : compared.map(item => (duplicates.has(item.id) ? { ...item, seen: 'duplicate' } : item));
  }

  private compare(raw: Json): Compared {
    const id = isJsonObject(raw) ? member(raw, this.kind.key) : undefined;
    if (!isJsonObject(raw) || typeof id !== 'string') return { id: '', raw, offered: undefined, seen: 'malformed' };
    this.options.onListed?.(id);
    const offered = this.options.shelf.of(this.options.server, id);
    if (offered === undefined) return { id, raw, offered, seen: 'unlocked' };
    const version = this.versionOf(raw, offered);
    return { id, raw, offered: version ?? offered, seen: version === undefined ? 'changed' : 'locked' };
  }

  private compareWith(shelf: Shelf<Offered>): void {
    if (this.comparedWith !== shelf) this.digested.clear();
    this.comparedWith = shelf;
  }

  /** Stores a reading. A tool that no longer matches the lock counts as a change for calls in progress. */
  private see(items: readonly Compared[]): void {
    const seen = new Map(
      items.flatMap(({ id, offered, seen }) =>
        offered === undefined ? [] : [[id, seen === 'locked' ? offered : undefined]],
      ),
    );
    for (const [id, was] of this.seen) if (was !== undefined && seen.get(id) !== was) this.changes++;
    this.seen = seen;
  }

  /** Hashes an item only if its text changed. */
  private versionOf(raw: JsonObject, offered: Offered): Offered | undefined {
    const { list, shelf } = this.options;
    const text = writeJson(raw);
    const known = this.digested.get(offered.id);
    if (known?.text === text) return known.version;
    const digest = digestOf(list, raw, this.kind.known);
    const version = shelf.versionsOf(offered).find(({ locked }) => locked.digest === digest);
    this.digested.set(offered.id, { text, version });
    return version;
  }

  private async readAll(): Promise<void> {
    const { limits, now, maxAgeMs } = this.options;
    const budget = new ReadingBudget(this.kind.method, this.options);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = this.invalidations;
      const started = now();
      let ttlMs = maxAgeMs;
      let meta: JsonObject = {};
      const listed = await readPages(
        this.kind,
        cursor =>
          this.fetchPage(cursor, budget, page => {
            const { ttlMs: ttl } = page;
            if (typeof ttl === 'number') ttlMs = Math.min(ttlMs, ttl);
            meta = metaOf(page);
          }),
        limits,
      );
      this.compareWith(this.options.shelf);
      const items = this.compareAll(listed ?? []);
      this.see(items);
      if (before !== this.invalidations) continue;
      const isFirst = !this.wasRead;
      this.readAt = before;
      this.listing = listed === undefined ? undefined : { items, ttlMs: Math.max(ttlMs, 0), meta };
      this.freshUntil = started + Math.max(ttlMs, SHORTEST_AGE_MS);
      this.options.onRead(items, isFirst);
      return;
    }
    throw serverError('server.restless', `The answer to ${this.kind.method} changes on every reading.`);
  }

  private async fetchPage(
    cursor: string | undefined,
    budget: ReadingBudget,
    onPage: (page: JsonObject) => void,
  ): Promise<JsonObject | undefined> {
    const { method } = this.kind;
    const reply = await this.options.ask(method, cursor === undefined ? {} : { cursor });
    if (reply.ok) {
      budget.spend(reply.text ?? writeJson(reply.result));
      for (const name of extras(reply.result, [...PAGE, this.kind.member])) this.options.onRemoved(method, name);
      onPage(reply.result);
      return reply.result;
    }
    if (reply.code === METHOD_NOT_FOUND) return undefined;
    throw serverError('server.failed', `The server answered ${method} with error ${reply.code}.`);
  }
}

/** Ids listed more than once. */
function duplicatesIn(items: readonly Compared[]): Set<string> {
  const known = new Set<string>();
  const duplicates = new Set<string>();
  for (const { id, seen } of items) {
    if (seen !== 'malformed' && known.has(id)) duplicates.add(id);
    known.add(id);
  }
  return duplicates;
}

/** The digest of an item; undefined if it is ambiguous. */
export function digestOf(list: ListName, raw: JsonObject, known: readonly string[]): string | undefined {
  try {
    refuseTwins(raw, 'an item', known);
    return DIGESTS[list](raw as never);
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
