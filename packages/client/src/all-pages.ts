import { badAnswer } from './shape.ts';

/** A page of a list, and where the next one begins. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** So many pages with nothing on them, one after another, and nobody believes that more will come. */
const MAX_EMPTY = 10;

/** What is on all pages, until the last or until nobody asks on. Throws when a registry only pretends to have more. */
export async function* allPages<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  first: string | undefined,
): AsyncGenerator<T> {
  const isSeen = circleFinder();
  let empty = 0;
  for (let cursor = first; ; ) {
    const { items, next } = await read(cursor);
    yield* items;
    if (next === undefined || next === '') return;
    empty = items.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY) throw badAnswer('its pages are empty and do not end');
    if (isSeen(next)) throw badAnswer('its pages lead in a circle');
    cursor = next;
  }
}

/** Brent's way: one place is remembered, a later one after twice as many steps, so that any circle comes by it. */
function circleFinder(): (place: string) => boolean {
  let mark: string | undefined;
  let steps = 0;
  let span = 1;
  return place => {
    if (place === mark) return true;
    if (++steps === span) [mark, steps, span] = [place, 0, span * 2];
    return false;
  };
}
