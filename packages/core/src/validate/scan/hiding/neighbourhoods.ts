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
export function neighbourhoodsOf(text: string, odd: RegExp | FindNext, reach: number): Neighbourhood[] {
  const findNext = typeof odd === 'function' ? odd : matching(odd);
  const found: Neighbourhood[] = [];
  for (let at = findNext(text, 0); at >= 0; at = findNext(text, at + BLOCK)) {
    if (text.length <= BLOCK) return [{ start: 0, text }];
    const start = Math.max(0, at - reach);
    found.push({ start, text: text.slice(start, at + BLOCK + reach) });
  }
  return found;
}

function matching(odd: RegExp): FindNext {
  return (text, from) => {
    odd.lastIndex = from;
    return odd.exec(text)?.index ?? -1;
  };
}
