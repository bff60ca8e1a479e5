import type { Writer } from '../database/tables.ts';
import type { EventKind, NewEvent } from './event.ts';
import { project } from './project.ts';

/** The one way anything changes: the event is written down, and what follows from it is done, in one transaction. */
export async function record<Kind extends EventKind>(writer: Writer, event: NewEvent<Kind>): Promise<number> {
  const { at, actor, kind, subject, body } = event;
  const { seq } = await writer
    .insertInto('events')
    .values({ at, actor, kind, subject, body: JSON.stringify(body) })
    .returning('seq')
    .executeTakeFirstOrThrow();
  await project(writer, { ...event, seq });
  return seq;
}
