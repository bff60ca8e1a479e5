import { setImmediate as turn } from 'node:timers/promises';
import { isStoreCode } from './store-error.ts';

/** Handles several items in one transaction. An item that is refused has an error in the place of its result. */
export type Commit<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly size: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction blocks every other writer and keeps its items in memory. */
const LIMITS = { items: 32, bytes: 8 * 1024 * 1024 };

/**
 * Commits items that arrive in one turn of the event loop, or during a transaction, in one transaction: the disk is
 * flushed once for all. Results are returned after the commit.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: Commit<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #isWorking = false;

  constructor(commit: Commit<Item, Result>) {
    this.#commit = commit;
  }

  /** How many items wait for a transaction. */
  get length(): number {
    return this.#waiting.length;
  }

  submit(item: Item, size: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size, resolve, reject });
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      // Without this turn the first of many items would be committed alone.
      await turn();
      await this.#attempt(this.#next());
    }
    this.#isWorking = false;
  }

  #next(): readonly Waiting<Item, Result>[] {
    let size = 0;
    const end = this.#waiting.findIndex((one, index) => {
      size += one.size;
      return index > 0 && (index >= LIMITS.items || size > LIMITS.bytes);
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #attempt(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#commit(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined || result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      await this.#fail(batch, error);
    }
  }

  /** An unavailable database fails every item; any other failure may come from one item, so each is retried alone. */
  async #fail(batch: readonly Waiting<Item, Result>[], error: unknown): Promise<void> {
    if (isStoreCode(error, 'store.busy') || isStoreCode(error, 'store.unavailable')) {
      for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
    } else if (batch.length === 1) {
      batch[0]?.reject(error);
    } else {
      for (const one of batch) await this.#attempt([one]);
    }
  }
}
