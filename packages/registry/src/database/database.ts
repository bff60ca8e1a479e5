import type { Reader, Writer } from './tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A database that is open, of the newest form, and shared by everything in this process. */
export interface Database {
  readonly kind: DatabaseKind;
  /** For what may be a moment old: another connection, or a replica. */
  readonly reader: Reader;
  /** For what must not be: who somebody is, what they may do, and what was just written. */
  readonly current: Reader;
  /**
   * All or nothing, and one after another across every process: an event has its number before the next one begins.
   * What it returns is on disk. Throws `store.*` when the database could not do it.
   */
  write<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** Throws `store.unavailable` when the database does not answer, or is no longer where it was. */
  ping(): Promise<void>;
  /** How often this process has written: what it remembers of before that may be wrong. */
  writes(): number;
  /** Changes of this process that wait for others or are under way. */
  writesWaiting(): number;
  close(): Promise<void>;
}
