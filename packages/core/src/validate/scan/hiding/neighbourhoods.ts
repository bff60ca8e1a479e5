/** A stretch of a text, and where it starts. */
export interface Neighbourhood {
  readonly start: number;
  readonly text: string;
}

const BLOCK = 1024;

/** The first place of something at or after another; -1 where there is none. */
export type FindNext = (text: string, from: number) => number;

/**
 * The stretches of a text in which something odd stands, with `reach` units before and after it. A long text with one
 * odd character costs as much as a short one; a text full of them is looked at about once.
 */
export function neighbourhoodsOf(text: string, findNext: FindNext, reach: number): Neighbourhood[] {
  const found: Neighbourhood[] = [];
  for (let at = findNext(text, 0); at >= 0; at = findNext(text, at + BLOCK)) {
    if (text.length <= BLOCK) return [{ start: 0, text }];
    const start = Math.max(0, at - reach);
    found.push({ start, text: text.slice(start, at + BLOCK + reach) });
  }
  return found;
}

/** Finds what a pattern of so many code units matches. The engine is faster at this than any loop. */
export function makeFinder(pattern: RegExp, units = 1): FindNext {
  const every = new RegExp(pattern.source, 'g');
  return (text, from) => {
    every.lastIndex = from;
    return every.test(text) ? every.lastIndex - units : -1;
  };
}
