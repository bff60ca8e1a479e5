import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { isAnswerless } from './answerless.ts';
import { nameOf } from './statement-name.ts';

/** Chosen once, for ever: every process of a registry takes its turn at this lock before it writes. */
export const WRITE_LOCK = 7_346_001;

/** PostgreSQL for writers: a transaction begins with its turn, and nobody waits for an answer that says nothing. */
export class WritingDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new WritingDriver(this.#pool);
  }
}

class WritingDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new WritingConnection(await this.#pool.connect());
  }

  async beginTransaction(connection: WritingConnection, _settings: TransactionSettings): Promise<void> {
    connection.send(BEGIN);
  }

  async commitTransaction(connection: WritingConnection): Promise<void> {
    await connection.ask('commit');
  }

  async rollbackTransaction(connection: WritingConnection): Promise<void> {
    await connection.settle();
    await connection.ask('rollback');
  }

  async releaseConnection(connection: WritingConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * Statements are planned once and not for each transaction, which with many tools takes longer than to carry them out. Plans
 * that were made when there was nothing to read must not read a whole table because it was small then. What is sent behind
 * it sees what there is once the turn has come.
 */
const BEGIN = `begin; set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off;
  select pg_advisory_xact_lock(${WRITE_LOCK})`;

/**
 * Sends what only changes something, and goes on. PostgreSQL works off what comes in its order, and refuses everything behind
 * a failure until the end of the transaction, which then is none: so whoever waits next is told of the first failure.
 */
class WritingConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #unanswered: Promise<unknown>[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query;
    const named = { text, values: [...parameters], name: nameOf(text) };
    if (!isAnswerless(query)) return await this.ask(named);
    this.send(named);
    return { rows: [] };
  }

  send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = this.#client.query(query);
    this.#unanswered.push(answer);
    // Until somebody waits, nobody listens.
    answer.catch(() => {});
    return answer;
  }

  async ask<Row>(query: string | pg.QueryConfig): Promise<QueryResult<Row>> {
    const answer = this.send(query);
    for (const earlier of this.#unanswered.splice(0)) await earlier;
    const { rows, rowCount } = await answer;
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** Until everything is answered, whatever the answers are. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#unanswered.splice(0));
  }

  release(): void {
    this.#client.release();
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed while others wait for their turn
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('a writer does not stream');
  }
}
