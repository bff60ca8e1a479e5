import type { Principal } from '../accounts/principal.ts';
import type { Database } from '../database/database.ts';
import { type Statement, select, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { type PublishedDocument, readDocument } from './read-document.ts';

/** Less than any cache may keep the answer (docs/spec/registry.md): what other processes write is seen after it. */
const FRESH_MS = 1_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** After more events than this everything is read anew. */
const MAX_EVENTS = 1_000;

/**
 * Published documents, the busiest of all reads. Bytes never change, only who may see them, and whatever changes that is an
 * event about the tool: so what everyone may see is kept until there is one. Events are asked for once in a while, and after
 * every write of this process.
 */
export class Documents {
  readonly #database: Database;
  readonly #now: () => number;
  /** By the name of the tool, then by version. */
  readonly #kept = new Map<string, Map<string, PublishedDocument>>();
  #bytes = 0;
  /** The last event whose effect is seen. */
  #seen = 0;
  #looked = { at: Number.NEGATIVE_INFINITY, writes: -1 };
  #looking: Promise<void> | undefined;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  async read(principal: Principal | undefined, name: string, version: string): Promise<PublishedDocument> {
    if (!this.#isFresh()) await this.#look();
    const kept = this.#kept.get(name)?.get(version);
    if (kept !== undefined) return kept;
    const document = await readDocument(this.#database.reader, principal, name, version);
    // What was read from before the last event that is seen might have been changed by it.
    if (document.isPublic && document.seq >= this.#seen) this.#keep(name, version, document);
    return document;
  }

  #isFresh(): boolean {
    const { at, writes } = this.#looked;
    return writes === this.#database.writes() && this.#now() - at < FRESH_MS;
  }

  /** Once for all who wait; whoever comes while it is under way may have written meanwhile, and looks again. */
  async #look(): Promise<void> {
    if (this.#looking !== undefined) await this.#looking;
    if (this.#isFresh()) return;
    this.#looking ??= this.#dropChanged().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #dropChanged(): Promise<void> {
    const looked = { at: this.#now(), writes: this.#database.writes() };
    const { reader } = this.#database;
    const events = this.#kept.size === 0 ? undefined : await select<EventRow>(reader, eventsAfter(this.#seen));
    if (events !== undefined && events.length <= MAX_EVENTS) {
      for (const { subject } of events) this.#drop(subject);
      this.#seen = events.at(-1)?.seq ?? this.#seen;
    } else {
      this.#forgetAll();
      const [newest] = await select<{ seq: number | null }>(reader, sql`select max(seq) as seq from events`);
      this.#seen = newest?.seq ?? 0;
    }
    this.#looked = looked;
  }

  #drop(name: string): void {
    for (const document of this.#kept.get(name)?.values() ?? []) this.#bytes -= sizeOf(document);
    this.#kept.delete(name);
  }

  #keep(name: string, version: string, document: PublishedDocument): void {
    if (this.#bytes > MAX_BYTES) this.#forgetAll();
    const versions = this.#kept.get(name) ?? new Map<string, PublishedDocument>();
    if (!versions.has(version)) this.#bytes += sizeOf(document);
    this.#kept.set(name, versions.set(version, document));
  }

  #forgetAll(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}

type EventRow = Pick<Tables['events'], 'seq' | 'subject'>;

/** In one statement: two of them could be answered by two replicas, of which one is behind. */
function eventsAfter(seq: number): Statement {
  return sql`select seq, subject from events where seq > ${seq} order by seq ${LIMIT}`;
}

/** Written out, because SQLite plans a statement with a limit that is a parameter anew each time. */
const LIMIT: Statement = { text: `limit ${MAX_EVENTS + 1}`, values: [] };

/** With what a small one takes beside its bytes. */
function sizeOf({ bytes }: PublishedDocument): number {
  return bytes.length + 500;
}
