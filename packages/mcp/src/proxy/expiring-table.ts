interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
  readonly expiresAt: number;
}

export interface TableLimits {
  readonly maxEntries: number;
  /** Limit of the sum of sizes. */
  readonly maxSize: number;
  readonly lifetimeMs: number;
}

/** A table whose entries expire. When it is full, the oldest is removed. */
export class ExpiringTable<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly limits: TableLimits;
  private readonly now: () => number;
  private size = 0;

  constructor(limits: TableLimits, now: () => number) {
    this.limits = limits;
    this.now = now;
  }

  /** False if the value is larger than the whole table. */
  put(key: string, value: Value, size = 0): boolean {
    const { maxEntries, maxSize, lifetimeMs } = this.limits;
    this.remove(key);
    if (size > maxSize) return false;
    for (const [oldest, { expiresAt }] of this.entries) {
      const isFull = this.entries.size >= maxEntries || this.size + size > maxSize;
      if (!isFull && expiresAt > this.now()) break;
      this.remove(oldest);
    }
    this.entries.set(key, { value, size, expiresAt: this.now() + lifetimeMs });
    this.size += size;
    return true;
  }

  /** The value, unless it expired. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.expiresAt > this.now() ? entry.value : undefined;
  }

  /** Removes and returns the value, unless it expired. */
  take(key: string): Value | undefined {
    const entry = this.remove(key);
    return entry !== undefined && entry.expiresAt > this.now() ? entry.value : undefined;
  }

  private remove(key: string): Entry<Value> | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.size -= entry.size;
    return entry;
  }
}
