import { ToolmarkError } from '@toolmark/core';
import { sql } from 'kysely';
import type { Reader } from './tables.ts';

/** Throws `store.unavailable` when a database does not answer, for whatever reason. */
export async function answers(db: Reader): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (cause) {
    throw new ToolmarkError('store.unavailable', 'The database does not answer.', { cause });
  }
}
