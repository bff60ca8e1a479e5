import { isSqlite } from './kind.ts';
import { type Statement, sql } from './statement.ts';
import type { Reader } from './tables.ts';

/** A long list as one parameter: hundreds of them would make a statement that is planned anew each time. */
export function listOf(db: Reader, items: readonly (string | number)[]): Statement {
  const json = JSON.stringify(items);
  if (isSqlite(db)) return sql`(select value from json_each(${json}))`;
  if (typeof items[0] === 'number') return sql`(select json_array_elements_text(${json}::json)::bigint)`;
  return sql`(select json_array_elements_text(${json}::json))`;
}
