import { sql } from 'kysely';
import type { Writer } from '../database/tables.ts';
import type { EventKind, NewEvent } from './event.ts';
import { project } from './project.ts';

/**
 * The one way anything changes: the event is written down, and what follows from it is done, in one transaction.
 * Writers take turns, so the next number is known; a sequence would leave gaps after a crash, which look like losses.
 */
export async function record<Kind extends EventKind>(writer: Writer, event: NewEvent<Kind>): Promise<number> {
  const { at, actor, kind, subject, body } = event;
  const { seq } = await writer
    .insertInto('events')
    .values({
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from events)`,
      at,
      actor,
      kind,
      subject,
      body: JSON.stringify(body),
    })
    .returning('seq')
    .executeTakeFirstOrThrow();
  await project(writer, { ...event, seq });
  return seq;
}
