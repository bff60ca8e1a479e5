import type { FinderData } from './derive-finder.ts';

/** Numbers apart by commas, in base 36, lists by semicolons, lists of lists by bars: read in no time, and not before it is needed. */
export function packFinder({ words, byKey, keyless, starts, steps, groups }: FinderData): string {
  return [[words, keyless, starts, steps], groups, byKey].map(writeLists).join('|');
}

export function readFinder(packed: string): FinderData {
  const [single = [], groups = [], byKey = []] = packed.split('|').map(readLists);
  const [words = [], keyless = [], starts = [], steps = []] = single;
  return { words, byKey, keyless, starts, steps, groups };
}

function writeLists(lists: readonly (readonly number[])[]): string {
  return lists.map(list => list.map(number => number.toString(36)).join(',')).join(';');
}

function readLists(packed: string): number[][] {
  return packed.split(';').map(readList);
}

function readList(packed: string): number[] {
  return packed === '' ? [] : packed.split(',').map(number => Number.parseInt(number, 36));
}
