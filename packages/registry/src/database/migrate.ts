import { ToolmarkError } from '@toolmark/core';
import { rewordTools } from '../tools/reword-tools.ts';
import type { Writer } from './connection.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { sql } from './statement.ts';

/** Never changes: of several processes that start together, one migrates and the others wait. */
const MIGRATION_LOCK = sql`select pg_advisory_xact_lock(7346000)`;

/** Brings the schema up to date inside the given transaction. Throws `store.newer`. */
export async function migrate(writer: Writer): Promise<void> {
  if (writer.kind === 'postgres') await waitForTurn(writer);
  await writer.run(sql`create table if not exists migrations (number integer primary key)`);
  const { newest } = await writer.get<{ newest: number | null }>(sql`select max(number) as newest from migrations`);
  const done = newest ?? 0;
  if (done > MIGRATIONS.length) throw newerDatabase();
  const missing = MIGRATIONS.slice(done);
  for (const [index, { statements }] of missing.entries()) {
    for (const text of statements(writer.kind)) await writer.run({ text, values: [] });
    await writer.run(sql`insert into migrations values (${done + index + 1})`);
  }
  if (done > 0 && missing.some(({ newWords }) => newWords)) await rewordTools(writer);
}

/** Waits without a limit: a process that gave up would have to be restarted by an operator. */
async function waitForTurn(writer: Writer): Promise<void> {
  await writer.run(sql`set local lock_timeout = 0`);
  await writer.run(sql`set local statement_timeout = 0`);
  await writer.run(MIGRATION_LOCK);
}

function newerDatabase(): ToolmarkError {
  return new ToolmarkError(
    'store.newer',
    'The database was created by a newer Toolmark. Update this one; an older version could lose data.',
  );
}
