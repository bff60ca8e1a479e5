import type { FinderData } from './derive-finder.ts';

/** Lists apart by semicolons, numbers by commas, in base 36: a text that is read in no time, and not before it is needed. */
export function packFinder({ words, byKey, keyless, starts, steps }: FinderData): string {
  const lists = [words, keyless, starts, steps, ...byKey];
  return lists.map(list => list.map(number => number.toString(36)).join(',')).join(';');
}

export function readFinder(packed: string): FinderData {
  const [words = [], keyless = [], starts = [], steps = [], ...byKey] = packed.split(';').map(readList);
  return { words, byKey, keyless, starts, steps };
}

function readList(packed: string): number[] {
  return packed === '' ? [] : packed.split(',').map(number => Number.parseInt(number, 36));
}
