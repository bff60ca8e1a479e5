import { rowsInto } from '../database/insert-rows.ts';
import { runAll, select, sql } from '../database/statement.ts';
import type { Tables, Writer } from '../database/tables.ts';
import type { KnownBefore } from '../tools/publish-tools.ts';
import type { EventKind, NewEvent, RecordedEvent } from './event.ts';
import { project } from './project.ts';

/**
 * The one way anything changes: the event is written down, and what follows from it is done, in one transaction.
 * Writers take turns, so the next number is known; a sequence would leave gaps after a crash, which look like losses.
 */
export async function record<Kind extends EventKind>(writer: Writer, event: NewEvent<Kind>): Promise<number> {
  return await recordAll(writer, [event]);
}

export interface RecordOptions {
  /** Bytes that the events speak of. */
  readonly blobs?: readonly Tables['blobs'][];
  /** The number of the last event there is, for whoever has asked in this transaction. */
  readonly last?: number | undefined;
  readonly known?: KnownBefore;
}

/** The same for events that follow each other. The number of the last one. */
export async function recordAll(
  writer: Writer,
  events: readonly NewEvent[],
  { blobs = [], last, known }: RecordOptions = {},
): Promise<number> {
  const before = last ?? (await lastSeq(writer));
  const recorded = events.map((event, index) => ({ ...event, seq: before + 1 + index }));
  await runAll(writer, [
    ...rowsInto(writer, 'blobs', blobs, { ignoreKnown: true }),
    ...rowsInto(writer, 'events', recorded.map(rowOf)),
  ]);
  await project(writer, recorded, known);
  return before + recorded.length;
}

async function lastSeq(writer: Writer): Promise<number> {
  const [newest] = await select<{ seq: number }>(writer, sql`select coalesce(max(seq), 0) as seq from events`);
  return newest?.seq ?? 0;
}

function rowOf({ seq, at, actor, kind, subject, body }: RecordedEvent) {
  return { seq, at, actor, kind, subject, body: JSON.stringify(body) };
}
