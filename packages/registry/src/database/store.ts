import type { DatabaseKind, Reader, Writer } from './connection.ts';

/** What SQLite and PostgreSQL each implement. */
export interface Store {
  readonly kind: DatabaseKind;
  readonly reader: Reader;
  readonly current: Reader;
  transaction<T>(change: (writer: Writer) => Promise<T>): Promise<T>;
  /** Throws `store.unavailable` when the opened file is no longer at its path. */
  check?(): void;
  close(): Promise<void>;
}
