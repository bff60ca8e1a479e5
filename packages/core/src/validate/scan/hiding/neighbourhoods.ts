/** A stretch of a text, and where it starts. */
export interface Neighbourhood {
  readonly start: number;
  readonly text: string;
}

const BLOCK = 1024;

/**
 * The stretches of a text in which something odd stands, with `reach` units before and after it. A long text with one
 * odd character costs as much as a short one; a text full of them is looked at about once.
 */
export function neighbourhoodsOf(text: string, odd: RegExp, reach: number): Neighbourhood[] {
  const found: Neighbourhood[] = [];
  odd.lastIndex = 0;
  for (let match = odd.exec(text); match !== null; match = odd.exec(text)) {
    if (text.length <= BLOCK) return [{ start: 0, text }];
    const start = Math.max(0, match.index - reach);
    found.push({ start, text: text.slice(start, match.index + BLOCK + reach) });
    odd.lastIndex = match.index + BLOCK;
  }
  return found;
}
