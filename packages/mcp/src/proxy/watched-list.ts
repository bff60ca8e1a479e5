import {
  isJsonObject,
  type Json,
  type JsonObject,
  type LockedItem,
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
import { LIST_KINDS, type ListName, refusePageTwins } from '../connect/list-kinds.ts';
import type { Reply } from '../connect/parse-answer.ts';
import { readList } from '../connect/read-list.ts';
import { refuseTwins } from '../connect/refuse-twins.ts';
import type { Offered, Shelf } from './catalogue.ts';

export interface WatchOptions {
  readonly server: string;
  readonly list: ListName;
  readonly shelf: Shelf<Offered>;
  readonly limits: Limits;
  /** How long a list counts as seen; a server may ask for less. */
  readonly maxAgeMs: number;
  /** Told of everything the server shows, where what is not locked may pass. */
  readonly onShown: ((id: string) => void) | undefined;
  ask(method: string, params: JsonObject): Promise<Reply>;
  now(): number;
}

/** What the server showed last: as locked, otherwise, or nothing of this name. */
export type Seen = 'locked' | 'changed' | 'missing';

/** An item of a page: what may be delivered of it, or why it may not. */
export interface Judged {
  readonly id: string;
  readonly raw: Json;
  readonly offered: Offered | undefined;
  readonly seen: 'locked' | 'changed' | 'unlocked' | 'doubled' | 'malformed';
}

interface Verdict {
  readonly text: string;
  readonly isLocked: boolean;
}

/** A list that changes each time it is read is given up. */
const MAX_ATTEMPTS = 3;
/** Servers that say "at once stale" would be listed before every call: who wants that says so. */
const SHORTEST_AGE_MS = 1_000;
const DIGESTS = { tools: toolDigest, prompts: promptDigest, resources: resourceDigest, templates: templateDigest };

/** One list of one server, and whether what it showed last is what was locked. */
export class WatchedList {
  private readonly options: WatchOptions;
  private readonly verdicts = new Map<string, Verdict>();
  private seen = new Map<string, boolean>();
  private freshUntil = 0;
  /** Counts what makes all that was seen doubtful. */
  private doubts = 0;
  private listing: Promise<void> | undefined;

  constructor(options: WatchOptions) {
    this.options = options;
  }

  get kind(): (typeof LIST_KINDS)[ListName] {
    return LIST_KINDS[this.options.list];
  }

  /** The list may have changed: it is read again before anything of it is used. */
  doubt(): void {
    this.doubts++;
    this.freshUntil = 0;
  }

  /** How often the list was said to have changed: whoever remembers the number knows whether it did meanwhile. */
  get generation(): number {
    return this.doubts;
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
    await this.listing?.catch(() => {});
    await this.read();
  }

  private read(): Promise<void> {
    this.listing ??= this.readAll().finally(() => {
      this.listing = undefined;
    });
    return this.listing;
  }

  look(id: string): Seen {
    const isLocked = this.seen.get(id);
    if (isLocked === undefined) return 'missing';
    return isLocked ? 'locked' : 'changed';
  }

  /** Judges one page that a client asked for. Throws where programs would not agree about the page. */
  judgePage(page: JsonObject): Judged[] {
    const { kind } = this;
    refusePageTwins(page, kind);
    const items = member(page, kind.member);
    if (!Array.isArray(items) || items.length > this.options.limits.maxItems) {
      throw serverError('server.malformed', `The answer to ${kind.method} holds no list, or too long a list.`);
    }
    const judged = items.map(item => this.judge(item));
    const doubled = doubledIn(judged);
    return doubled.size === 0 ? judged : judged.map(item => (doubled.has(item.id) ? this.judgeDoubled(item) : item));
  }

  /** Which of two a client would take, nobody knows. */
  private judgeDoubled(item: Judged): Judged {
    if (item.offered !== undefined) this.see(item.id, false);
    return { ...item, seen: 'doubled' };
  }

  private judge(raw: Json): Judged {
    const id = isJsonObject(raw) ? member(raw, this.kind.id) : undefined;
    if (!isJsonObject(raw) || typeof id !== 'string') return { id: '', raw, offered: undefined, seen: 'malformed' };
    this.options.onShown?.(id);
    const offered = this.options.shelf.of(this.options.server, id);
    if (offered === undefined) return { id, raw, offered, seen: 'unlocked' };
    const isLocked = this.isLocked(id, raw, offered.locked);
    this.see(id, isLocked);
    return { id, raw, offered, seen: isLocked ? 'locked' : 'changed' };
  }

  /** One page that differs from what was seen before makes the whole list doubtful: a later page may show it as it was. */
  private see(id: string, isLocked: boolean): void {
    if (!isLocked && this.seen.get(id) === true) this.doubt();
    this.seen.set(id, isLocked);
  }

  /** The same text has the same digest: only what is new is hashed. */
  private isLocked(id: string, raw: JsonObject, locked: LockedItem): boolean {
    const text = writeJson(raw);
    const known = this.verdicts.get(id);
    if (known?.text === text) return known.isLocked;
    const isLocked = digestOf(this.options.list, raw, this.kind.known) === locked.digest;
    this.verdicts.set(id, { text, isLocked });
    return isLocked;
  }

  private async readAll(): Promise<void> {
    const { limits, now, maxAgeMs } = this.options;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = this.doubts;
      const started = now();
      let age = maxAgeMs;
      const items = await readList(
        this.kind,
        cursor => this.fetchPage(cursor, ttl => (age = Math.min(age, ttl))),
        limits,
      );
      this.seen = new Map();
      for (const item of items ?? []) this.judge(item);
      if (before !== this.doubts) continue;
      this.freshUntil = started + Math.max(age, SHORTEST_AGE_MS);
      return;
    }
    throw serverError('server.restless', `The answer to ${this.kind.method} changes each time it is read.`);
  }

  private async fetchPage(cursor: string | undefined, onAge: (ttlMs: number) => void): Promise<JsonObject | undefined> {
    const { method } = this.kind;
    const reply = await this.options.ask(method, cursor === undefined ? {} : { cursor });
    if (reply.ok) {
      const ttl = member(reply.result, 'ttlMs');
      if (typeof ttl === 'number') onAge(ttl);
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

/** Undefined for what has no identity. */
function digestOf(list: ListName, raw: JsonObject, known: readonly string[]): string | undefined {
  try {
    refuseTwins(raw, 'an item', known);
    return DIGESTS[list](raw as never);
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
