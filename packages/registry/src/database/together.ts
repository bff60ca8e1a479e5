import { setImmediate as turn } from 'node:timers/promises';
import { isStoreCode } from './store-error.ts';

/** Does several things in one transaction. What is refused is an error in the place of its result; others are not affected. */
export type DoTogether<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly size: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** One transaction holds up every other writer, and holds what it writes in memory. */
const LIMITS = { items: 32, bytes: 8 * 1024 * 1024 };

/**
 * What comes in one turn of the process, or while a transaction is under way, goes into one transaction together: a disk is
 * asked once for all of them. Nobody waits for others to come, and everybody is answered after the commit.
 */
export class Together<Item, Result> {
  readonly #work: DoTogether<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #isWorking = false;

  constructor(work: DoTogether<Item, Result>) {
    this.#work = work;
  }

  /** How many wait for a transaction. */
  get length(): number {
    return this.#waiting.length;
  }

  do(item: Item, size: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, size, resolve, reject });
      if (!this.#isWorking) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      // What is ready in this turn of the process comes along: else the first would go alone, and all others wait for it.
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
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined || result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      await this.#fail(batch, error);
    }
  }

  /** A database that does not answer does not answer anyone; any other fault may be one item's own. */
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
