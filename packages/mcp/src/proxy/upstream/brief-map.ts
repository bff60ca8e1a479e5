/**
 * A Map for short-lived entries. V8 replaces the table of a busy Map every few dozen entries, and old tables keep their values alive
 * until a full collection (docs/decisions/0038-many-calls-at-once.md). Here they keep an empty entry each.
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

  /** Removes and returns the value. */
  take(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const { value } = entry;
    entry.value = undefined;
    this.entries.delete(key);
    return value;
  }

  list(): [Key, Value][] {
    return [...this.entries].map(([key, { value }]) => [key, value as Value]);
  }
}
