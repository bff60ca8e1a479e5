import { type RawBuilder, sql } from 'kysely';
import { isSqlite } from './kind.ts';
import type { Writer } from './tables.ts';

/** A long list as one parameter: hundreds of them would make a statement that is planned anew each time. */
export function listOf(writer: Writer, texts: readonly string[]): RawBuilder<string> {
  const json = JSON.stringify(texts);
  if (isSqlite(writer)) return sql`(select value from json_each(${json}))`;
  return sql`(select json_array_elements_text(${json}::json))`;
}
