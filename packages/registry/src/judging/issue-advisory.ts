import type { Writer } from '../database/tables.ts';
import type { Deed, EventBodies } from '../events/event.ts';
import { record } from '../events/record.ts';

/** Gives an incident its number and writes it down. Returns the number, as in `TMA-2026-0007`. */
export async function issueAdvisory(
  writer: Writer,
  event: Deed,
  incident: Omit<EventBodies['advisory.issued'], 'id'>,
): Promise<string> {
  const id = await nextId(writer, event.at);
  await record(writer, { kind: 'advisory.issued', ...event, body: { id, ...incident } });
  return id;
}

/** Numbers only go up, also when the clock goes back. Whoever writes is alone, so no number is given twice. */
async function nextId(writer: Writer, at: number): Promise<string> {
  const last = await writer
    .selectFrom('advisories')
    .select('id')
    .orderBy(({ fn, val }) => fn('substr', ['id', val(1), val(8)]), 'desc')
    .orderBy(({ fn }) => fn('length', ['id']), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [, lastYear = 0, lastNumber = 0] = /^TMA-(\d{4})-(\d+)$/.exec(last?.id ?? '')?.map(Number) ?? [];
  const year = Math.max(new Date(at).getUTCFullYear(), lastYear);
  const number = year === lastYear ? lastNumber + 1 : 1;
  return `TMA-${year}-${String(number).padStart(4, '0')}`;
}
