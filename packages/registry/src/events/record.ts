import { insertRows } from '../database/insert-rows.ts';
import { select, sql } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import type { EventKind, NewEvent, RecordedEvent } from './event.ts';
import { project } from './project.ts';

/**
 * The one way anything changes: the event is written down, and what follows from it is done, in one transaction.
 * Writers take turns, so the next number is known; a sequence would leave gaps after a crash, which look like losses.
 */
export async function record<Kind extends EventKind>(writer: Writer, event: NewEvent<Kind>): Promise<number> {
  return await recordAll(writer, [event]);
}

/** The same for events that follow each other. The number of the last one. */
export async function recordAll(writer: Writer, events: readonly NewEvent[]): Promise<number> {
  const [newest] = await select<{ seq: number }>(writer, sql`select coalesce(max(seq), 0) as seq from events`);
  const before = newest?.seq ?? 0;
  const recorded = events.map((event, index) => ({ ...event, seq: before + 1 + index }));
  await insertRows(writer, 'events', recorded.map(rowOf));
  await project(writer, recorded);
  return before + recorded.length;
}

function rowOf({ seq, at, actor, kind, subject, body }: RecordedEvent) {
  return { seq, at, actor, kind, subject, body: JSON.stringify(body) };
}
