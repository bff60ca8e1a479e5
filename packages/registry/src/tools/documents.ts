import type { Principal } from '../accounts/principal.ts';
import type { Database } from '../database/database.ts';
import { type PublishedDocument, readDocument } from './read-document.ts';

/** Less than any cache may keep the answer (docs/spec/registry.md): what other processes write is seen after it. */
const FRESH_MS = 1_000;
const MAX_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly document: PublishedDocument;
  readonly writes: number;
  readonly at: number;
}

/** Published documents, the busiest of all reads: what everyone may see is kept for a moment, and until a change here. */
export class Documents {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  async read(principal: Principal | undefined, name: string, version: string): Promise<PublishedDocument> {
    const key = `${name}\n${version}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#isFresh(kept)) return kept.document;
    // Taken before the question: a change that comes in between makes the answer stale.
    const [writes, at] = [this.#database.writes(), this.#now()];
    const document = await readDocument(this.#database.reader, principal, name, version);
    if (document.isPublic) this.#keep(key, { document, writes, at });
    return document;
  }

  #isFresh({ writes, at }: Kept): boolean {
    return writes === this.#database.writes() && this.#now() - at < FRESH_MS;
  }

  #keep(key: string, kept: Kept): void {
    if (this.#bytes > MAX_BYTES) {
      this.#kept.clear();
      this.#bytes = 0;
    }
    this.#bytes += kept.document.bytes.length + key.length;
    this.#kept.set(key, kept);
  }
}
