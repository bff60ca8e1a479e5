import { hashName, isNearKnown, type KnownNames } from '@toolmark/core';
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
 * Says at once that a new name resembles none that is there, which is so for nearly all. It knows 64 bits of each name, of
 * which 32 are quickly compared: among 100,000 names these alone would take one new name in thirty for a known one. When it
 * says that one may resemble another, the database has to be asked.
 */
export class NameFilter implements KnownNames {
  #hashes = new Uint32Array(1024);
  #checks = new Uint32Array(1024);
  /** Eight bits for each place, of which a known hash has one: small enough to stay near the processor. */
  #bits = new Uint32Array(1024 / 4);
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
    return isNearKnown(key, this);
  }

  mayHave(hash: number): boolean {
    const word = this.#bits[(hash >>> 5) & (this.#bits.length - 1)] ?? 0;
    return ((word >>> (hash & 31)) & 1) !== 0 && this.#hashes[this.#placeOf(hash)] !== 0;
  }

  has(hash: number, text: string): boolean {
    return this.#hashes[this.#placeOf(hash, checkOf(text))] !== 0;
  }

  /** A name too many costs a question, a name too few would be a hole. */
  add(key: string): void {
    const { hash, text } = hashName(key);
    this.#put(hash, checkOf(text));
    if (this.#count * 2 > this.#hashes.length) this.#grow();
  }

  #put(hash: number, check: number): void {
    const place = this.#placeOf(hash, check);
    if (this.#hashes[place] !== 0) return;
    this.#hashes[place] = hash;
    this.#checks[place] = check;
    const word = (hash >>> 5) & (this.#bits.length - 1);
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (hash & 31));
    this.#count += 1;
  }

  /** Where a hash is, or where it would go; with a check, where both are. */
  #placeOf(hash: number, check?: number): number {
    const mask = this.#hashes.length - 1;
    let place = hash & mask;
    for (let found = this.#hashes[place]; found !== 0; found = this.#hashes[place]) {
      if (found === hash && (check === undefined || this.#checks[place] === check)) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const [hashes, checks] = [this.#hashes, this.#checks];
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#checks = new Uint32Array(hashes.length * 2);
    this.#bits = new Uint32Array(hashes.length / 2);
    this.#count = 0;
    for (const [place, hash] of hashes.entries()) if (hash !== 0) this.#put(hash, checks[place] ?? 0);
  }
}

/** Bits of a name that do not follow from its hash. */
function checkOf(text: string): number {
  let check = 0;
  for (let i = 0; i < text.length; i++) {
    check = Math.imul(check ^ text.charCodeAt(i), 0x9e3779b1);
    check ^= check >>> 15;
  }
  return check >>> 0;
}

const FILTERS = new WeakMap<Database, NameFilter>();

/** One for each open database. */
export function nameFilterOf(database: Database): NameFilter {
  const filter = FILTERS.get(database) ?? new NameFilter();
  FILTERS.set(database, filter);
  return filter;
}
