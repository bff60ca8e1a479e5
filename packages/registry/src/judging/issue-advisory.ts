import type { Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { EventBodies, EventOrigin } from '../events/event.ts';
import { record } from '../events/record.ts';

/** Numbers and records an advisory. Returns its id, as in `TMA-2026-0007`. */
export async function issueAdvisory(
  writer: Writer,
  event: EventOrigin,
  incident: Omit<EventBodies['advisory.issued'], 'id'>,
): Promise<string> {
  const id = await nextId(writer, event.at);
  await record(writer, { kind: 'advisory.issued', ...event, body: { id, ...incident } });
  return id;
}

/** Numbers never decrease, even when the clock goes back. Writers take turns, so each is used once. */
async function nextId(writer: Writer, at: number): Promise<string> {
  const last = await writer.find<{ id: string }>(
    sql`select id from advisories order by substr(id, 1, 8) desc, length(id) desc, id desc limit 1`,
  );
  const [, lastYear = 0, lastNumber = 0] = /^TMA-(\d{4})-(\d+)$/.exec(last?.id ?? '')?.map(Number) ?? [];
  const year = Math.max(new Date(at).getUTCFullYear(), lastYear);
  const number = year === lastYear ? lastNumber + 1 : 1;
  return `TMA-${year}-${String(number).padStart(4, '0')}`;
}
