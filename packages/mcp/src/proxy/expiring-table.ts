interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
  readonly expiresAt: number;
}

export interface TableLimits {
  readonly maxEntries: number;
  /** Of all sizes together. */
  readonly maxSize: number;
  readonly lifetimeMs: number;
}

/** What is remembered for a while. When it is full, the oldest goes. */
export class ExpiringTable<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly limits: TableLimits;
  private readonly now: () => number;
  private size = 0;

  constructor(limits: TableLimits, now: () => number) {
    this.limits = limits;
    this.now = now;
  }

  /** False: what is larger than the whole table is not remembered. */
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

  /** What was put there, unless it is too old. */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.expiresAt > this.now() ? entry.value : undefined;
  }

  /** The same, and it is there no more. */
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
