/**
 * A Map of what comes and goes by the thousand. V8 gives a busy Map a new table every few dozen entries, and the old tables
 * keep what was in them alive until all memory is swept: half of the time of a busy guard went into moving the dead around.
 * Here they keep an empty entry each.
 */
export class BriefMap<Key, Value> {
  private readonly entries = new Map<Key, { value: Value | undefined }>();

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key)?.value;
  }

  has(key: Key): boolean {
    return this.entries.has(key);
  }

  set(key: Key, value: Value): void {
    this.take(key);
    this.entries.set(key, { value });
  }

  /** What was there, and is no longer. */
  take(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const { value } = entry;
    entry.value = undefined;
    this.entries.delete(key);
    return value;
  }

  /** All that is there now. */
  list(): [Key, Value][] {
    return [...this.entries].map(([key, { value }]) => [key, value as Value]);
  }
}
