/** Values of all code points, as the generated tables write them: where each run begins, and its value. */
export interface Runs {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** Reads `length:value` pairs in base 36, where a length of one is left out. */
export function readRuns(text: string): Runs {
  const parts = text.split(' ');
  const starts = new Int32Array(parts.length);
  const values = new Int32Array(parts.length);
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const colon = part.indexOf(':');
    starts[index] = start;
    values[index] = Number.parseInt(part.slice(colon + 1), 36);
    start += colon === 0 ? 1 : Number.parseInt(part.slice(0, colon), 36);
  }
  return { starts, values };
}

/** The value at a code point, by halving. */
export function valueIn({ starts, values }: Runs, point: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return values[low] ?? 0;
}
