import type { Writer } from '../database/tables.ts';
import type { EventBodies } from '../events/event.ts';

/** Adds what was counted since the last time. Consumers are known until a rebuild asks for them again. */
export async function countDownloads(
  writer: Writer,
  at: number,
  { versions, consumers }: EventBodies['downloads.counted'],
): Promise<void> {
  for (const [id, count] of versions) {
    await writer
      .updateTable('versions')
      .set(eb => ({ downloads: eb('downloads', '+', count) }))
      .where('id', '=', id)
      .execute();
    await writer
      .updateTable('tools')
      .set(eb => ({ downloads: eb('downloads', '+', count) }))
      .where('id', '=', eb => eb.selectFrom('versions').select('tool').where('versions.id', '=', id))
      .execute();
  }
  for (const [tool, principal] of consumers) {
    await writer
      .insertInto('consumers')
      .values({ tool, principal, at })
      .onConflict(conflict => conflict.columns(['tool', 'principal']).doUpdateSet({ at }))
      .execute();
  }
}
