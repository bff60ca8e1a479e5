import { nameHash, nearNameHashes } from '@toolmark/core';
import type { Database } from '../database/database.ts';
import { type Statement, select, sql } from '../database/statement.ts';
import type { Reader } from '../database/tables.ts';
import { FIRST_TOOL } from '../servers/project-servers.ts';

const PAGE = 5_000;
/** Written out, because SQLite plans a statement with a limit that is a parameter anew each time. */
const LIMIT: Statement = { text: `limit ${PAGE}`, values: [] };

interface KnownName {
  readonly id: number;
  readonly key: string;
}

/**
 * Says at once that a new name resembles none that is there, which is so for nearly all. It knows 32 bits of each name:
 * when it says that one may resemble another, the database has to be asked.
 */
export class NameFilter {
  #hashes = new Uint32Array(1024);
  #count = 0;
  /** The last tools that it knows: those of documents, and those of servers, which are numbered apart. */
  #last = { documents: 0, servers: FIRST_TOOL - 1 };
  #loading: Promise<void> | undefined;

  /** Reads all names, which takes a moment, before a turn to write is taken. Done once, for all who wait. */
  async load(db: Reader): Promise<void> {
    this.#loading ??= this.catchUp(db).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    await this.#loading;
  }

  /**
   * Learns the names that this and other processes have written since. In a transaction it comes before anything is
   * written: what might be rolled back must not count as known.
   */
  async catchUp(db: Reader): Promise<void> {
    while (this.learn(await select<KnownName>(db, this.question())));
  }

  /** Asks for the names that it does not know, at most a page of each kind. */
  question(): Statement {
    const { documents, servers } = this.#last;
    return sql`select id, key from (select id, name_key as key from tools
          where id > ${documents} and id < ${FIRST_TOOL} order by id ${LIMIT}) as of_documents
      union all select id, key from (select id, name_key as key from tools
          where id > ${servers} order by id ${LIMIT}) as of_servers`;
  }

  /** Takes in the answer. Whether there may be more. */
  learn(names: readonly KnownName[]): boolean {
    for (const { id, key } of names) {
      this.add(key);
      if (id < FIRST_TOOL) this.#last.documents = Math.max(this.#last.documents, id);
      else this.#last.servers = Math.max(this.#last.servers, id);
    }
    return names.length >= PAGE;
  }

  mayResemble(key: string): boolean {
    const near = nearNameHashes(key);
    for (let i = 0; i < near.length; i++) if (this.#has(near[i] ?? 0)) return true;
    return false;
  }

  /** A name too many costs a question, a name too few would be a hole. */
  add(key: string): void {
    const hash = nameHash(key);
    const place = this.#placeOf(hash);
    if (this.#hashes[place] === hash) return;
    this.#hashes[place] = hash;
    this.#count += 1;
    if (this.#count * 2 > this.#hashes.length) this.#grow();
  }

  #has(hash: number): boolean {
    return this.#hashes[this.#placeOf(hash)] === hash;
  }

  /** Where a hash is, or where it would go. */
  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let place = hash & mask;
    for (let found = this.#hashes[place]; found !== 0 && found !== hash; found = this.#hashes[place]) {
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const known = this.#hashes;
    this.#hashes = new Uint32Array(known.length * 2);
    for (const hash of known) if (hash !== 0) this.#hashes[this.#placeOf(hash)] = hash;
  }
}

const FILTERS = new WeakMap<Database, NameFilter>();

/** One for each open database. */
export function nameFilterOf(database: Database): NameFilter {
  const filter = FILTERS.get(database) ?? new NameFilter();
  FILTERS.set(database, filter);
  return filter;
}
