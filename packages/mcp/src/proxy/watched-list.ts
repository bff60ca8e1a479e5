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
import { serverError } from '../connect/codes.ts';
import { METHOD_NOT_FOUND } from '../connect/json-rpc-codes.ts';
import type { Limits } from '../connect/limits.ts';
import { LIST_KINDS, type ListName } from '../connect/list-kinds.ts';
import type { Reply } from '../connect/parse-answer.ts';
import { readPages } from '../connect/read-list.ts';
import { refuseTwins } from '../connect/refuse-twins.ts';
import type { Offered, Shelf } from './catalogue.ts';
import { metaOf } from './json-rpc.ts';
import { ReadingBudget } from './reading-budget.ts';
import { extras } from './rebuild.ts';

export interface WatchOptions {
  readonly server: string;
  readonly list: ListName;
  readonly shelf: Shelf<Offered>;
  readonly limits: Limits;
  /** How long a list counts as seen; a server may ask for less. */
  readonly maxAgeMs: number;
  /** How long all pages of a list may take together. */
  readonly maxReadMs: number;
  /** Told of everything the server shows, where what is not locked may pass. */
  readonly onShown: ((id: string) => void) | undefined;
  /** Gets every complete list, and whether it is the first one. */
  readonly onRead: (items: readonly Judged[], isFirst: boolean) => void;
  /** Hears of members that are left out of a page. */
  readonly onRemoved: (method: string, name: string) => void;
  ask(method: string, params: JsonObject): Promise<Reply>;
  now(): number;
}

/** What the server showed last: as locked, otherwise, or nothing of this name. */
export type Seen = 'locked' | 'changed' | 'missing';

/** A listed item: what may be delivered of it, or why it may not. */
export interface Judged {
  readonly id: string;
  readonly raw: Json;
  readonly offered: Offered | undefined;
  readonly seen: 'locked' | 'changed' | 'unlocked' | 'doubled' | 'malformed';
}

/** A whole list, read from its first page to its last. */
export interface Listing {
  readonly items: readonly Judged[];
  /** How long it may be kept. */
  readonly ttlMs: number;
  /** The `_meta` of its last page. */
  readonly meta: JsonObject;
}

interface Verdict {
  readonly text: string;
  /** The approved definition that it has. */
  readonly version: Offered | undefined;
}

const PAGE = ['nextCursor', '_meta', 'resultType', 'ttlMs', 'cacheScope'];

/** A list that changes each time it is read is given up. */
const MAX_ATTEMPTS = 3;
/** Servers that say "at once stale" would be listed before every call: who wants that says so. */
const SHORTEST_AGE_MS = 1_000;
const DIGESTS = { tools: toolDigest, prompts: promptDigest, resources: resourceDigest, templates: templateDigest };

/** One list of one server, and whether what it showed last is what was locked. */
export class WatchedList {
  private readonly options: WatchOptions;
  private readonly verdicts = new Map<string, Verdict>();
  /** What was listed, by the approved definition that it had; undefined for what was changed. */
  private seen = new Map<string, Offered | undefined>();
  private freshUntil = 0;
  /** Counts everything that makes the last reading invalid. */
  private doubts = 0;
  /** The count of doubts when the list was last read to its end; undefined before that. */
  private readAt: number | undefined;
  /** Counts what a reading found changed. */
  private changes = 0;
  private listing: Listing | undefined;
  private reading: Promise<void> | undefined;

  constructor(options: WatchOptions) {
    this.options = options;
  }

  get kind(): (typeof LIST_KINDS)[ListName] {
    return LIST_KINDS[this.options.list];
  }

  /** The list may have changed, or its process has ended: it is read again before anything of it is used. */
  doubt(): void {
    this.doubts++;
    this.freshUntil = 0;
  }

  /** Changes whenever the list becomes invalid, so that a caller can see whether it did meanwhile. */
  get generation(): number {
    return this.doubts + this.changes;
  }

  isFresh(): boolean {
    return this.freshUntil > this.options.now();
  }

  /** Reads the whole list unless that was done a moment ago. Rejects when the server cannot be asked or believed. */
  async refresh(): Promise<void> {
    if (!this.isFresh()) await this.read();
  }

  /** Reads the whole list from now on, however fresh it is; those who ask at the same time share one reading. */
  async recheck(): Promise<void> {
    // One that is under way may have passed the place that has changed since.
    await this.reading?.catch(() => {});
    await this.read();
  }

