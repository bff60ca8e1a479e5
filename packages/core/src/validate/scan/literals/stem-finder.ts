import type { FindNext } from '../hiding/neighbourhoods.ts';

/** Stems in ASCII have at least so many letters. */
const BEGINNING = 4;
const SLOTS = 1 << 16;
const IS_START = 1;
const IS_BEGINNING = 2;

/**
 * Finds the first of many stems. Patterns with many branches are slow on text that holds none: here one look at a table
 * for each character tells where a stem may start, and the pattern is tried there alone.
 */
export function makeStemFinder(stems: readonly string[]): FindNext {
  const table = buildTable(stems);
  const here = new RegExp(stems.join('|'), 'y');
  const isStem = (text: string, start: number): boolean => {
    here.lastIndex = start;
    return here.test(text);
  };
  return (text, from) => {
    let hash = 0;
    for (let i = from; i < text.length; i++) {
      const code = text.charCodeAt(i);
      hash = step(hash, code);
      const first = i - BEGINNING + 1;
      if (((table[hash] ?? 0) & IS_BEGINNING) !== 0 && first >= from && isStem(text, first)) return first;
      if (code > 127 && ((table[code] ?? 0) & IS_START) !== 0 && isStem(text, i)) return i;
    }
    return -1;
  };
}

/** Which characters beyond ASCII a stem starts with, and which hashes the first letters of the others have. */
function buildTable(stems: readonly string[]): Uint8Array {
  const table = new Uint8Array(SLOTS);
  for (const stem of stems) {
    const isShort = stem.charCodeAt(0) > 127;
    const slot = isShort ? stem.charCodeAt(0) : hashOf(stem.slice(0, BEGINNING));
    table[slot] = (table[slot] ?? 0) | (isShort ? IS_START : IS_BEGINNING);
  }
  return table;
}

function hashOf(beginning: string): number {
  let hash = 0;
  for (let i = 0; i < beginning.length; i++) hash = step(hash, beginning.charCodeAt(i));
  return hash;
}

/** What came four steps before has left the hash. */
function step(hash: number, code: number): number {
  return ((hash << 4) ^ code) & (SLOTS - 1);
}
