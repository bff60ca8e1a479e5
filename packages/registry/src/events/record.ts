import { insertRows, type Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { FactsByDigest } from '../tools/publish-tools.ts';
import type { EventKind, NewEvent } from './event.ts';
import { project } from './project.ts';

/**
 * Records an event and applies it, in one transaction: the only way to change the registry. Writers take turns, so the next
 * number is known; a database sequence would leave gaps that look like lost events. Returns the number.
 */
export async function record<Kind extends EventKind>(writer: Writer, event: NewEvent<Kind>): Promise<number> {
  return await recordAll(writer, [event]);
}

export interface RecordOptions {
  /** Bytes that the events refer to. */
  readonly blobs?: readonly Tables['blobs'][];
  readonly facts?: FactsByDigest;
}

/** Records consecutive events. Returns the number of the last one. */
export async function recordAll(
  writer: Writer,
  events: readonly NewEvent[],
  { blobs = [], facts }: RecordOptions = {},
): Promise<number> {
  const { last } = await writer.get<{ last: number }>(sql`select coalesce(max(seq), 0) as last from events`);
  const recorded = events.map((event, index) => ({ ...event, seq: last + 1 + index }));
  await insertRows(writer, 'blobs', blobs, { ignoreKnown: true });
  const rows = recorded.map(({ seq, at, actor, kind, subject, body }) => ({
    ...{ seq, at, actor, kind, subject, body: JSON.stringify(body) },
  }));
  await insertRows(writer, 'events', rows);
  await project(writer, recorded, facts);
  return last + recorded.length;
}
