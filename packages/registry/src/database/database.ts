import type { DatabaseKind, Reader, Writer } from './connection.ts';

/** An open, migrated database that everything in this process shares. */
export interface Database {
  readonly kind: DatabaseKind;
  /** May be slightly behind: another connection, or a replica. */
  readonly reader: Reader;
  /** Never behind: for accounts, permissions and rows that were just written. */
  readonly current: Reader;
  /**
   * Runs a transaction. Writers of all processes take turns, so event numbers have no gaps. The result is on disk when
   * this returns. Throws `store.*` when the database fails.
   */
  write<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** Throws `store.unavailable` when the database does not answer or its file was removed. */
  ping(): Promise<void>;
  /** Transactions of this process that wait or run. */
  writesWaiting(): number;
  close(): Promise<void>;
}
