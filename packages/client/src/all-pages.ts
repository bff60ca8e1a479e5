import { badAnswer } from './shape.ts';

/** A page of a list and the cursor of the next one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** Consecutive empty pages before the list is refused as endless. */
const MAX_EMPTY = 10;

/** The items of all pages, read on demand. Throws when the pages never end. */
export async function* allPages<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  first: string | undefined,
): AsyncGenerator<T> {
  const isSeen = cycleDetector();
  let empty = 0;
  for (let cursor = first; ; ) {
    const { items, next } = await read(cursor);
    yield* items;
    if (next === undefined || next === '') return;
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY) throw badAnswer('its pages are empty and never end');
    if (isSeen(next)) throw badAnswer('its pages repeat');
    cursor = next;
  }
}

/** Brent's cycle detection: remembers one cursor, and a later one after twice as many steps. */
function cycleDetector(): (place: string) => boolean {
  let mark: string | undefined;
  let steps = 0;
  let span = 1;
  return place => {
    if (place === mark) return true;
    if (++steps === span) [mark, steps, span] = [place, 0, span * 2];
    return false;
  };
}
