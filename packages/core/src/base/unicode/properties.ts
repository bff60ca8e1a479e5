import { IS } from './flags.ts';
import { PROPERTY_RUNS } from './properties.gen.ts';
import { type Runs, readRuns, valueIn } from './runs.ts';

/**
 * The Unicode properties of a code point, as one number: its general category in the low four bits (see `CATEGORY`) and a
 * bit for each property in `IS`. The table is the project's own, so every runtime gives the same answer.
 */
export function propertiesOf(point: number): number {
  table ??= makeTable();
  return point < NEAR ? (table.near[point] ?? 0) : valueIn(table.all, point);
}

/** General categories, those of letters, numbers, punctuation and symbols taken together. */
export const CATEGORY = {
  unassigned: 0,
  control: 1,
  format: 2,
  privateUse: 3,
  surrogate: 4,
  letter: 5,
  nonspacingMark: 6,
  spacingMark: 7,
  enclosingMark: 8,
  number: 9,
  punctuation: 10,
  symbol: 11,
  space: 12,
  separator: 13,
} as const;

/** The low bits of `propertiesOf` that hold the category. */
const CATEGORY_BITS = 15;

export function categoryOf(point: number): number {
  return propertiesOf(point) & CATEGORY_BITS;
}

export { IS };

export function has(point: number, bits: number): boolean {
  return (propertiesOf(point) & bits) !== 0;
}

export function isMark(point: number): boolean {
  const category = categoryOf(point);
  return category >= CATEGORY.nonspacingMark && category <= CATEGORY.enclosingMark;
}

/** Planes 0 and 1 hold nearly all characters of any text; code points beyond them are found by binary search. */
const NEAR = 0x20000;

interface Table {
  readonly near: Uint16Array;
  readonly all: Runs;
}

// Made when first asked for: most texts are ASCII and never need it.
let table: Table | undefined;

function makeTable(): Table {
  const all = readRuns(PROPERTY_RUNS);
  const near = new Uint16Array(NEAR);
  for (const [index, start] of all.starts.entries()) {
    if (start >= NEAR) break;
    near.fill(all.values[index] ?? 0, start, Math.min(all.starts[index + 1] ?? NEAR, NEAR));
  }
  return { near, all };
}
