import { isBound, type Principal } from '../accounts/principal.ts';
import type { Database } from '../database/database.ts';
import { record } from '../events/record.ts';

/** Beyond this, counts are written before the timer fires. */
const MAX_WAITING = 10_000;

/** Counts downloads in memory and writes them in batches: a read never waits for a write. */
export class DownloadCounter {
  readonly #database: Database;
  readonly #now: () => Date;
  #versions = new Map<number, number>();
  #consumers = new Map<string, readonly [tool: number, principal: string]>();
  #flushing: Promise<void> = Promise.resolve();
  /** Limits attempts to one at a time while the database is unavailable. */
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, now: () => Date, everyMs = 2_000) {
    this.#database = database;
    this.#now = now;
    this.#timer = setInterval(() => void this.flush().catch(() => {}), everyMs).unref();
  }

  /** Bound tokens do not count as consumers: anyone with a domain can get any number of them. */
  count(version: number, tool: number, principal: Principal | undefined): void {
    this.#versions.set(version, (this.#versions.get(version) ?? 0) + 1);
    if (principal !== undefined && !isBound(principal))
      this.#consumers.set(`${tool} ${principal.id}`, [tool, principal.id]);
    const isFull = this.#versions.size + this.#consumers.size >= MAX_WAITING;
    if (isFull && !this.#isWriting) void this.flush().catch(() => {});
  }

  /** Writes the counts so far; after a failure they are kept for the next attempt. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#versions.size === 0 && this.#consumers.size === 0) return;
    const [versions, consumers] = [this.#versions, this.#consumers];
    this.#versions = new Map();
    this.#consumers = new Map();
    this.#isWriting = true;
    try {
      const body = { versions: [...versions], consumers: [...consumers.values()] };
      const event = { kind: 'downloads.counted' as const, at: this.#now().getTime(), actor: 'registry', subject: '' };
      await this.#database.write(writer => record(writer, { ...event, body }));
    } catch (error) {
      for (const [id, count] of versions) this.#versions.set(id, (this.#versions.get(id) ?? 0) + count);
      for (const [key, pair] of consumers) this.#consumers.set(key, pair);
      throw error;
    } finally {
      this.#isWriting = false;
    }
  }
}
