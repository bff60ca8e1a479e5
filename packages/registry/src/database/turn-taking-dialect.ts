import { CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely';
import type pg from 'pg';

/** Chosen once, for ever: every process of a registry takes its turn at this lock before it writes. */
export const WRITE_LOCK = 7_346_001;

/** PostgreSQL for writers: a transaction begins with its turn. */
export function turnTakingDialect(pool: pg.Pool): PostgresDialect {
  return new TurnTakingDialect({ pool });
}

class TurnTakingDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDriver>[0];

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new TurnTakingDriver(this.#config);
  }
}

class TurnTakingDriver extends PostgresDriver {
  /** Both in one journey. Whoever waited in vain leaves the connection as it was. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${WRITE_LOCK})`));
    } catch (error) {
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }
}
