import { isSqlite } from './kind.ts';
import { postgresArray } from './postgres-array.ts';
import { type Statement, sql } from './statement.ts';
import type { Reader } from './tables.ts';

/**
 * Whether a column is one of many texts, as one parameter: hundreds of them would make a statement that is planned anew
 * each time. For PostgreSQL it is an array, which it looks up in an index; a list of rows it would join, reading the table.
 */
export function isIn(db: Reader, column: string, texts: readonly string[]): Statement {
  const name = { text: column, values: [] };
  if (isSqlite(db)) return sql`${name} in (select value from json_each(${JSON.stringify(texts)}))`;
  return sql`${name} = any(${postgresArray(texts)?.bytes ?? '{}'}::text[])`;
}
