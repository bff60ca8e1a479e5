import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteFile, SqliteStatement, SqliteValue } from './sqlite.ts';

/** Kysely over one open file. What is written through it is written one transaction after another. */
export function sqliteDialect(file: SqliteFile): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new FileDriver(file),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class FileDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #connection: FileConnection;
  #turn: Promise<void> = Promise.resolve();
  #passOn: () => void = () => {};

  constructor(file: SqliteFile) {
    this.#file = file;
    this.#connection = new FileConnection(file);
  }

  async init(): Promise<void> {}

  /** Whoever holds the connection may be inside a transaction: the next one waits. */
  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let passOn = () => {};
    this.#turn = new Promise(resolve => {
      passOn = resolve;
    });
    await before;
    this.#passOn = passOn;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#passOn();
  }

  /** Immediate: a transaction that reads first and writes then could otherwise fail half-way, with nothing to wait for. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch {
      // When the disk is full SQLite has rolled back by itself; the reason is what the caller must hear, not this.
    }
  }

  async destroy(): Promise<void> {
    this.#file.close();
  }
}

/** Statements are few and asked again and again; a search with unusual filters must not push the others out for ever. */
const MAX_STATEMENTS = 256;

class FileConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepare(sql);
    const values = parameters as SqliteValue[];
    if (returnsRows(sql)) return { rows: statement.all(...values) as Row[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // A statement of its own: a cached one could be asked again while this one is still being read.
    for (const row of this.#file.prepare(sql).iterate(...(parameters as SqliteValue[]))) yield { rows: [row as Row] };
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const made = this.#file.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}

function returnsRows(sql: string): boolean {
  return /^\s*(select|with|pragma|values)\b/i.test(sql) || /\breturning\b/i.test(sql);
}