  private read(): Promise<void> {
    this.reading ??= this.readAll().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Whether the running process showed this item as it was locked, and has not changed its list since. */
  isVerified(item: Pick<Offered, 'id'>): boolean {
    return this.readAt === this.doubts && this.look(item) === 'locked';
  }

  /** A tool that has another approved definition now counts as changed for calls that were judged by this one. */
  look(item: Pick<Offered, 'id'>): Seen {
    const { id } = item;
    if (!this.seen.has(id)) return 'missing';
    const version = this.seen.get(id);
    const isSame = version !== undefined && (this.options.list !== 'tools' || version === item);
    return isSame ? 'locked' : 'changed';
  }

  /** The approved definition that the server showed last. */
  versionSeen(id: string): Offered | undefined {
    return this.seen.get(id);
  }

  /** Whether the list was ever read to its end. */
  get wasRead(): boolean {
    return this.readAt !== undefined;
  }

  /** Reads the whole list for a client; undefined when the server has no such list. */
  async list(): Promise<Listing | undefined> {
    await this.recheck();
    return this.listing;
  }

  /** The same for the first time: clients that do not wait for it, and ask again, share one reading. */
  async firstList(): Promise<Listing | undefined> {
    await this.refresh();
    return this.listing;
  }

  private judgeAll(items: readonly Json[]): Judged[] {
    const judged = items.map(item => this.judge(item));
    const doubled = doubledIn(judged);
    // Clients disagree about which of two items with one id counts.
    return doubled.size === 0
      ? judged
      : judged.map(item => (doubled.has(item.id) ? { ...item, seen: 'doubled' } : item));
  }

  private judge(raw: Json): Judged {
    const id = isJsonObject(raw) ? member(raw, this.kind.id) : undefined;
    if (!isJsonObject(raw) || typeof id !== 'string') return { id: '', raw, offered: undefined, seen: 'malformed' };
    this.options.onShown?.(id);
    const offered = this.options.shelf.of(this.options.server, id);
    if (offered === undefined) return { id, raw, offered, seen: 'unlocked' };
    const version = this.versionOf(raw, offered);
    return { id, raw, offered: version ?? offered, seen: version === undefined ? 'changed' : 'locked' };
  }

  /** Takes over what a reading showed. A tool that is no longer as locked counts as a change for calls under way. */
  private see(items: readonly Judged[]): void {
    const seen = new Map(
      items.flatMap(({ id, offered, seen }) =>
        offered === undefined ? [] : [[id, seen === 'locked' ? offered : undefined]],
      ),
    );
    for (const [id, was] of this.seen) if (was !== undefined && seen.get(id) !== was) this.changes++;
    this.seen = seen;
  }

  /** The same text has the same digest: only what is new is hashed. */
  private versionOf(raw: JsonObject, offered: Offered): Offered | undefined {
    const { list, shelf } = this.options;
    const text = writeJson(raw);
    const known = this.verdicts.get(offered.id);
    if (known?.text === text) return known.version;
    const digest = digestOf(list, raw, this.kind.known);
    const version = shelf.versionsOf(offered).find(({ locked }) => locked.digest === digest);
    this.verdicts.set(offered.id, { text, version });
    return version;
  }

  private async readAll(): Promise<void> {
    const { limits, now, maxAgeMs } = this.options;
    const budget = new ReadingBudget(this.kind.method, this.options);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = this.doubts;
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
      const items = this.judgeAll(listed ?? []);
      this.see(items);
      if (before !== this.doubts) continue;
      const isFirst = !this.wasRead;
      this.readAt = before;
      this.listing = listed === undefined ? undefined : { items, ttlMs: Math.max(ttlMs, 0), meta };
      this.freshUntil = started + Math.max(ttlMs, SHORTEST_AGE_MS);
      this.options.onRead(items, isFirst);
      return;
    }
    throw serverError('server.restless', `The answer to ${this.kind.method} changes each time it is read.`);
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

/** Ids that stand for more than one item. */
function doubledIn(items: readonly Judged[]): Set<string> {
  const known = new Set<string>();
  const doubled = new Set<string>();
  for (const { id, seen } of items) {
    if (seen !== 'malformed' && known.has(id)) doubled.add(id);
    known.add(id);
  }
  return doubled;
}

/** The digest that the item would be locked with; undefined for what has no identity. */
export function digestOf(list: ListName, raw: JsonObject, known: readonly string[]): string | undefined {
  try {
    refuseTwins(raw, 'an item', known);
    return DIGESTS[list](raw as never);
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
