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

/** Finds code units that a pattern matches, none of them plain. The engine skips what is plain; a table has the others. */
export function makeUnitFinder(pattern: RegExp): FindNext {
  const odd = /[^\t\n\r -~]/g;
  let table: Uint8Array | undefined;
  return (text, from) => {
    odd.lastIndex = from;
    while (odd.test(text)) {
      table ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0));
      let i = odd.lastIndex - 1;
      for (let code = text.charCodeAt(i); !isPrintable(code) && i < text.length; code = text.charCodeAt(++i))
        if (table[code] === 1) return i;
      odd.lastIndex = i;
    }
    return -1;
  };
}

function isPrintable(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}
