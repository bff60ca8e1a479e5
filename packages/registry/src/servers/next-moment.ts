import type { Writer } from '../database/tables.ts';

/**
 * The time of a change to server entries: later than that of every change before. Whoever asks for what is newer than the
 * last change that they saw misses nothing, however close two changes are and whatever the clock does.
 */
export async function nextMoment(writer: Writer, now: Date): Promise<number> {
  const { newest } = await writer
    .selectFrom('server_versions')
    .select(eb => eb.fn.max('updated_at').as('newest'))
    .executeTakeFirstOrThrow();
  return Math.max(now.getTime(), (newest ?? 0) + 1);
}
